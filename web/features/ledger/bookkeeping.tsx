import { Box, HStack, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ControlRow } from '#shared/contract/control-account.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { PeriodChoice } from '../../components/form/period-choice.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { ApiError } from '../../lib/api-error.ts';
import type { Period } from '../../lib/periods.ts';
import { useExportLedger } from './mutations.ts';
import { totalsQuery } from './queries.ts';

const ROW_LABELS: Record<ControlRow, string> = {
  invoices: 'Invoices',
  creditNotes: 'Credit notes',
  voids: 'Voided invoices',
  receipts: 'Receipts',
  returnedReceipts: 'Returned receipts',
  refunds: 'Refunds',
  adjustments: 'Adjustments',
  writeOffs: 'Write-offs',
  recoveries: 'Recovered debts',
};

const Sum = ({ label, amount, isTotal = false }: { label: string; amount: number; isTotal?: boolean }) => (
  <Table.Row {...(isTotal && { fontWeight: 'semibold', bg: 'bg.subtle' })}>
    <Table.Cell>{label}</Table.Cell>
    <Table.Cell textAlign="end" textStyle="number.sm" whiteSpace="nowrap">
      {formatAmount(amount)}
    </Table.Cell>
  </Table.Row>
);

interface BookkeepingProps {
  period: Period;
  onPeriodChange: (period: Period) => void;
}

/** The control totals of a period and its entries as a file, for the bookkeeper. */
export const Bookkeeping = ({ period, onPeriodChange }: BookkeepingProps) => {
  const { data: totals, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(totalsQuery(period));
  const save = useExportLedger();
  const refusals = save.error instanceof ApiError ? save.error.fields : {};

  return (
    <Stack gap="4" maxW="44rem">
      <Text display="none" _print={{ display: 'block' }} fontWeight="semibold">
        {formatDateShort(period.from)} to {formatDateShort(period.to)}
      </Text>
      <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
        <PeriodChoice
          period={period}
          refusals={refusals}
          onChange={(chosen) => {
            save.reset();
            onPeriodChange(chosen);
          }}
        />
        <BusyButton
          variant="outline"
          mt={{ sm: '1.625rem' }}
          _print={{ display: 'none' }}
          isBusy={save.isPending}
          onClick={() => save.mutate(period)}
        >
          <Download aria-hidden /> Entries as CSV
        </BusyButton>
      </HStack>
      <RefusalNote title="The file could not be made" error={save.error} />
      {error && <LoadError title="The totals could not be read" error={error} onRetry={refetch} />}
      {!totals && !error && <SkeletonRows label="Loading the totals" rows={8} height="9" />}
      {totals && (
        <Box opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <Table.Root size="sm" variant="outline" borderRadius="l3" overflow="clip" bg="bg.panel">
            <Table.Header>
              <Table.Row bg="bg.subtle">
                <Table.ColumnHeader>Entries</Table.ColumnHeader>
                <Table.ColumnHeader textAlign="end">Sum</Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              <Sum label={`Balance before ${formatDateShort(totals.from)}`} amount={totals.opening} isTotal />
              {CONTROL_ROWS.map((row) => (
                <Sum key={row} label={ROW_LABELS[row]} amount={totals[row]} />
              ))}
              <Sum label={`Balance on ${formatDateShort(totals.to)}`} amount={totals.closing} isTotal />
            </Table.Body>
          </Table.Root>
          <Text textStyle="detail" mt="2">
            A positive sum is owed by clients. Accounts of deleted clients count, too.
          </Text>
          <AsOf at={dataUpdatedAt} />
        </Box>
      )}
    </Stack>
  );
};
