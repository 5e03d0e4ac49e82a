import { Box, Button, type ButtonProps, Card, chakra, HStack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch } from 'react-hook-form';
import { invoiceBody, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { dayAfter } from '#shared/dates.ts';
import type { BuyerPart } from '#shared/invoices/tax-invoice.ts';
import { formatRand } from '#shared/money.ts';
import { useUnsavedWork } from '../../../components/dialog/unsaved-work.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { useMoneyForm } from '../../../components/money/use-money-form.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { showFieldErrors } from '../../../lib/forms/show-field-errors.ts';
import type { Search } from '../../../lib/forms/use-form-at.ts';
import { type NewInvoice, refusedAsBilled } from '../mutations.ts';
import { billingDetailsQuery, invoiceListQuery } from '../queries.ts';
import { type ClientOfInvoice, refusedParts } from './buyer.ts';
import { DueDateField } from './due-date-field.tsx';
import { invoiceDraft } from './invoice-draft.ts';
import {
  emptyItem,
  type InvoiceFields,
  invoiceForm,
  isBlank,
  type TypedLine,
  totalCents,
  typeLine,
} from './invoice-items.ts';
import { type FormControl, InvoiceLines } from './invoice-lines.tsx';
import { InvoiceOutlook } from './invoice-outlook.tsx';
import { MissingBuyerNote } from './missing-buyer-note.tsx';
import { type OfferedServices, OfferedServicesList } from './offered-services.tsx';
import { RepeatQuestion } from './repeat-question.tsx';
import { StartFromEarlier } from './start-from-earlier.tsx';
import { useRepeatQuestion } from './use-repeat-question.ts';

export interface InvoiceFormProps {
  userId: number;
  isCreating: boolean;
  /** Rejects if the invoice was refused; then the form keeps its items. */
  onCreate: (invoice: NewInvoice) => Promise<void>;
  /** True for the addresses at which the form stays on the screen. */
  isShownAt: (search: Search) => boolean;
  /** Called once something is typed. */
  onTyped: () => void;
  onClose: () => void;
}

interface InvoiceFormOfClientProps extends InvoiceFormProps {
  /** Undefined until the account has been read. */
  client: ClientOfInvoice | undefined;
  services: OfferedServices;
}

/** Watches the lines in its own component, so that the form does not render again at every key. */
const Total = ({ control }: { control: FormControl }) => (
  <Text fontWeight="bold" textStyle="number.xl" aria-live="polite" flex={{ base: '1 1 100%', md: '1' }}>
    Total {formatRand(totalCents(useWatch({ control, name: 'lineItems' })))}
  </Text>
);

const AddItem = ({ control, onAdd }: { control: FormControl; onAdd: () => void }) => (
  <Button
    size="xs"
    variant="outline"
    disabled={useWatch({ control, name: 'lineItems' }).length >= LINE_ITEMS_MAX}
    onClick={({ currentTarget }) => {
      flushSync(onAdd);
      currentTarget.form?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
    }}
  >
    <Plus /> Add item
  </Button>
);

/** The total and the buttons stay visible however many lines there are; a phone has no room for that. */
const STICKY = {
  position: { base: 'static', md: 'sticky' },
  bottom: '0',
  zIndex: '1',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  pt: '3',
  bg: 'bg.subtle',
  borderTopWidth: '1px',
  borderBottomRadius: 'l3',
} as const;

type Source = 'services' | 'earlier';

interface SourceButtonProps extends ButtonProps {
  isOpen: boolean;
}

const SourceButton = ({ isOpen, children, ...props }: SourceButtonProps) => (
  <Button size="xs" variant="outline" aria-expanded={isOpen} {...props}>
    {children}
    {isOpen ? <ChevronUp /> : <ChevronDown />}
  </Button>
);

const SourcePanel = ({ children }: { children: ReactNode }) => (
  <Box borderWidth="1px" borderRadius="l2" bg="bg.panel" p="3">
    {children}
  </Box>
);

/** The form, with the functions that fill its lines. */
const useInvoiceLines = (userId: number) => {
  const { form, keyed } = useMoneyForm(
    invoiceForm,
    { lineItems: [emptyItem()], dueDate: '' },
    invoiceDraft(userId),
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
const useRefusedParts = (client: ClientOfInvoice | undefined) => {
  const [refused, setRefused] = useState<{ client: typeof client; parts: BuyerPart[] }>();

  return [
    refused && refused.client === client ? refused.parts : [],
    (parts: BuyerPart[]) => setRefused({ client, parts }),
  ] as const;
};

/**
 * The lines of a new invoice with quantities, sums and running total: typed, added from the services, or copied from an
 * earlier invoice.
 */
export const InvoiceForm = (props: InvoiceFormOfClientProps) => {
  const { userId, client, services, isCreating, isShownAt, onCreate, onTyped, onClose } = props;
  const { form, keyed, hasLines, replace, add, addEmpty } = useInvoiceLines(userId);
  const { control } = form;
  const [source, setSource] = useState<Source>();
  const [refused, setRefused] = useRefusedParts(client);
  const { data: invoices = [] } = useQuery(invoiceListQuery(userId));
  const toggle = (chosen: Source) => setSource(source === chosen ? undefined : chosen);

  const { data: billing } = useQuery(billingDetailsQuery);
  const [openedAt] = useState(() => new Date());
  const usualDay = billing && dayAfter(openedAt, billing.termsDays);
  const repeat = useRepeatQuestion(userId, form);
  const element = useRef<HTMLFormElement>(null);
  const { isDirty } = useFormState({ control });
  const { guard, release, leave } = useUnsavedWork(isDirty, { isShownAt });
  const tellTyped = useEffectEvent(onTyped);
  useEffect(() => {
    if (isDirty) {
      tellTyped();
    }
  }, [isDirty]);

  const close = () => {
    release();
    onClose();
  };

  /** Sends the invoice; the lines of `repeated` bill again what is billed already. */
  const send = (fields: InvoiceFields, repeated: readonly number[]): Promise<void> => {
    const lineItems = fields.lineItems.map((line, index) =>
      repeated.includes(index) ? { ...line, repeat: true } : line,
    );
    const dueDate = fields.dueDate === usualDay ? undefined : fields.dueDate;

    return onCreate(keyed({ userId, lineItems, dueDate })).then(close, (error) => {
      const billed = refusedAsBilled(error);
      if (billed) {
        return repeat.ask(fields, billed, repeated);
      }
      setRefused(refusedParts(error));
      showFieldErrors(form, error);
    });
  };

  const create = form.handleSubmit(
    (fields) => {
      if (!invoiceBody.shape.userId.safeParse(userId).success) {
        return toast({ title: 'Error: Invalid user', tone: 'error' });
      }
      const billed = repeat.find(fields);

      return billed.length > 0 ? repeat.ask(fields, billed, []) : send(fields, []);
    },
    () => toast({ title: 'Please add valid line items', tone: 'error' }),
  );

  return (
    <Card.Root size="sm" variant="outline" bg="bg.subtle">
      <Card.Header>
        <Card.Title as="h3" textStyle="sm">
          Create Invoice
        </Card.Title>
      </Card.Header>
      <chakra.form ref={element} display="contents" noValidate onSubmit={create}>
        <Card.Body gap="3">
          <InvoiceLines control={control} />
          <HStack gap="2" flexWrap="wrap">
            <AddItem control={control} onAdd={addEmpty} />
            <SourceButton isOpen={source === 'services'} onClick={() => toggle('services')}>
              Add from services
            </SourceButton>
            {invoices.length > 0 && (
              <SourceButton isOpen={source === 'earlier'} onClick={() => toggle('earlier')}>
                Start from an earlier invoice
              </SourceButton>
            )}
          </HStack>
          {source === 'services' && (
            <SourcePanel>
              <OfferedServicesList
                userId={userId}
                services={services}
                control={control}
                onAdd={(offers) => add(offers.map((offer) => typeLine({ ...offer, quantity: 1 })))}
              />
            </SourcePanel>
          )}
          {source === 'earlier' && (
            <SourcePanel>
              <StartFromEarlier
                invoices={invoices}
                hasLines={hasLines}
                onTake={(lines) => {
                  replace(
                    lines.map(({ description, amount, quantity }) =>
                      typeLine({ description, amount, quantity }),
                    ),
                  );
                  setSource(undefined);
                }}
              />
            </SourcePanel>
          )}
          <DueDateField form={form} usualDay={usualDay} />
          <MissingBuyerNote userId={userId} client={client} control={control} refused={refused} />
        </Card.Body>
        <Card.Footer {...STICKY}>
          {client && <InvoiceOutlook client={client} usualDay={usualDay} control={control} />}
          <Total control={control} />
          <Button size="sm" variant="outline" onClick={() => leave(onClose)}>
            Cancel
          </Button>
          <BusyButton size="sm" type="submit" isBusy={isCreating}>
            Create Invoice
          </BusyButton>
        </Card.Footer>
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
          finalFocus={() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null}
        />
      )}
    </Card.Root>
  );
};
