import { chakra, Icon } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatDateShort } from '#shared/dates.ts';
import { isOverdue, isOwed } from './owed.ts';

const Overdue = chakra('span', { base: { color: 'fg.error', fontWeight: 'medium' } });

interface DueDateProps {
  invoice: Pick<Invoice, 'status' | 'dueDate'>;
  /** Stands before a date that is not yet past, where no heading says what it is. */
  prefix?: string;
}

/** By when an invoice that is still owed is to be paid, and in words if that is over. */
export const DueDate = ({ invoice, prefix = '' }: DueDateProps) => {
  const { dueDate } = invoice;
  if (!dueDate || !isOwed(invoice)) return null;
  const date = formatDateShort(dueDate);

  return isOverdue(invoice, new Date()) ? (
    <Overdue>
      <Icon as={TriangleAlert} boxSize="3.5" me="1" mb="-0.5" aria-hidden />
      Overdue since {date}
    </Overdue>
  ) : (
    `${prefix}${date}`
  );
};
