import { Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import type { Statement, StillPayable } from '#shared/contract/debtors/ledger-statements.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter, formatDateShort, formatDayInWords } from '#shared/dates.ts';
import { sumStillPayable, wordStillPayable } from '#shared/invoices/still-payable.ts';
import { planToPay } from '#shared/invoices/to-pay.ts';
import { formatAmount, formatRand } from '#shared/money.ts';
import { Ageing } from '../../components/facts/ageing.tsx';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { PeriodChoice } from '../../components/form/period-choice.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { StatementSkeleton } from '../../components/loading/statement-skeleton.tsx';
import { usePrintedTitle } from '../../lib/browser/printing.ts';
import { useExport } from '../../lib/browser/use-export.ts';
import type { Period } from '../../lib/money/periods.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { providerQuery } from '../../lib/reads/provider-query.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { statementQuery } from './queries.ts';
import { StatementHead, type StatementOwner } from './statement-head.tsx';
import { StatementLines } from './statement-lines.tsx';

const wordBalance = (balance: number, day: string): string => {
  if (balance === 0) {
    return `Nothing owed on ${formatDateShort(day)}`;
  }
  const words = balance > 0 ? `${formatAmount(balance)} owed` : `${formatAmount(-balance)} credit`;

  return `${words} on ${formatDateShort(day)}`;
};

/** 'Please pay R 563,00 now (overdue) and R 4 158,63 by 28 November.' */
const wordToPay = (debt: Debt, now: Date): string => {
  const { overdueCents, days, laterCents } = planToPay(debt, now);
  const parts = [
    ...(overdueCents > 0 ? [`${formatRand(overdueCents)} now (overdue)`] : []),
    ...days.map(([day, cents]) => `${formatRand(cents)} by ${formatDayInWords(day, now)}`),
    ...(laterCents > 0 ? [`${formatRand(laterCents)} later`] : []),
  ];
  const last = parts.pop();

  return `Please pay ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}.`;
};

const today = (): string => dayAfter(new Date(), 0);

const isOver = ({ to }: Period): boolean => to < today();

const StillPayableLine = ({ stillPayable }: { stillPayable: StillPayable }) =>
  stillPayable.amount > 0 && <Text fontWeight="semibold">{wordStillPayable(stillPayable)}.</Text>;

/** The amount owed at the end of the period, by age, and what is written off by then. */
const Closing = ({ statement }: { statement: Statement }) => {
  const { closing, ageing, due, credit, stillPayable } = statement;

  return (
    <Stack gap="3">
      <Heading as="h2" size="xl" overflowWrap="anywhere">
        {wordBalance(closing, isOver(statement) ? statement.to : today())}
      </Heading>
      <StillPayableLine stillPayable={stillPayable} />
      {due > 0 && <Ageing label="Owed, by days since it was due" amounts={{ ...ageing, total: due }} />}
      {due > 0 && credit > 0 && (
        <Text textStyle="sm">
          On that day, {formatAmount(credit)} credit was not yet used for what was owed.
        </Text>
      )}
    </Stack>
  );
};

interface ToPayProps {
  statement: Statement;
  /** The present debt, which the closing balance shows for a period that is not over. */
  debt: UseQueryResult<Debt>;
  howToPay: ReactNode;
}

/** True if something was payable at the end of the period. */
const isPayable = ({ closing, stillPayable }: Statement): boolean => closing > 0 || stillPayable.amount > 0;

/** The way to pay what was payable at the end of the period, unless nothing is today. */
const ToPay = ({ statement, debt: { data: debt, error, refetch }, howToPay }: ToPayProps) => {
  if (!isPayable(statement)) {
    return null;
  }
  if (!isOver(statement)) {
    return (
      <Stack gap="3" css={{ breakInside: 'avoid' }}>
        {/* One line of room, so that the way to pay does not move. */}
        {statement.closing > 0 && (
          <Text fontWeight="semibold" minH="6">
            {debt && debt.owed > 0 && wordToPay(debt, new Date())}
          </Text>
        )}
        {howToPay}
      </Stack>
    );
  }
  if (error) {
    return <LoadError title="What is owed today could not be read" error={error} onRetry={refetch} />;
  }

  const stillPayable = sumStillPayable(debt?.items ?? []);

  return (
    debt && (
      <Stack gap="3" css={{ breakInside: 'avoid' }}>
        <Heading as="h3" size="sm" overflowWrap="anywhere">
          {wordBalance(debt.owed - debt.credit, today())}
        </Heading>
        <StillPayableLine stillPayable={stillPayable} />
        {debt.owed > 0 && <Text fontWeight="semibold">{wordToPay(debt, new Date())}</Text>}
        {(debt.owed > 0 || stillPayable.amount > 0) && howToPay}
      </Stack>
    )
  );
};

interface StatementViewProps {
  userId: number;
  /** Undefined until it is known. */
  owner: StatementOwner | undefined;
  period: Period;
  onPeriodChange: (period: Period) => void;
  /** How the client pays. */
  howToPay: ReactNode;
  /** What this reader can do with the statement besides. */
  actions?: ReactNode;
}

/** A client's account in a period: its lines, the amount owed at its end, and the way to pay what is still due. */
export const StatementView = ({
  userId,
  owner,
  period,
  onPeriodChange,
  howToPay,
  actions,
}: StatementViewProps) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQuery(userId, period));
  // A long statement is rendered in slices, so that the page stays responsive meanwhile.
  const rendered = useDeferredValue(data);
  // Never another client's, not even until the slices of this one are done.
  const statement = rendered?.userId === userId ? rendered : undefined;
  const needsDebt = statement !== undefined && isPayable(statement);
  const debt = useQuery({ ...debtQuery(userId), enabled: needsDebt });
  const provider = useQuery(providerQuery);
  const save = useExport(api.debtors['export-statement']);
  const refusals = error instanceof ApiError ? error.fields : {};
  usePrintedTitle(owner && `Statement ${owner.OWNumber} ${period.from} to ${period.to}`);
  const isRefused = refusals.from !== undefined || refusals.to !== undefined;

  return (
    <Stack gap="5">
      <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3" _print={{ display: 'none' }}>
        <PeriodChoice period={period} refusals={refusals} onChange={onPeriodChange} />
        <HStack gap="2" wrap="wrap" mt={{ sm: '1.625rem' }}>
          <Button
            variant="outline"
            disabled={!statement || isPlaceholderData || !provider.data || (needsDebt && !debt.data)}
            onClick={() => window.print()}
          >
            <Printer aria-hidden /> Print
          </Button>
          <CsvButton
            label="CSV"
            isBusy={save.isPending}
            onSave={(form) => save.mutate({ params: { userId }, query: { ...period, for: form } })}
          />
          {actions}
        </HStack>
      </HStack>
      {error && !isRefused && (
        <LoadError title="The statement could not be read" error={error} onRetry={refetch} />
      )}
      {provider.error && (
        <LoadError
          title="Our name and address for the printed statement could not be read"
          error={provider.error}
          onRetry={provider.refetch}
        />
      )}
      {!statement && !error && <StatementSkeleton />}
      {statement && !error && (
        <Stack gap="5" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <PageNumbers />
          <StatementHead provider={provider.data} owner={owner} period={statement} />
          <Closing statement={statement} />
          <StatementLines statement={statement} account={owner && nameWithNumber(owner)} />
          <ToPay statement={statement} debt={debt} howToPay={howToPay} />
        </Stack>
      )}
    </Stack>
  );
};
