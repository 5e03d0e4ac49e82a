import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankFile, BankFileOrder } from '#shared/contract/bank/bank-files.ts';
import { useContentKey, useFormKey } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';
import { fetchTelling } from '../../lib/reads/fetch-telling.ts';
import { isMoney } from '../../lib/reads/fresh-money.ts';
import { bankFileQuery } from './queries.ts';

/** Sends a bank's file to be looked at, which stores nothing. `sent` is the part that has left the browser, from 0 to 1. */
export const usePreviewBankFile = () => {
  const [sent, setSent] = useState(0);
  const preview = useMutation({
    mutationFn: (body: BankFileOrder) => {
      setSent(0);

      return api.bank.preview({ body, send: fetchTelling(setSent) });
    },
  });

  return { ...preview, sent };
};

interface KeyedOrder {
  body: BankFileOrder;
  idempotencyKey: string;
}

/** Sends a bank's file to be stored. */
export const useStoreBankFile = () => {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(0);
  const store = useMutation({
    mutationFn: ({ body, idempotencyKey }: KeyedOrder) => {
      setSent(0);

      return api.bank.upload({ body, idempotencyKey, send: fetchTelling(setSent) });
    },
    onSuccess: (file) => queryClient.setQueryData(bankFileQuery(file.id).queryKey, file),
  });

  return { ...store, sent };
};

/** Takes a file back with everything that it brought; nothing of it may be booked. */
export const useTakeFileBack = (fileId: number) => {
  const queryClient = useQueryClient();
  const idempotencyKey = useFormKey();

  return useMutation({
    mutationFn: () => api.bank['take-back']({ params: { id: fileId }, idempotencyKey }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: bankFileQuery(fileId).queryKey });
      void queryClient.invalidateQueries({ predicate: isMoney });
    },
  });
};

/** Shows a file as it is now, and reads again what else changed with it. */
const useShowFile = () => {
  const queryClient = useQueryClient();

  return (file: BankFile) => {
    queryClient.setQueryData(bankFileQuery(file.id).queryKey, file);
    void queryClient.invalidateQueries({ predicate: isMoney });
  };
};

/** Changes the first day whose lines are booked, while none is. */
export const useChangeFirstDay = (fileId: number) => {
  const onSuccess = useShowFile();
  const { keyFor } = useContentKey();

  return useMutation({
    mutationFn: (bookFrom: string) =>
      api.bank['change-first-day']({
        params: { id: fileId },
        body: { bookFrom },
        idempotencyKey: keyFor({ fileId, bookFrom }),
      }),
    onSuccess,
  });
};

/** Ignores the lines of a file that the other format of the same bank brought before. */
export const useIgnoreSame = (fileId: number) => {
  const onSuccess = useShowFile();
  const { keyFor } = useContentKey();

  return useMutation({
    mutationFn: () => api.bank.same({ params: { id: fileId }, idempotencyKey: keyFor({ fileId }) }),
    onSuccess,
  });
};
