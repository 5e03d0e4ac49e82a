import { Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { formatDay } from '#shared/dates.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { nameWithNumber } from '../../../lib/words/full-name.ts';
import { wordMailed } from '../../../lib/words/mail-outlook.ts';
import type { ClientOfInvoice } from './buyer.ts';
import { totalCents } from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** Credit pays a new invoice at once (D53). */
const sayCredit = ({ User_Debit }: ClientOfInvoice, cents: number): string[] => {
  const usedCents = Math.min(Math.max(centsFromAmount(User_Debit), 0), cents);

  const left = cents > usedCents ? formatRand(cents - usedCents) : 'nothing';

  return usedCents > 0 ? [`${formatRand(usedCents)} credit is used, ${left} stays due`] : [];
};

interface InvoiceOutlookProps {
  client: ClientOfInvoice;
  usualDay: string | undefined;
  control: FormControl;
}

/** Says in one line what 'Create Invoice' will do: for whom, due when, mailed where, paid from which credit. */
export const InvoiceOutlook = ({ client, usualDay, control }: InvoiceOutlookProps) => {
  const cents = totalCents(useWatch({ control, name: 'lineItems' }));
  const day = useWatch({ control, name: 'dueDate' }) || usualDay;

  return (
    <Text flex="1 1 100%" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
      {[
        `To ${nameWithNumber(client)}`,
        ...(day ? [`due ${formatDay(day, new Date())}`] : []),
        lowerFirst(wordMailed(client)),
        ...sayCredit(client, cents),
      ].join(' · ')}
    </Text>
  );
};
