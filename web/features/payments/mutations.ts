import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RequestInput } from '#shared/contract/index.ts';
import { formatAmount } from '#shared/money.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { toast } from '../../lib/browser/toast.ts';
import type { Keyed } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';
import { type NumberedClient, nameWithNumber } from '../../lib/words/full-name.ts';

/** Writes money of an account. */
const useMoneyWrite = <Input, Output>(
  write: (input: Input) => Promise<Output>,
  title: (written: Output) => string,
  more: (written: Output) => Pick<Parameters<typeof toast>[0], 'description' | 'action'> = () => ({}),
) =>
  useMutation({
    mutationFn: write,
    onSuccess: (written) => toast({ title: title(written), tone: 'success', ...more(written) }),
  });

/** Its toast names the client, whose record may be closed by then, and leads to the reversal. */
export const useRecordPayment = (userId: number, client: NumberedClient | undefined) => {
  const navigate = useNavigate();

  return useMoneyWrite(
    (payment: Keyed<RequestInput<'payments.record'>['body']>) =>
      api.payments.record({ params: { userId }, ...payment }),
    ({ amount }) => `Payment of ${formatAmount(amount)} recorded`,
    ({ id }) => ({
      ...(client && { description: nameWithNumber(client) }),
      action: {
        label: 'Undo',
        run: () =>
          void navigate(
            dialogAct(RECORD_ACTS, 'payment.reverse', { client: userId, subject: `${id}:mistake` }).link,
          ),
      },
    }),
  );
};

export const useReversePayment = (paymentId: number) =>
  useMoneyWrite(
    (reversal: Keyed<RequestInput<'payments.reverse'>['body']>) =>
      api.payments.reverse({ params: { id: paymentId }, ...reversal }),
    ({ amount }) => `Payment of ${formatAmount(amount)} reversed`,
  );

/** Its toast names the client who has the payment now. */
export const useMovePayment = (paymentId: number) =>
  useMoneyWrite(
    ({ to, ...order }: Keyed<RequestInput<'payments.move'>['body']> & { to: string }) =>
      api.payments.move({ params: { id: paymentId }, ...order }).then((payment) => ({ ...payment, to })),
    ({ amount, to }) => `Payment of ${formatAmount(amount)} moved to ${to}`,
  );

export const useRefundCredit = (userId: number) =>
  useMoneyWrite(
    (refund: Keyed<RequestInput<'payments.refund'>['body']>) =>
      api.payments.refund({ params: { userId }, ...refund }),
    ({ amount }) => `Refund of ${formatAmount(-amount)} recorded`,
  );

/** Its toast says what of the invoice is still written off. */
export const useRecoverRetained = () =>
  useMoneyWrite(
    (recovery: Keyed<RequestInput<'payments.recover-retained'>['body']>) =>
      api.payments['recover-retained'](recovery),
    ({ amount, invoiceNumber }) => `${formatAmount(amount)} of ${invoiceNumber} recovered`,
    ({ stillWrittenOff }) => ({
      description:
        stillWrittenOff > 0
          ? `${formatAmount(stillWrittenOff)} of it is still written off.`
          : 'Nothing of it is written off any more.',
    }),
  );

export const useCorrectOpening = (userId: number) =>
  useMoneyWrite(
    (correction: Keyed<RequestInput<'payments.correct'>['body']>) =>
      api.payments.correct({ params: { userId }, ...correction }),
    () => 'Take-on balance adjusted',
  );
