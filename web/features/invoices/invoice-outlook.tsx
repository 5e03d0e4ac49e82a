import { Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { formatDay } from '#shared/dates.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { fullName } from '../../lib/full-name.ts';
import type { ClientOfInvoice } from './buyer.ts';
import { totalCents } from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';

/** Says to which address the invoice is mailed, or why it is not (D58). */
const sayMail = ({ mail, emailVerified, mailsAreOn, User_Email }: ClientOfInvoice): string => {
  if (mail === 'off') {
    return 'not mailed: the portal sends no mail';
  }
  if (!emailVerified) {
    return `not mailed: ${User_Email} is not verified`;
  }
  if (mail === 'blocked') {
    return `not mailed: mail to ${User_Email} comes back`;
  }

  return mailsAreOn ? `mailed to ${User_Email}` : 'not mailed: the client switched mail off';
};

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
        `To ${fullName(client)}, ${client.OWNumber}`,
        ...(day ? [`due ${formatDay(day, new Date())}`] : []),
        sayMail(client),
        ...sayCredit(client, cents),
      ].join(' · ')}
    </Text>
  );
};
