import { Input } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type Invoice, statusChange } from '#shared/contract/invoices.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { useSetInvoiceStatus } from './mutations.ts';

const voidForm = statusChange.pick({ reason: true });

interface VoidDialogProps {
  invoice: Invoice;
  /** Called once it is void, while its new PDF is being made. */
  onVoided: (invoice: Invoice) => void;
  onClose: () => void;
}

/** Makes an invoice void. The server asks for a reason if it is a tax invoice. */
export const VoidDialog = ({ invoice, onVoided, onClose }: VoidDialogProps) => {
  const setStatus = useSetInvoiceStatus(onVoided);
  const form = useForm({ resolver: zodResolver(voidForm), defaultValues: { reason: '' } });
  useDraft(`voiding of ${invoice.id}`, form);

  return (
    <FormDialog
      title={`Void ${invoice.invoiceNumber}?`}
      description="The invoice keeps its number and is never due again; its PDF will say 'Void'. What was paid for it becomes credit, which pays what else is owed. This cannot be undone."
      firstField="reason"
      submitLabel="Void invoice"
      refusal="Invoice not voided"
      form={form}
      save={setStatus}
      inputOf={({ reason }) => ({ invoice, status: 'void' as const, reason })}
      onClose={onClose}
    >
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
