import { chakra, Dialog, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { invoiceBody } from '#shared/contract/invoices.ts';
import { dayAfter } from '#shared/dates.ts';
import type { BuyerPart } from '#shared/invoices/tax-invoice.ts';
import { formatRand } from '#shared/money.ts';
import { CancelButton } from '../../../components/dialog/cancel-button.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { useUnsavedWork } from '../../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { useMoneyForm } from '../../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../../lib/address/dialogs.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { keepDrafts } from '../../../lib/forms/drafts.ts';
import { showFieldErrors } from '../../../lib/forms/show-field-errors.ts';
import { useFocusOnError } from '../../../lib/forms/use-focus-on-error.ts';
import { useFollowAfterwards, useFollowing } from '../followed-pdf.ts';
import { refusedAsBilled, useCreateInvoice } from '../mutations.ts';
import { billingDetailsQuery } from '../queries.ts';
import { pdfOfInvoice } from '../shown-pdfs.ts';
import { type ClientOfInvoice, refusedParts } from './buyer.ts';
import { DueDateField } from './due-date-field.tsx';
import {
  emptyItem,
  type InvoiceFields,
  invoiceForm,
  isBlank,
  type TypedLine,
  totalCents,
  typeLine,
  typeOffer,
} from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';
import { InvoiceOutlook } from './invoice-outlook.tsx';
import { MissingBuyerNote } from './missing-buyer-note.tsx';
import type { OfferedLine } from './offered-lines.ts';
import { RepeatQuestion } from './repeat-question.tsx';
import { type ReadServices, SourcedLines } from './sourced-lines.tsx';
import { useRepeatQuestion } from './use-repeat-question.ts';

interface InvoiceFormProps extends Omit<RecordDialogProps, 'subject' | 'client'>, ReadServices {
  client: ClientOfInvoice;
  /** The lines with which it begins. */
  start?: readonly OfferedLine[];
}

/** Watches the lines in its own component, so that the form does not render again at every key. */
const Total = ({ control }: { control: FormControl }) => (
  <Text fontWeight="bold" textStyle="number.xl" aria-live="polite" flex="1" whiteSpace="nowrap">
    Total {formatRand(totalCents(useWatch({ control, name: 'lineItems' })))}
  </Text>
);

const draftOf = (userId: number) => `new invoice of ${userId}`;

/** The form, with the functions that fill its lines. */
const useInvoiceLines = (userId: number, start: readonly OfferedLine[]) => {
  const { form, keyed } = useMoneyForm(
    invoiceForm,
    { lineItems: start.length > 0 ? start.map(typeOffer) : [emptyItem()], dueDate: '' },
    draftOf(userId),
  );
  const { getValues, setValue } = form;
  const { isSubmitted } = form.formState;
  const readTyped = () => getValues('lineItems').filter((line) => !isBlank(line));
  const replace = (lines: TypedLine[]) =>
    setValue('lineItems', lines, { shouldDirty: true, shouldValidate: isSubmitted });

  return {
    form,
    keyed,
    hasLines: () => readTyped().length > 0,
    replace,
    /** Blank lines are dropped. */
    add: (lines: readonly TypedLine[]) => replace([...readTyped(), ...lines]),
    addEmpty: () => replace([...getValues('lineItems'), emptyItem()]),
  };
};

/** Holds the details of the buyer that the server found missing, until the account has changed. */
const useRefusedParts = (client: ClientOfInvoice) => {
  const [refused, setRefused] = useState<{ client: ClientOfInvoice; parts: BuyerPart[] }>();

  return [
    refused && refused.client === client ? refused.parts : [],
    (parts: BuyerPart[]) => setRefused({ client, parts }),
  ] as const;
};

/**
 * The lines of a new invoice with quantities, sums and running total: typed, added from the services, or copied from an
 * earlier invoice. The tab below shows the progress of its PDF.
 */
export const InvoiceForm = ({
  userId,
  title,
  client,
  services,
  billed,
  start = [],
  onClose,
  onDone,
  onNext,
}: InvoiceFormProps) => {
  const { form, keyed, hasLines, replace, add, addEmpty } = useInvoiceLines(userId, start);
  const { control } = form;
  const [refused, setRefused] = useRefusedParts(client);
  const { data: billing } = useQuery(billingDetailsQuery);
  const [openedAt] = useState(() => new Date());
  const usualDay = billing && dayAfter(openedAt, billing.termsDays);
  const repeat = useRepeatQuestion(billed.data, form);
  const element = useFocusOnError(control);
  const { isDirty } = useFormState({ control });
  const { guard, release, leave } = useUnsavedWork(isDirty);
  const createInvoice = useCreateInvoice();
  const { forget, show, close } = useFollowing('invoices', userId);
  const followAfterwards = useFollowAfterwards('invoices', userId);
  const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector) ?? null;

  /** Sends the invoice; the lines of `repeated` bill again what is billed already. */
  const send = (fields: InvoiceFields, repeated: readonly number[]): Promise<void> => {
    const lineItems = fields.lineItems.map((line, index) =>
      repeated.includes(index) ? { ...line, repeat: true } : line,
    );
    const dueDate = fields.dueDate === usualDay ? undefined : fields.dueDate;
    forget();
    show();

    return createInvoice.mutateAsync(keyed({ userId, lineItems, dueDate })).then(
      (created) => {
        followAfterwards(pdfOfInvoice(created));
        release();
        onDone();
      },
      (error) => {
        close();
        const found = refusedAsBilled(error);
        if (found) {
          return repeat.ask(fields, found, repeated);
        }
        setRefused(refusedParts(error));
        showFieldErrors(form, error);
      },
    );
  };

  const create = form.handleSubmit(
    (fields) => {
      if (!invoiceBody.shape.userId.safeParse(userId).success) {
        return toast({ title: 'Error: Invalid user', tone: 'error' });
      }
      const found = repeat.find(fields);

      return found.length > 0 ? repeat.ask(fields, found, []) : send(fields, []);
    },
    () => toast({ title: 'Please add valid line items', tone: 'error' }),
  );

  return (
    <Modal
      title={title}
      onClose={() => leave(onClose)}
      initialFocus={() => find('[data-offer]') ?? find('textarea')}
    >
      <chakra.form
        ref={element}
        display="contents"
        noValidate
        onSubmit={create}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !createInvoice.isPending) {
            void create(event);
          }
        }}
      >
        <Dialog.Body pt="1">
          <Stack gap="3">
            <SourcedLines
              userId={userId}
              read={{ services, billed }}
              control={control}
              onAdd={(offers) => add(offers.map(typeOffer))}
              onAddEmpty={addEmpty}
              hasLines={hasLines}
              onTake={(lines) =>
                replace(
                  lines.map(({ description, amount, quantity }) =>
                    typeLine({ description, amount, quantity }),
                  ),
                )
              }
            />
            <DueDateField form={form} usualDay={usualDay} />
            <MissingBuyerNote
              client={client}
              control={control}
              refused={refused}
              onEdit={(field) => {
                keepDrafts();
                release();
                onNext(`user.edit:${userId}:${field}:invoice.new`);
              }}
            />
          </Stack>
        </Dialog.Body>
        <Dialog.Footer flexWrap="wrap" rowGap="2" borderTopWidth="1px" pt="3">
          <InvoiceOutlook client={client} usualDay={usualDay} control={control} />
          <Total control={control} />
          <CancelButton hideBelow="sm" onClick={() => leave(onClose)}>
            Cancel
          </CancelButton>
          <BusyButton
            size="sm"
            type="submit"
            isBusy={createInvoice.isPending}
            aria-keyshortcuts="Control+Enter"
          >
            Create Invoice
          </BusyButton>
        </Dialog.Footer>
      </chakra.form>
      {guard}
      {repeat.asked && (
        <RepeatQuestion
          {...repeat.asked}
          onRepeat={(fields, indexes) => {
            repeat.close();
            void send(fields, indexes);
          }}
          onCancel={repeat.close}
          finalFocus={() => find('[aria-invalid="true"]')}
        />
      )}
    </Modal>
  );
};
