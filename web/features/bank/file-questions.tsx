import { Box, chakra, NativeSelect, Stack, Text } from '@chakra-ui/react';
import type { DayOrder } from '#shared/bank/bank-cells.ts';
import type { BankAccount } from '#shared/contract/bank/bank-files.ts';
import { DateField } from '../../components/form/date-field.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { nameOwnAccount } from './file-words.ts';

interface AccountFieldProps {
  accounts: readonly BankAccount[];
  account: string;
  /** Why the portal asks, with what the file and the accounts say. */
  question: string;
  error: string | undefined;
  onChange: (account: string) => void;
}

export const AccountField = ({ accounts, account, question, error, onChange }: AccountFieldProps) => (
  <Stack gap="2" maxW="36rem">
    <Text textStyle="sm">{question}</Text>
    <Box maxW="20rem">
      <FormField label="Account" error={error} isRequired>
        <NativeSelect.Root size="sm">
          <NativeSelect.Field
            name="account"
            value={account}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">Choose</option>
            {accounts.map((own) => (
              <option key={own.number} value={own.number}>
                {nameOwnAccount(own)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </FormField>
    </Box>
  </Stack>
);

const Choice = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: { base: '11', md: '9' },
    px: '3',
    borderWidth: '1px',
    borderRadius: 'l2',
    textStyle: 'sm',
    fontWeight: 'medium',
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: 'brand.solid', bg: 'brand.subtle' },
    '&:has(:focus-visible)': { focusRing: 'outside' },
  },
});

const Radio = chakra('input', { base: { accentColor: 'brand.solid', boxSize: '4', flexShrink: '0' } });

/** 'the 11th of May' and 'the 5th of November', of 'Is 11/5 the 11th of May or the 5th of November?'. */
const readingsOf = (question: string): [string, string] | undefined => {
  const [, days, months] = /\b(the \S+ of .+?) or (the \S+ of .+?)\?/.exec(question) ?? [];

  return days && months ? [days, months] : undefined;
};

const capitalize = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

interface DaysFieldProps {
  /** 'Is 11/5 the 11th of May or the 5th of November?' */
  question: string;
  order: DayOrder | undefined;
  error: string | undefined;
  onChange: (order: DayOrder) => void;
}

/** Asks which of two days is meant, where each day of the file can be read both ways. */
export const DaysField = ({ question, order, error, onChange }: DaysFieldProps) => {
  const [daysFirst, monthsFirst] = readingsOf(question) ?? ['the day comes first', 'the month comes first'];
  const choices: [DayOrder, string][] = [
    ['days-first', daysFirst],
    ['months-first', monthsFirst],
  ];

  return (
    <chakra.fieldset minW="0" maxW="36rem">
      <chakra.legend textStyle="sm" fontWeight="medium" mb="2">
        {question}
      </chakra.legend>
      <Stack gap="2" direction={{ base: 'column', sm: 'row' }}>
        {choices.map(([choice, words]) => (
          <Choice key={choice}>
            <Radio
              type="radio"
              name="dayOrder"
              value={choice}
              checked={choice === order}
              aria-invalid={error !== undefined}
              onChange={() => onChange(choice)}
            />
            {capitalize(words)}
          </Choice>
        ))}
      </Stack>
      {error && (
        <Text role="alert" textStyle="sm" color="fg.error" mt="2">
          {error}
        </Text>
      )}
    </chakra.fieldset>
  );
};

interface FirstDayFieldProps {
  /** 'FNB, ending in 4567' */
  account: string;
  day: string;
  error: string | undefined;
  onChange: (day: string) => void;
}

/** Asks from which day on lines are booked, for the first file of an account. */
export const FirstDayField = ({ account, day, error, onChange }: FirstDayFieldProps) => (
  <Box maxW="20rem">
    <DateField
      name="bookFrom"
      label="Book lines from"
      error={error}
      hint={`No file of ${account} was read yet. Lines before this day are ignored.`}
      value={day}
      onChange={onChange}
      isRequired
    />
  </Box>
);
