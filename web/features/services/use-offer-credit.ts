import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { dayAfter } from '#shared/dates.ts';
import { linkToDialog } from '../../lib/address/dialogs.ts';
import { billedSinceQuery } from '../../lib/reads/billed-services-query.ts';

/** Returns a function that offers credit notes for a service that has ended, if days after today are billed of it. */
export const useOfferCredit = (userId: number) => {
  const queryClient = useQueryClient();
  const router = useRouter();

  /** Reads what is billed; nothing is offered if that fails, because the service has ended all the same. */
  const offer = async (serviceId: number): Promise<void> => {
    const since = dayAfter(new Date(), 1);
    const billed = await queryClient.fetchQuery(billedSinceQuery(userId, since)).catch(() => []);
    const shown: { client?: number | undefined; tab?: string | undefined } = router.state.location.search;
    if (
      billed.some((one) => one.serviceId === serviceId) &&
      shown.client === userId &&
      shown.tab === 'services'
    ) {
      const subject = `${serviceId}:${since}`;
      await router.navigate(
        linkToDialog(
          'service.ended',
          { over: 'record', at: { tab: 'services' } },
          { client: userId, subject },
        ),
      );
    }
  };

  return (serviceId: number) => void offer(serviceId);
};
