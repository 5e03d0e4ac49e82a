import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { moveDay } from '#shared/billing/priced-days.ts';
import { linkToDialog } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { billedSinceQuery } from '../../lib/reads/billed-services-query.ts';

/** Returns a function that offers credit notes for a service that has ended, if days after its last one are billed. */
export const useOfferCredit = (userId: number) => {
  const queryClient = useQueryClient();
  const router = useRouter();

  /** Reads what is billed; nothing is offered if that fails, because the service has ended all the same. */
  const offer = async (serviceId: number, lastDay: string): Promise<void> => {
    const since = moveDay(lastDay, 1);
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

  return (serviceId: number, lastDay: string) => void offer(serviceId, lastDay);
};

/** Returns a function that opens a new invoice with the days of a service up to one that no invoice bills. */
export const useOpenInvoice = (userId: number) => {
  const router = useRouter();

  return (serviceId: number, until: string) =>
    void router.navigate(
      linkToDialog('invoice.new', RECORD_ACTS['invoice.new'], {
        client: userId,
        subject: `${serviceId}:${until}`,
      }),
    );
};
