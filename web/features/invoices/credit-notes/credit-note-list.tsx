import { Box, HStack, Link, Text } from '@chakra-ui/react';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import { formatDateShort } from '#shared/dates.ts';
import { CREDIT_NOTE_REASON_LABELS } from '#shared/invoices/credit-note-words.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { actionColumn, RowsOrCards } from '../../../components/list/rows-or-cards.tsx';
import { useListLinks } from '../../../lib/address/list-links.ts';
import { OVER_LIST } from '../invoice-list.tsx';

interface CreditNoteListProps {
  notes: readonly CreditNote[];
  /** The actions of this reader on a credit note. */
  actions: (note: CreditNote) => ReactNode;
  rowsFrom?: 'md' | 'xl';
}

/** Why it was issued, in a word and as it was explained to the client. */
const Why = ({ note: { reason, explanation } }: { note: CreditNote }) => (
  <>
    {CREDIT_NOTE_REASON_LABELS[reason]}
    <Text textStyle="detail" overflowWrap="anywhere" lineClamp="2">
      <bdi>{explanation}</bdi>
    </Text>
  </>
);

/** Credit notes, each with the invoice that it corrects, which opens by a press. */
export const CreditNoteList = ({ notes, actions, rowsFrom = 'md' }: CreditNoteListProps) => {
  const { addressOf, follow } = useListLinks(OVER_LIST);
  const invoiceLink = ({ invoiceId, invoiceNumber }: CreditNote) => (
    <Link
      href={addressOf('open', `invoice.view:${invoiceId}`)}
      color="fg"
      textStyle="number"
      whiteSpace="nowrap"
    >
      {invoiceNumber}
    </Link>
  );
  const number = ({ creditNoteNumber }: CreditNote) => (
    <Text fontWeight="semibold" textStyle="number" whiteSpace="nowrap">
      {creditNoteNumber}
    </Text>
  );

  return (
    <RowsOrCards
      items={notes}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Number', cell: number },
        { name: 'Invoice', cell: invoiceLink },
        { name: 'Created', cell: ({ createdAt }) => formatDateShort(createdAt) },
        { name: 'Reason', cell: (note) => <Why note={note} /> },
        {
          name: 'Amount',
          align: 'end',
          isNumber: true,
          cell: ({ totalAmount }) => formatAmount(totalAmount),
        },
        actionColumn((note: CreditNote) => (
          <HStack gap="1" justify="flex-end">
            {actions(note)}
          </HStack>
        )),
      ]}
      card={(note) => (
        <>
          <HStack justify="space-between" align="flex-start">
            <Box>
              {number(note)}
              <HStack textStyle="detail.number" gap="1">
                for {invoiceLink(note)} · {formatDateShort(note.createdAt)}
              </HStack>
            </Box>
            <Text fontWeight="semibold" textStyle="number" whiteSpace="nowrap">
              {formatAmount(note.totalAmount)}
            </Text>
          </HStack>
          <Box textStyle="sm">
            <Why note={note} />
          </Box>
          <HStack justify="flex-end" flexWrap="wrap" _print={{ display: 'none' }}>
            {actions(note)}
          </HStack>
        </>
      )}
      rowsFrom={rowsFrom}
      isTopAligned
      onClick={follow}
    />
  );
};

/** Says that there is no credit note. */
export const NoCreditNotes = () => (
  <EmptyNote icon={ReceiptText} title="No credit note">
    A credit note takes something off an invoice. It appears here with its PDF.
  </EmptyNote>
);
