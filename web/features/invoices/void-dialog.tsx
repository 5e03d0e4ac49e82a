import { Button, Dialog, Input, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Invoice, statusChange } from '#shared/contract/invoices.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { Outcome } from '../../components/money/outcome.tsx';
import { WaitingDialog } from '../../components/money/read-before.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { invoiceQuery } from '../../lib/reads/invoice-query.ts';
import { AskedInvoice, type AskedInvoiceProps } from './asked-invoice.tsx';
import { CreditUse } from './credit-notes/credit-use.tsx';
import { useFollowing } from './followed-pdf.ts';
import { paidCentsOf, restCentsOf } from './invoice-money.ts';
import { useSetInvoiceStatus } from './mutations.ts';
import { pdfOfInvoice } from './shown-pdfs.ts';

const voidForm = statusChange.pick({ reason: true });

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

const VoidTitle = ({ invoice, clientName }: Pick<AskedInvoiceProps, 'invoice' | 'clientName'>) => (
  <>
    Void {invoice.invoiceNumber} of <bdi>{clientName}?</bdi>
  </>
);

/** Says why an invoice cannot be voided, and what takes the place of that. */
const CreditInstead = ({
  invoice,
  clientName,
  why,
  onClose,
  onNext,
}: AskedInvoiceProps & { why: string }) => (
  <Modal title={<VoidTitle invoice={invoice} clientName={clientName} />} onClose={onClose}>
    <Dialog.Body>
      <Stack gap="2">
        <Text>{why}</Text>
        <Text>
          A credit note of {formatRand(restCentsOf(invoice))} does the same: the invoice keeps its number,
          reads 'Credited' and is never due again.
        </Text>
      </Stack>
    </Dialog.Body>
    <Dialog.Footer>
      <Button size="sm" variant="outline" onClick={onClose}>
        Cancel
      </Button>
      <Button size="sm" onClick={() => onNext(`invoice.credit:${invoice.id}:whole`)}>
        Write a credit note
      </Button>
    </Dialog.Footer>
  </Modal>
);

const TAX_INVOICE = 'This is a tax invoice. The law wants a credit note for it, not a void.';

const VoidOrCredit = (props: AskedInvoiceProps) => {
  const { data: detail, error } = useQuery(invoiceQuery(props.invoice.id));
  const [refusal, setRefusal] = useState<string>();
  const isTaxInvoice = detail && detail.vatPercent !== null;
  if (refusal !== undefined || isTaxInvoice) {
    return <CreditInstead {...props} why={refusal ?? TAX_INVOICE} />;
  }
  // Without its lines the form asks the server.
  if (detail || error) {
    return <VoidForm {...props} onNeedsCredit={setRefusal} />;
  }

  return <WaitingDialog title={<VoidTitle {...props} />} what="the invoice" onClose={props.onClose} />;
};

/** Makes an invoice void, or leads to the credit note that a tax invoice needs (D65). */
export const VoidDialog = ({ subject, ...dialog }: RecordDialogProps<number>) => (
  <AskedInvoice {...dialog} invoiceId={subject} act="invoice.void">
    {(asked) => <VoidOrCredit {...asked} />}
  </AskedInvoice>
);

interface VoidFormProps extends AskedInvoiceProps {
  /** Called with the sentence of the server if only a credit note is left. */
  onNeedsCredit: (sentence: string) => void;
}

const VoidForm = ({ invoice, userId, clientName, onNeedsCredit, onClose, onDone }: VoidFormProps) => {
  const { followVoided } = useFollowing('invoices', userId);
  const setStatus = useSetInvoiceStatus((voided) => followVoided(pdfOfInvoice(voided)), onNeedsCredit);
  const { data: debt } = useQuery(debtQuery(userId));
  // A status that is set again changes nothing, so its request needs no key.
  const { form } = useMoneyForm(voidForm, { reason: '' }, `voiding of ${invoice.id}`);

  return (
    <FormDialog
      title={<VoidTitle invoice={invoice} clientName={clientName} />}
      description={`${wordPaid(invoice)} The invoice keeps its number and is never due again; its PDF will say 'Void'. This cannot be undone.`}
      firstField="reason"
      submitLabel="Void invoice"
      submitPalette="red"
      refusal="Invoice not voided"
      form={form}
      save={setStatus}
      inputOf={({ reason }) => ({ invoice, status: 'void' as const, reason })}
      onClose={onClose}
      onSaved={onDone}
    >
      <Outcome>
        {debt ? (
          <CreditUse
            invoice={invoice}
            debt={debt}
            cents={centsFromAmount(invoice.totalAmount)}
            freed={(cents) => `The ${formatRand(cents)} that was paid goes to`}
          />
        ) : (
          <Text textStyle="sm">What was paid for it becomes credit, which pays what else is owed.</Text>
        )}
      </Outcome>
      <FormField
        label={FIELD_LABELS.reason}
        error={form.formState.errors.reason?.message}
        hint="The client sees the reason"
      >
        <Input size="sm" autoComplete="off" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
};
