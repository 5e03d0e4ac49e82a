import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import type { Keyed } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';

/** The dialog shows the outcome of each client. */
export const useWriteOffClients = () =>
  useMutation({
    mutationFn: (order: Keyed<RequestInput<'write-offs.clients'>['body']>) =>
      api['write-offs'].clients(order),
  });

export const useMailStatements = () =>
  useMutation({
    mutationFn: (order: Keyed<RequestInput<'mails.statements'>['body']>) => api.mails.statements(order),
  });
