import { Box, Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import type { Statement } from '#shared/contract/statements.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { Ageing } from '../../components/ageing.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { PeriodChoice } from '../../components/period-choice.tsx';
import { StatementSkeleton } from '../../components/statement-skeleton.tsx';
import { ApiError } from '../../lib/api-error.ts';
import type { Period } from '../../lib/periods.ts';
import { statementQuery, useExportStatement } from './queries.ts';
import { StatementHead, type StatementOwner } from './statement-head.tsx';
import { StatementLines } from './statement-lines.tsx';

const wordClosing = (closing: number): string => {
  if (closing === 0) {
    return 'Nothing owed';
  }

  return closing > 0 ? `${formatAmount(closing)} owed` : `${formatAmount(-closing)} credit`;
};

/** The last day of the period, or today in one that is not over. */
const lastDayOf = ({ to }: Period): string => {
  const today = dayAfter(new Date(), 0);

  return to < today ? to : today;
};

/** What is owed at the end of the period, by age. */
const Closing = ({ statement }: { statement: Statement }) => {
  const { closing, ageing, due, credit } = statement;

  return (
    <Stack gap="3">
      <Heading as="h2" size="xl" overflowWrap="anywhere">
        {wordClosing(closing)} on {formatDateShort(lastDayOf(statement))}
      </Heading>
      {due > 0 && <Ageing label="Owed, by days since it was due" amounts={{ ...ageing, total: due }} />}
      {due > 0 && credit > 0 && (
        <Text textStyle="sm">
          On that day, {formatAmount(credit)} credit was not yet used for what was owed.
        </Text>
      )}
    </Stack>
  );
};

interface StatementViewProps {
  userId: number;
  /** Undefined until it is known. */
  owner: StatementOwner | undefined;
  period: Period;
  onPeriodChange: (period: Period) => void;
  /** How the client pays what is owed. */
  howToPay: ReactNode;
}

/** What happened on a client's account in a period, what is owed at its end, and how to pay it. */
export const StatementView = ({ userId, owner, period, onPeriodChange, howToPay }: StatementViewProps) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQuery(userId, period));
  // A long statement is rendered in slices, so that the page stays responsive meanwhile.
  const rendered = useDeferredValue(data);
  // Never another client's, not even until the slices of this one are done.
  const statement = rendered?.userId === userId ? rendered : undefined;
  const save = useExportStatement(userId);
  const refusals = error instanceof ApiError ? error.fields : {};
  const isRefused = refusals.from !== undefined || refusals.to !== undefined;

  return (
    <Stack gap="5">
      <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3" _print={{ display: 'none' }}>
        <PeriodChoice period={period} refusals={refusals} onChange={onPeriodChange} />
        <HStack gap="2" mt={{ sm: '1.625rem' }}>
          <Button variant="outline" disabled={!statement || isPlaceholderData} onClick={() => window.print()}>
            <Printer aria-hidden /> Print
          </Button>
          <BusyButton variant="outline" isBusy={save.isPending} onClick={() => save.mutate(period)}>
            <Download aria-hidden /> CSV
          </BusyButton>
        </HStack>
      </HStack>
      {error && !isRefused && (
        <LoadError title="The statement could not be read" error={error} onRetry={refetch} />
      )}
      {!statement && !error && <StatementSkeleton />}
      {statement && !error && (
        <Stack gap="5" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <StatementHead owner={owner} period={statement} />
          <Closing statement={statement} />
          <StatementLines statement={statement} />
          {statement.closing > 0 && <Box css={{ breakInside: 'avoid' }}>{howToPay}</Box>}
        </Stack>
      )}
    </Stack>
  );
};
