import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { dayAfter } from '#shared/dates.ts';
import { billedSinceQuery } from '../../lib/billed-services-query.ts';
import type { EndedService } from './ended-service-dialog.tsx';
import { serviceTitle } from './service-row.tsx';

/** Holds the service that ended a moment ago, if days after today are billed of it. */
export const useEndedService = (userId: number) => {
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState<EndedService>();

  /** Reads what is billed; nothing is offered if that fails, because the service has ended all the same. */
  const offer = async (service: Service): Promise<void> => {
    const since = dayAfter(new Date(), 1);
    const answer = await queryClient.fetchQuery(billedSinceQuery(userId, since)).catch(() => []);
    const billed = answer.filter(({ serviceId }) => serviceId === service.id);
    if (billed.length > 0) {
      setEnded({ title: serviceTitle(service), serviceId: service.id, since, billed });
    }
  };

  return { ended, offer: (service: Service) => void offer(service), close: () => setEnded(undefined) };
};
