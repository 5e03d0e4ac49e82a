import { chakra, Icon } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { describeDayAhead, formatDateShort } from '#shared/dates.ts';
import { isOverdue, isOwed } from './owed.ts';

const Line = chakra('p', { base: { textStyle: 'detail.number' } });

/** The due date of an unpaid invoice; says in words if it is overdue. */
export const DueLine = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'dueDate'> }) => {
  const { dueDate } = invoice;
  if (!dueDate || !isOwed(invoice)) {
    return null;
  }
  const date = formatDateShort(dueDate);
  if (!isOverdue(invoice, new Date())) {
    const ahead = describeDayAhead(dueDate, new Date());

    return (
      <Line>
        Due {date}
        {ahead && ` (${ahead})`}
      </Line>
    );
  }

  return (
    <Line color="fg.error" fontWeight="medium">
      <Icon as={TriangleAlert} boxSize="3.5" me="1" mb="-0.5" aria-hidden />
      Overdue since {date}
    </Line>
  );
};
