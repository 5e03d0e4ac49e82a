import { Box, Input, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Invoice, statusChange } from '#shared/contract/invoices.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { Debt } from '#shared/contract/ledger-payments.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { PlannedLines } from '../../components/money/money-lines.tsx';
import { debtQuery } from '../../lib/debt-query.ts';
import { useDraft } from '../../lib/drafts.ts';
import { planMoney, wordOutcome } from '../../lib/money-outcome.ts';
import { useSetInvoiceStatus } from './mutations.ts';

const voidForm = statusChange.pick({ reason: true });

const paidCentsOf = ({ totalAmount, amountDue }: Invoice) =>
  centsFromAmount(totalAmount) - centsFromAmount(amountDue);

const wordPaid = (invoice: Invoice): string => {
  const amount = formatAmount(invoice.totalAmount);
  const paidCents = paidCentsOf(invoice);
  if (paidCents === 0) {
    return `${amount}, of which nothing is paid.`;
  }

  return invoice.amountDue === 0
    ? `${amount}, paid in full.`
    : `${amount}, of which ${formatRand(paidCents)} is paid.`;
};

/** Says where the money goes that was paid for the invoice: it pays what else is owed, and the rest is credit (D55). */
const VoidUse = ({ invoice, debt }: { invoice: Invoice; debt: Debt }) => {
  const paidCents = paidCentsOf(invoice);
  const others = {
    ...debt,
    owed: debt.owed - invoice.amountDue,
    items: debt.items.filter(({ invoiceId }) => invoiceId !== invoice.id),
  };
  const { outcome, ...planned } = planMoney(others, paidCents);

  return (
    <>
      {paidCents > 0 && (
        <>
          <Text textStyle="number.sm" fontWeight="semibold">
            The {formatRand(paidCents)} that was paid goes to
          </Text>
          <PlannedLines {...planned} />
        </>
      )}
      <Text textStyle="number.sm">{wordOutcome(outcome)}</Text>
    </>
  );
};

interface VoidDialogProps {
  invoice: Invoice;
  userId: number;
  /** The client with the OW number. */
  clientName: string;
  /** Called once it is void, while its new PDF is being made. */
  onVoided: (invoice: Invoice) => void;
  onClose: () => void;
}

/** Makes an invoice void. The server asks for a reason if it is a tax invoice. */
export const VoidDialog = ({ invoice, userId, clientName, onVoided, onClose }: VoidDialogProps) => {
  const setStatus = useSetInvoiceStatus(onVoided);
  const { data: debt } = useQuery(debtQuery(userId));
  const form = useForm({ resolver: zodResolver(voidForm), defaultValues: { reason: '' } });
  useDraft(`voiding of ${invoice.id}`, form);

  return (
    <FormDialog
      title={
        <>
          Void {invoice.invoiceNumber} of <bdi>{clientName}?</bdi>
        </>
      }
      description={`${wordPaid(invoice)} The invoice keeps its number and is never due again; its PDF will say 'Void'. This cannot be undone.`}
      firstField="reason"
      submitLabel="Void invoice"
      submitPalette="red"
      refusal="Invoice not voided"
      form={form}
      save={setStatus}
      inputOf={({ reason }) => ({ invoice, status: 'void' as const, reason })}
      onClose={onClose}
    >
      <Box bg="bg.subtle" borderRadius="l3" p="3" aria-live="polite">
        {debt ? (
          <VoidUse invoice={invoice} debt={debt} />
        ) : (
          <Text textStyle="sm">What was paid for it becomes credit, which pays what else is owed.</Text>
        )}
      </Box>
      <FormField
        label={FIELD_LABELS.reason}
        error={form.formState.errors.reason?.message}
        hint="The client sees the reason. A tax invoice needs one."
      >
        <Input size="sm" autoComplete="off" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
};
