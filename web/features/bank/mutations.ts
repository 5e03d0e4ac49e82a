import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankFileOrder } from '#shared/contract/bank.ts';
import { api } from '../../lib/api.ts';
import { fetchTelling } from '../../lib/fetch-telling.ts';
import { bankFileQuery } from './queries.ts';

interface KeyedOrder {
  body: BankFileOrder;
  idempotencyKey: string;
}

/** Sends a bank's file. `sent` is the part of it that has left the browser, from 0 to 1. */
export const useReadBankFile = () => {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(0);
  const send = useMutation({
    mutationFn: ({ body, idempotencyKey }: KeyedOrder) => {
      setSent(0);

      return api.bank.upload({ body, idempotencyKey, send: fetchTelling(setSent) });
    },
    onSuccess: (file) => queryClient.setQueryData(bankFileQuery(file.id).queryKey, file),
  });

  return { ...send, sent };
};
