import { Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatAmount } from '#shared/money.ts';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import { type Candidate, isDeleted, nameAlone } from './line-words.ts';
import { forecastQuery } from './queries.ts';

interface ReversedProps {
  line: BankLine;
  client: Candidate & { paymentId: number };
}

/** The clients whose payments a returned line reverses: all of a line that was divided. */
export const Reversed = ({ line, client }: ReversedProps) => {
  const { data, error, refetch } = useQuery(forecastQuery(line.id, client.userId, client.paymentId));
  if (error && !data) {
    return <LoadError title="This payment cannot be reversed by the line" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return (
      <AfterAMoment label="Loading what is owed again">
        <Skeleton height="6" />
      </AfterAMoment>
    );
  }

  return (
    <MoneyLines>
      {data.reverses.map((one) => (
        <MoneyLine
          key={one.paymentId}
          name={nameAlone(one)}
          detail={isDeleted(one) ? 'Written off at once: the client was deleted' : (one.OWNumber ?? '')}
          amount={formatAmount(one.amount)}
        />
      ))}
    </MoneyLines>
  );
};
