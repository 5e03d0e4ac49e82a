import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { centsFromAmount, formatAmount } from '#shared/money.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { showError } from '../../lib/browser/toast.ts';
import { planMoney, wordOutcome } from '../../lib/money/money-outcome.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { AskedInvoice, type AskedInvoiceProps } from './asked-invoice.tsx';
import { useSetInvoiceStatus } from './mutations.ts';

const PaidQuestion = ({ invoice, userId, clientName, onClose, onDone }: AskedInvoiceProps) => {
  const setStatus = useSetInvoiceStatus();
  const { data: debt } = useQuery(debtQuery(userId));

  return (
    <ConfirmDialog
      title={
        <>
          Mark {invoice.invoiceNumber} of <bdi>{clientName}</bdi> as paid?
        </>
      }
      confirmLabel="Mark as paid"
      confirmPalette="brand"
      isBusy={setStatus.isPending}
      onConfirm={() =>
        setStatus.mutate(
          { invoice, status: 'paid' },
          {
            onSuccess: onDone,
            onError: (error) => {
              showError('Error updating invoice')(error);
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
    >
      <Text>A payment of {formatAmount(invoice.amountDue)} is recorded with today's date.</Text>
      <Text color="fg" minH="6" aria-live="polite">
        {debt && wordOutcome(planMoney(debt, centsFromAmount(invoice.amountDue)).outcome)}
      </Text>
      <Text mt="2">For another day or amount, use 'Record payment'.</Text>
    </ConfirmDialog>
  );
};

/** Records a payment of all that is due of an invoice. */
export const PaidDialog = ({ subject, ...dialog }: RecordDialogProps<number>) => (
  <AskedInvoice {...dialog} invoiceId={subject} act="invoice.mark-paid">
    {(asked) => <PaidQuestion {...asked} />}
  </AskedInvoice>
);
