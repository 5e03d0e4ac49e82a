import { SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatAmountShort } from '#shared/money.ts';
import { formatCount, formatShort } from '#shared/numbers.ts';
import { LoadError } from '../../components/loading/load-error.tsx';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { periodOfMonth } from '../../lib/money/periods.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartsWaiting } from './charts-waiting.tsx';
import { monthFiguresQuery } from './queries.ts';

const additions = (...sums: [amount: number, what: string][]) =>
  sums
    .filter(([amount]) => amount > 0)
    .map(([amount, what]) => `${formatAmount(amount)} ${what}`)
    .join(', ') || undefined;

/** The amounts that were invoiced and received, and the number of new clients, month by month. */
export const MonthCharts = () => {
  const { data: months, error, refetch } = useQuery(monthFiguresQuery);
  if (error) {
    return <LoadError title="The charts could not be read" error={error} onRetry={refetch} />;
  }
  if (!months) {
    return <ChartsWaiting />;
  }

  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4">
      <BarChart
        title="Invoiced and received"
        series={['Invoiced', 'Received']}
        bars={months.map(({ month, invoiced, voided, credited, received, returned }) => ({
          month,
          values: [
            { amount: invoiced, addition: additions([voided, 'voided'], [credited, 'credited']) },
            { amount: received, addition: additions([returned, 'reversed']) },
          ],
        }))}
        link={{
          to: (month) => linkToAdmin({ section: 'bookkeeping', ...periodOfMonth(month, new Date()) }),
          name: 'Bookkeeping of',
        }}
        format={formatAmount}
        formatTick={formatAmountShort}
        empty="Nothing was invoiced or received in the last twelve months."
      />
      <BarChart
        title="New clients (that are still clients)"
        series={['New clients']}
        bars={months.map(({ month, newClients }) => ({ month, values: [{ amount: newClients }] }))}
        format={formatCount}
        formatTick={formatShort}
        empty="No client came in the last twelve months."
      />
    </SimpleGrid>
  );
};
