import { Box, chakra, Flex, SimpleGrid, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { CreditNoteOrder } from '#shared/contract/credit-notes.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount, formatRand, lineCents } from '#shared/money.ts';
import { CheckBox } from '../../../components/form/check-box.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { FormError } from '../../../components/form/form-error.tsx';
import { MoneyAmount } from '../../../components/money/money-amount.tsx';
import {
  type CreditNoteForm,
  changeDays,
  chooseLine,
  freeCentsBeside,
  type InvoiceLine,
  restCentsOfLine,
} from './credit-note-form.ts';

const Choice = chakra('label', {
  base: { display: 'flex', gap: '3', alignItems: 'flex-start', py: '2', cursor: 'pointer' },
});

type Form = UseFormReturn<CreditNoteForm, unknown, CreditNoteOrder>;

interface ChosenProps {
  form: Form;
  line: InvoiceLine;
  /** What is left of the invoice, in cents. */
  restCents: number;
  /** Its place among the chosen lines. */
  index: number;
}

/** What is credited of a chosen line: an amount and, if it bills days, those that it no longer bills. */
const ChosenLine = ({ form, line, restCents, index }: ChosenProps) => {
  const { control, formState, setValue, getValues } = form;
  const errors = formState.errors.lines?.[index];
  const change = (days: { from?: string; to?: string }) => {
    const freeCents = freeCentsBeside(restCents, getValues('lines'), line.id);
    setValue(`lines.${index}`, changeDays(line, getValues(`lines.${index}`), days, freeCents), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  };

  return (
    <SimpleGrid columns={{ base: 1, sm: 3 }} gap="3" ps="8" pb="3" alignItems="start">
      {line.from !== null &&
        line.to !== null &&
        (['from', 'to'] as const).map((day) => (
          <Controller
            key={day}
            control={control}
            name={`lines.${index}.${day}`}
            render={({ field: { onChange: _, ...field } }) => (
              <DateField
                label={FIELD_LABELS[day]}
                error={errors?.[day]?.message}
                min={line.from ?? undefined}
                max={line.to ?? undefined}
                {...field}
                onChange={(chosen) => change({ [day]: chosen })}
              />
            )}
          />
        ))}
      <MoneyAmount
        control={control}
        name={`lines.${index}.amount`}
        label={
          <>
            {FIELD_LABELS.amount} <VisuallyHidden>of {line.description}</VisuallyHidden>
          </>
        }
        error={errors?.lineId?.message}
      />
    </SimpleGrid>
  );
};

const wordCredited = (line: InvoiceLine): string[] => {
  if (line.credited === 0) {
    return [];
  }

  return [
    restCentsOfLine(line) === 0
      ? 'credited in full'
      : `${formatAmount(line.credited)} of it credited already`,
  ];
};

/** What the line came to, what is credited of it, and the days that it still bills. */
const wordLine = (line: InvoiceLine): string =>
  [
    formatRand(lineCents(line)),
    ...wordCredited(line),
    ...(line.from === null || line.to === null
      ? []
      : [`${formatDateShort(line.from)} to ${formatDateShort(line.to)}`]),
  ].join(', ');

interface CreditedLinesProps {
  form: Form;
  lines: readonly InvoiceLine[];
  /** What is left of the invoice, in cents. */
  restCents: number;
}

/** Chooses the lines that are worth less than they were billed at, each with an amount and the days that fall away. */
export const CreditedLines = ({ form, lines, restCents }: CreditedLinesProps) => {
  const { control, formState, clearErrors, setValue } = form;
  const chosen = useWatch({ control, name: 'lines' });
  const choose = (changed: CreditNoteForm['lines']) => {
    // Sentences about chosen lines belong to their positions, which change.
    clearErrors('lines');
    setValue('lines', changed, { shouldDirty: true });
  };
  const freeCents = freeCentsBeside(restCents, chosen);
  const error = formState.errors.lines?.root?.message ?? formState.errors.lines?.message;

  return (
    <Box>
      <Stack as="ul" listStyleType="none" gap="0" borderBlockWidth="1px" aria-label="Lines to credit">
        {lines.map((line) => {
          const index = chosen.findIndex(({ lineId }) => lineId === line.id);
          const isChosen = index >= 0;

          return (
            <Box as="li" key={line.id} borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
              <Choice>
                <CheckBox
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && Math.min(restCentsOfLine(line), freeCents) <= 0}
                  onChange={() =>
                    choose(
                      isChosen
                        ? chosen.filter(({ lineId }) => lineId !== line.id)
                        : [...chosen, chooseLine(line, freeCents)],
                    )
                  }
                />
                <Flex flex="1" minW="0" direction="column">
                  <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
                    <bdi>{line.description}</bdi>
                  </Text>
                  <Text textStyle="detail.number">{wordLine(line)}</Text>
                </Flex>
              </Choice>
              {isChosen && (
                <ChosenLine key={index} form={form} line={line} restCents={restCents} index={index} />
              )}
            </Box>
          );
        })}
      </Stack>
      {error && <FormError>{error}</FormError>}
    </Box>
  );
};
