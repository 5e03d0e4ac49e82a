import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { dayAfter, monthAfter } from '#shared/dates.ts';
import { billedServicesQuery } from '../../lib/billed-services-query.ts';
import type { EndedService } from './ended-service-dialog.tsx';
import { serviceTitle } from './service-row.tsx';

/** Holds the service that ended a moment ago, if days after today are billed of it. */
export const useEndedService = (userId: number) => {
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState<EndedService>();

  /** Reads what is billed; nothing is offered if that fails, because the service has ended all the same. */
  const offer = async (service: Service): Promise<void> => {
    const now = new Date();
    const since = dayAfter(now, 1);
    const answers = await Promise.all(
      [0, 1].map((months) => queryClient.fetchQuery(billedServicesQuery(userId, monthAfter(now, months)))),
    ).catch(() => []);
    const billed = answers.flat().filter(({ serviceId, to }) => serviceId === service.id && to >= since);
    const once = [...new Map(billed.map((row) => [`${row.invoiceId} ${row.to}`, row])).values()];
    if (once.length > 0) {
      setEnded({ title: serviceTitle(service), serviceId: service.id, since, billed: once });
    }
  };

  return { ended, offer: (service: Service) => void offer(service), close: () => setEnded(undefined) };
};
