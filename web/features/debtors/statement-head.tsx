import { Box, Flex, HStack, Text } from '@chakra-ui/react';
import type { User } from '#shared/contract/auth.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { type Provider, registrationLines } from '#shared/invoices/issued-invoice.ts';
import { LogoMark } from '../../components/shell/logo.tsx';
import type { Period } from '../../lib/money/periods.ts';
import { clientName, personBeside } from '../../lib/words/full-name.ts';

/** The client whose statement it is. */
export type StatementOwner = Pick<
  User,
  'User_Name' | 'User_Surname' | 'User_Org' | 'User_Address' | 'User_Town' | 'User_Code' | 'OWNumber'
>;

const linesBelowName = (owner: StatementOwner): string[] =>
  [
    personBeside(owner),
    owner.User_Address,
    [owner.User_Town, owner.User_Code].filter(Boolean).join(' '),
  ].filter((line): line is string => Boolean(line));

const linesOf = ({ addressLines, email, phone, ...provider }: Provider): string[] => [
  ...registrationLines(provider),
  ...addressLines,
  email,
  phone,
];

/** The last day that the statement counts: a period that is not over ends today. */
const statementDateOf = ({ to }: Period): string => {
  const today = dayAfter(new Date(), 0);

  return to < today ? to : today;
};

interface StatementHeadProps {
  /** Undefined until it is known. */
  provider: Provider | undefined;
  /** Undefined until it is known. */
  owner: StatementOwner | undefined;
  period: Period;
}

/** The head of a printed statement: the provider, the client and the period. */
export const StatementHead = ({ provider, owner, period }: StatementHeadProps) => (
  <Box display="none" _print={{ display: 'block' }} textStyle="sm">
    <Flex justify="space-between" gap="8" mb="6">
      <Box>
        <HStack gap="2" mb="1">
          <LogoMark size={24} />
          <Text fontWeight="bold" textStyle="md">
            {provider?.name}
          </Text>
        </HStack>
        {provider && linesOf(provider).map((line) => <Text key={line}>{line}</Text>)}
      </Box>
      <Box textAlign="end" textStyle="number.sm">
        <Text fontWeight="bold" textStyle="2xl" letterSpacing="-0.02em">
          Statement of account
        </Text>
        <Text>
          {formatDateShort(period.from)} to {formatDateShort(period.to)}
        </Text>
        <Text>Statement date {formatDateShort(statementDateOf(period))}</Text>
        {owner && <Text>Account number {owner.OWNumber}</Text>}
      </Box>
    </Flex>
    {owner && (
      <Box overflowWrap="anywhere">
        <Text fontWeight="semibold">{clientName(owner)}</Text>
        {linesBelowName(owner).map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </Box>
    )}
  </Box>
);
