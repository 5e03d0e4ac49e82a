import { Box, Button, Flex, IconButton, NativeSelect, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { BANK_PARTS_MAX } from '#shared/contract/bank/bank-limits.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { type OpenItem, positiveAmount } from '#shared/contract/payments/ledger-payments.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import { amountFromCents, centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { MoneyAmount } from '../../../components/money/money-amount.tsx';
import { type ChosenClient, ClientField } from '../../../components/search/client-field.tsx';
import { entryFromAmount, readAmount } from '../../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../../lib/forms/amount-schema.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { debtQuery } from '../../../lib/reads/debt-query.ts';
import { findMain } from './find-row.ts';
import { type LineHandlers, useLineWrite } from './mutations.ts';
import { StandsOn } from './stands-on.tsx';
import { wordLine } from './title-line.ts';

const OLDEST_FIRST = '';

const chosenClient = z
  .custom<ChosenClient | null>()
  .refine((client): client is ChosenClient => client !== null, 'Choose a client');

const formOf = (lineCents: number) =>
  z
    .object({
      parts: z.array(
        z.object({
          id: z.string(),
          // The names of the contract, by which a refusal names its field.
          userId: chosenClient,
          amount: amountEntry.pipe(positiveAmount),
          /** The invoice or opening balance that it pays first, with what is due and written off of it. */
          allocations: z.array(z.object({ invoiceId: z.number().nullable(), amount: z.number() })),
        }),
      ),
    })
    .refine(
      ({ parts }) => parts.reduce((sum, { amount }) => sum + centsFromAmount(amount), 0) === lineCents,
      { path: ['sum'], error: 'The parts must make up the line' },
    );

type Values = z.input<ReturnType<typeof formOf>>;
type Ready = z.output<ReturnType<typeof formOf>>;
type Form = UseFormReturn<Values, unknown, Ready>;

const emptyPart = (client: ChosenClient | null): Values['parts'][number] => ({
  id: crypto.randomUUID(),
  userId: client,
  amount: '',
  allocations: [],
});

const bodyOf = ({ parts }: Ready) => ({
  parts: parts.map(({ userId: client, amount, allocations }) => ({
    userId: client.userId,
    amount,
    allocations: allocations.map((named) => ({ ...named, amount: Math.min(amount, named.amount) })),
  })),
});

interface PartProps {
  form: Form;
  index: number;
  /** What no part has yet. */
  leftCents: number;
  lineCents: number;
  onRemove: (() => void) | undefined;
}

const isNameable = ({ kind, amountDue, writtenOff }: OpenItem) =>
  kind === 'invoice' ? amountDue > 0 || writtenOff > 0 : kind === 'opening' && writtenOff > 0;

/** What of an item is open: '100,00 due, 50,00 written off'. */
const wordOpen = ({ amountDue, writtenOff }: OpenItem): string =>
  [
    amountDue > 0 && `${formatAmount(amountDue)} due`,
    writtenOff > 0 && `${formatAmount(writtenOff)} written off`,
  ]
    .filter((part) => part !== false)
    .join(', ');

const payableOf = ({ amountDue, writtenOff }: OpenItem): number =>
  amountFromCents(centsFromAmount(amountDue) + centsFromAmount(writtenOff));

/** Names the item that a part pays first; what of it is written off is recovered only so. */
const InvoiceSelect = ({
  form,
  index,
  client,
}: Pick<PartProps, 'form' | 'index'> & { client: ChosenClient }) => {
  const { data: debt } = useQuery(debtQuery(client.userId));
  const items = debt?.items.filter(isNameable) ?? [];
  const name = `parts.${index}.allocations` as const;
  const [named] = useWatch({ control: form.control, name });
  const errors = form.formState.errors.parts?.[index]?.allocations?.[0];

  return (
    <FormField label="Pays first" error={errors?.invoiceId?.message ?? errors?.amount?.message}>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field
          value={named ? String(named.invoiceId) : OLDEST_FIRST}
          onChange={({ target }) =>
            form.setValue(
              name,
              items
                .filter(({ invoiceId }) => String(invoiceId) === target.value)
                .map((item) => ({ invoiceId: item.invoiceId, amount: payableOf(item) })),
            )
          }
        >
          <option value={OLDEST_FIRST}>The oldest debt</option>
          {items.map((item) => (
            <option key={item.invoiceId} value={String(item.invoiceId)}>
              {nameItem(item)}, {wordOpen(item)}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
};

const Part = ({ form, index, leftCents, lineCents, onRemove }: PartProps) => {
  const { control, formState, setValue } = form;
  const errors = formState.errors.parts?.[index];
  const client = useWatch({ control, name: `parts.${index}.userId` });
  const entry = useWatch({ control, name: `parts.${index}.amount` });
  const ownCents = centsFromAmount(readAmount(entry)) || leftCents;

  return (
    <Box as="li" borderWidth="1px" borderRadius="l3" p="3">
      <Flex gap="3" align="flex-start" wrap="wrap">
        <Box flex="2 1 14rem" minW="0">
          <Controller
            control={control}
            name={`parts.${index}.userId`}
            render={({ field }) => (
              <ClientField
                label={`Client ${index + 1}`}
                name={`client${index}`}
                chosen={field.value}
                onChoose={(chosen) => {
                  field.onChange(chosen);
                  setValue(`parts.${index}.allocations`, []);
                }}
                error={errors?.userId?.message}
                amount={ownCents > 0 ? amountFromCents(ownCents) : undefined}
                // Who owes the whole line is no part of it.
                offers={ownCents < lineCents ? 'on-focus' : undefined}
                ref={field.ref}
              />
            )}
          />
        </Box>
        <Box flex="1 1 8rem" minW="0">
          <MoneyAmount
            control={control}
            name={`parts.${index}.amount`}
            hint={
              leftCents > 0 &&
              entry === '' && (
                <Button
                  size="xs"
                  variant="outline"
                  onClick={() =>
                    setValue(`parts.${index}.amount`, entryFromAmount(amountFromCents(leftCents)), {
                      shouldDirty: true,
                      shouldValidate: formState.isSubmitted,
                    })
                  }
                >
                  The rest, {formatRand(leftCents)}
                </Button>
              )
            }
          />
        </Box>
        {onRemove && (
          <IconButton
            size="sm"
            variant="ghost"
            colorPalette="gray"
            aria-label={`Remove client ${index + 1}`}
            mt="6"
            data-removes-part
            onClick={onRemove}
          >
            <X />
          </IconButton>
        )}
      </Flex>
      {client && (
        <Box mt="2" maxW="22rem">
          <InvoiceSelect key={client.userId} form={form} index={index} client={client} />
        </Box>
      )}
    </Box>
  );
};

interface DivideDialogProps {
  line: BankLine;
  /** The client of the first part. */
  first: ChosenClient | undefined;
  handlers: LineHandlers;
  onClose: () => void;
}

/** Divides a line over clients and amounts, which together make it up. */
export const DivideDialog = ({ line, first, handlers, onClose }: DivideDialogProps) => {
  const divide = useLineWrite(handlers);
  const lineCents = centsFromAmount(line.amount);
  const form = useZodForm(formOf(lineCents), { parts: [emptyPart(first ?? null), emptyPart(null)] });
  const parts = useWatch({ control: form.control, name: 'parts' });
  const setParts = (changed: Values['parts']) => {
    // Sentences about parts belong to their positions, which change.
    form.clearErrors('parts');
    form.setValue('parts', changed, { shouldDirty: true });
  };
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const removePart = (index: number) => {
    flushSync(() => setParts(parts.toSpliced(index, 1)));
    const others = [...(list.current?.querySelectorAll<HTMLElement>('[data-removes-part]') ?? [])];
    (others[index] ?? others.at(-1) ?? addButton.current)?.focus();
  };
  const sumCents = parts.reduce((sum, { amount }) => sum + centsFromAmount(readAmount(amount)), 0);
  const leftCents = lineCents - sumCents;
  const isWrong = leftCents !== 0 && form.formState.isSubmitted;

  return (
    <FormDialog
      title={`Divide ${formatAmount(line.amount)}`}
      description={`${wordLine(line, new Date())}. Each part is a payment of its client; the parts make up the line.`}
      firstField={first ? "'parts.0.amount'" : 'client0'}
      submitLabel="Book the parts"
      sum={
        <Text
          textStyle="number.sm"
          fontWeight="semibold"
          aria-live="polite"
          color={leftCents < 0 || isWrong ? 'fg.error' : leftCents === 0 ? 'fg.success' : undefined}
        >
          {formatRand(sumCents)} of {formatRand(lineCents)}
          {leftCents > 0 && `, ${formatRand(leftCents)} is left`}
          {leftCents < 0 && `, ${formatRand(-leftCents)} too much`}
        </Text>
      }
      refusal="The line stays open"
      form={form}
      save={divide}
      inputOf={(ready) => ({ does: 'book' as const, line, body: bodyOf(ready) })}
      onClose={onClose}
      finalFocus={findMain}
    >
      <Stack as="ul" ref={list} listStyleType="none" gap="2">
        {parts.map(({ id }, index) => (
          <Part
            key={id}
            form={form}
            index={index}
            leftCents={leftCents}
            lineCents={lineCents}
            onRemove={parts.length > 1 ? () => removePart(index) : undefined}
          />
        ))}
      </Stack>
      <StandsOn line={line} what="each part" />
      <Button
        ref={addButton}
        size="sm"
        variant="outline"
        alignSelf="flex-start"
        disabled={parts.length >= BANK_PARTS_MAX}
        onClick={() => setParts([...parts, emptyPart(null)])}
      >
        <Plus aria-hidden /> Add a part
      </Button>
    </FormDialog>
  );
};
