import { Box, Button, HStack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Controller, useWatch } from 'react-hook-form';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { amountFromCents, formatAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { SegmentedChoice } from '../../../components/form/segmented-choice.tsx';
import { TextArea } from '../../../components/form/text-area.tsx';
import { CreditReasonField } from '../../../components/money/credit-reason-field.tsx';
import { MoneyAmount } from '../../../components/money/money-amount.tsx';
import { Outcome } from '../../../components/money/outcome.tsx';
import { ReadBefore } from '../../../components/money/read-before.tsx';
import { useMoneyForm } from '../../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../../lib/address/dialogs.ts';
import { entryFromAmount } from '../../../lib/forms/amount-entry.ts';
import { debtQuery } from '../../../lib/reads/debt-query.ts';
import { invoiceQuery } from '../../../lib/reads/invoice-query.ts';
import type { NumberedClient } from '../../../lib/words/full-name.ts';
import { type MailedClient, wordMailed } from '../../../lib/words/mail-outlook.ts';
import { AskedInvoice, type AskedInvoiceProps } from '../asked-invoice.tsx';
import { useFollowAfterwards } from '../followed-pdf.ts';
import { paidCentsOf, restCentsOf } from '../invoice-money.ts';
import { useIssueCreditNote } from '../mutations.ts';
import { pdfOfNote } from '../shown-pdfs.ts';
import { type CreditStart, centsOf, creditNoteForm, newCreditNote } from './credit-note-form.ts';
import { CreditUse, wordCredit } from './credit-use.tsx';
import { CreditedLines } from './credited-lines.tsx';

const WAYS = [
  { value: 'amount', content: 'A sum' },
  { value: 'lines', content: 'Lines' },
] as const;

/** Says what the invoice came to, and what of it is paid and credited already. */
const wordInvoice = (invoice: Invoice): string =>
  [
    formatAmount(invoice.totalAmount),
    ...(invoice.credited > 0 ? [`${formatAmount(invoice.credited)} of it credited already`] : []),
    `${formatRand(paidCentsOf(invoice))} paid`,
    `${formatAmount(invoice.amountDue)} due`,
  ].join(', ');

type CreditedClient = NumberedClient & MailedClient;

interface CreditProps extends Omit<AskedInvoiceProps, 'client'> {
  client: CreditedClient | undefined;
  start: CreditStart;
}

/** Says what happens to the money before anything is written. */
const Preview = ({ invoice, userId, cents }: { invoice: Invoice; userId: number; cents: number }) => {
  const { data: debt } = useQuery(debtQuery(userId));
  const restCents = restCentsOf(invoice);
  if (cents > restCents) {
    return (
      <Text textStyle="number.sm" color="fg.error">
        {formatRand(cents - restCents)} more than what is left of the invoice.
      </Text>
    );
  }
  if (!debt || cents === 0) {
    return (
      <Text textStyle="sm" color="fg.muted">
        It reduces what is due. What was paid beyond that becomes credit, which pays what else is owed.
      </Text>
    );
  }

  return (
    <>
      <CreditUse
        invoice={invoice}
        debt={debt}
        cents={cents}
        reduced={wordCredit}
        freed={() => 'The credit goes to'}
      />
      {cents === restCents && (
        <Text textStyle="number.sm">The invoice then reads 'Credited' and is never due again.</Text>
      )}
    </>
  );
};

const CreditForm = ({
  invoice,
  userId,
  clientName,
  client,
  detail,
  start,
  onClose,
  onDone,
  onNext,
}: CreditProps & { detail: InvoiceWithLines }) => {
  const followAfterwards = useFollowAfterwards('credit-notes', userId);
  const issue = useIssueCreditNote(invoice.id);
  const restCents = restCentsOf(invoice);
  const { form, keyed } = useMoneyForm(
    creditNoteForm,
    newCreditNote(restCents, detail.lineItems, start),
    `credit note of ${invoice.id}`,
  );
  const [by, amount, lines] = useWatch({ control: form.control, name: ['by', 'amount', 'lines'] });
  const { errors } = form.formState;

  return (
    <FormDialog
      title={<CreditTitle invoice={invoice} clientName={clientName} />}
      description={`${wordInvoice(invoice)}. A credit note cannot be undone.${client ? ` ${wordMailed(client)}.` : ''}`}
      firstField={by === 'amount' ? 'amount' : 'reason'}
      submitLabel="Issue credit note"
      submitPalette="red"
      refusal="Credit note not issued"
      form={form}
      save={issue}
      inputOf={keyed}
      onSaved={(note) => {
        followAfterwards(pdfOfNote(note));
        onDone();
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="by"
        render={({ field: { value, onChange } }) => (
          <SegmentedChoice label="What is credited" choices={WAYS} value={value} onChange={onChange} />
        )}
      />
      {by === 'amount' ? (
        <HStack gap="3" align="flex-start">
          <Box flex="1">
            <MoneyAmount control={form.control} name="amount" />
          </Box>
          <Button
            size="sm"
            variant="outline"
            // Beside the field, below the height of its label.
            mt="1.625rem"
            onClick={() => {
              form.setValue('amount', entryFromAmount(amountFromCents(restCents)), {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              });
              form.setFocus('amount');
            }}
          >
            All {formatRand(restCents)}
          </Button>
        </HStack>
      ) : (
        <CreditedLines form={form} lines={detail.lineItems} restCents={restCents} />
      )}
      <Outcome minH="16">
        <Preview invoice={invoice} userId={userId} cents={centsOf({ by, amount, lines })} />
      </Outcome>
      <Controller
        control={form.control}
        name="reason"
        render={({ field, fieldState }) => <CreditReasonField error={fieldState.error?.message} {...field} />}
      />
      {invoice.amountDue > 0 && (
        <HStack gap="2" wrap="wrap" mt="-2" textStyle="sm" color="fg.muted">
          The client does not pay?
          <Button size="xs" variant="outline" onClick={() => onNext(`invoice.write-off:${invoice.id}`)}>
            Write off instead
          </Button>
        </HStack>
      )}
      <FormField
        label={FIELD_LABELS.explanation}
        error={errors.explanation?.message}
        hint="The client reads it on the credit note"
        isRequired
      >
        <TextArea rows={2} {...form.register('explanation')} />
      </FormField>
    </FormDialog>
  );
};

const CreditTitle = ({ invoice, clientName }: Pick<AskedInvoiceProps, 'invoice' | 'clientName'>) => (
  <>
    Credit note for {invoice.invoiceNumber} of <bdi>{clientName}</bdi>
  </>
);

const CreditWithLines = (props: CreditProps) => (
  <ReadBefore
    query={useQuery(invoiceQuery(props.invoice.id))}
    title={<CreditTitle {...props} />}
    what="the lines"
    find={(detail) => detail}
    onClose={props.onClose}
  >
    {(detail) => <CreditForm {...props} detail={detail} />}
  </ReadBefore>
);

/** Issues a credit note over a part of an invoice or all of it. */
export const CreditNoteDialog = ({
  subject: { invoiceId, start },
  client,
  ...dialog
}: RecordDialogProps<{ invoiceId: number; start: CreditStart }, CreditedClient>) => (
  <AskedInvoice {...dialog} client={client} invoiceId={invoiceId} act="invoice.credit">
    {(asked) => <CreditWithLines {...asked} client={client} start={start} />}
  </AskedInvoice>
);
