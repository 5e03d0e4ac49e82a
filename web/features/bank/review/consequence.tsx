import { chakra, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import { type Candidate, isReturned, nameClient } from './line-words.ts';
import { forecastQuery } from './queries.ts';
import { Reversed } from './reversed.tsx';

const FORECAST_HEIGHT = '5.5rem';

/** 'R 100,00 that is due, and recovers R 200,00 that was written off' */
const wordRecovered = (amount: number, recovered: number): string => {
  const dueCents = centsFromAmount(amount) - centsFromAmount(recovered);
  const words = `ecovers ${formatAmount(recovered)} that was written off`;

  return dueCents > 0 ? `${formatRand(dueCents)} that is due, and r${words}` : `R${words}`;
};

/** What a line will pay for a client, and what that client owes then. */
const Forecast = ({ line, client }: { line: BankLine; client: Candidate }) => {
  const { data, error, refetch } = useQuery(forecastQuery(line.id, client.userId));
  if (error && !data) {
    return <LoadError title="What it would pay could not be read" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return (
      <AfterAMoment label="Loading what it pays">
        <Skeleton height={FORECAST_HEIGHT} />
      </AfterAMoment>
    );
  }

  return (
    <>
      <MoneyLines>
        {data.allocations.map(({ kind, invoiceNumber, amount, recovered }, index) => (
          <MoneyLine
            // biome-ignore lint/suspicious/noArrayIndexKey: several refunds have no other name.
            key={index}
            name={nameItem({ kind, number: invoiceNumber })}
            {...(recovered > 0 && { detail: wordRecovered(amount, recovered) })}
            amount={formatAmount(amount)}
          />
        ))}
        {data.unallocated > 0 && <MoneyLine name="Credit left" amount={formatAmount(data.unallocated)} />}
      </MoneyLines>
      <Text textStyle="number.sm" fontWeight="semibold">
        {data.dueAfter > 0
          ? `Then ${formatAmount(data.dueAfter)} is still due.`
          : data.due > 0
            ? 'Then nothing is due any more.'
            : data.allocations.length > 0
              ? 'Nothing else was due.'
              : 'Nothing was due.'}
      </Text>
    </>
  );
};

const Panel = chakra('section', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l3', p: '3', minH: FORECAST_HEIGHT },
});

/** What the chosen client's account gets from the line. */
export const Consequence = ({ line, client }: { line: BankLine; client: Candidate }) => (
  <Panel aria-label={isReturned(line) ? 'What is owed again' : `What it pays for ${nameClient(client)}`}>
    <Text textStyle="detail" mb="1">
      {isReturned(line) ? 'What is owed again' : 'What it pays'}
    </Text>
    {isReturned(line) ? (
      client.paymentId === null ? (
        <Text textStyle="sm">Choose the payment that the bank returned.</Text>
      ) : (
        <Reversed line={line} client={{ ...client, paymentId: client.paymentId }} />
      )
    ) : (
      <Forecast key={client.userId} line={line} client={client} />
    )}
  </Panel>
);
