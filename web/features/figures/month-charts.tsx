import { SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatAmountShort } from '#shared/money.ts';
import { formatCount, formatShort } from '#shared/numbers.ts';
import { LoadError } from '../../components/loading/load-error.tsx';
import { BarChart } from './bar-chart.tsx';
import { ChartsWaiting } from './charts-waiting.tsx';
import { monthFiguresQuery } from './queries.ts';

/** The invoiced amount and the number of new clients, month by month. */
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
        title="Invoiced"
        bars={months.map(({ month, invoiced, voided }) => ({
          month,
          value: invoiced,
          addition: voided > 0 ? `${formatAmount(voided)} voided` : undefined,
        }))}
        format={formatAmount}
        formatTick={formatAmountShort}
        empty="Nothing was invoiced in the last twelve months."
      />
      <BarChart
        title="New clients (that are still clients)"
        bars={months.map(({ month, newClients }) => ({ month, value: newClients }))}
        format={formatCount}
        formatTick={formatShort}
        empty="No client came in the last twelve months."
      />
    </SimpleGrid>
  );
};
