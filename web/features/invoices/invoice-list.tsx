import { Box, Card, HStack, Icon, Table, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileCheck, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatDateShort } from '#shared/dates.ts';
import { isOwed } from '#shared/due-dates.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { useFirstRead } from '../../lib/use-first-read.ts';
import { DueLine } from './due-line.tsx';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';
import { invoiceListQuery } from './queries.ts';

interface InvoiceListProps {
  userId: number;
  /** The actions of this reader on an invoice. */
  actions: (invoice: Invoice) => ReactNode;
  /** The action of this reader while there is no invoice. */
  emptyAction?: ReactNode;
  /** The smallest width at which rows have room for the actions. */
  rowsFrom?: 'md' | 'xl';
  /** The order of this reader; by default newest first. */
  order?: (invoices: readonly Invoice[]) => Invoice[];
}

interface InvoiceRowProps {
  invoice: Invoice;
  actions: ReactNode;
}

const amountOf = ({ totalAmount }: Invoice) => formatAmount(totalAmount);
/** The amount due of an invoice that is paid in part. */
const PartDue = ({ invoice: { amountDue, totalAmount } }: { invoice: Invoice }) =>
  amountDue > 0 && amountDue < totalAmount ? (
    <Text textStyle="detail.number">{formatAmount(amountDue)} still due</Text>
  ) : null;

const isVoidPdfDue = ({ fileName, status }: Invoice) => !fileName && status === 'void';

const pdfStateOf = (invoice: Invoice) => {
  if (isVoidPdfDue(invoice)) {
    return 'Voided PDF is being made';
  }

  return invoice.fileName ? 'PDF available' : 'No PDF';
};

const InvoiceRow = ({ invoice, actions }: InvoiceRowProps) => (
  <Table.Row>
    <Table.Cell fontWeight="semibold" textStyle="number" whiteSpace="nowrap">
      {invoice.invoiceNumber}
    </Table.Cell>
    <Table.Cell>
      <InvoiceStatusBadge invoice={invoice} />
    </Table.Cell>
    <Table.Cell textStyle="number">
      {formatDateShort(invoice.createdAt)}
      {isOwed(invoice) && <DueLine day={invoice.dueDate} />}
    </Table.Cell>
    <Table.Cell textAlign="end" textStyle="number" whiteSpace="nowrap">
      {amountOf(invoice)}
      <PartDue invoice={invoice} />
    </Table.Cell>
    <Table.Cell color="fg.muted" title={pdfStateOf(invoice)}>
      {invoice.fileName && <Icon as={FileCheck} boxSize="4" aria-hidden />}
      {isVoidPdfDue(invoice) ? pdfStateOf(invoice) : <VisuallyHidden>{pdfStateOf(invoice)}</VisuallyHidden>}
    </Table.Cell>
    <Table.Cell _print={{ display: 'none' }}>
      <HStack gap="1" justify="flex-end">
        {actions}
      </HStack>
    </Table.Cell>
  </Table.Row>
);

const InvoiceCard = ({ invoice, actions }: InvoiceRowProps) => (
  <Card.Root as="li" size="sm" variant="outline">
    <Card.Body gap="2">
      <HStack justify="space-between">
        <Text fontWeight="semibold" textStyle="number">
          {invoice.invoiceNumber}
        </Text>
        <Box textAlign="end">
          <Text fontWeight="semibold" textStyle="number">
            {amountOf(invoice)}
          </Text>
          <PartDue invoice={invoice} />
        </Box>
      </HStack>
      <HStack textStyle="detail">
        <InvoiceStatusBadge invoice={invoice} />
        {formatDateShort(invoice.createdAt)} · {pdfStateOf(invoice)}
      </HStack>
      {isOwed(invoice) && <DueLine day={invoice.dueDate} />}
      <HStack justify="flex-end" flexWrap="wrap" _print={{ display: 'none' }}>
        {actions}
      </HStack>
    </Card.Body>
  </Card.Root>
);

export const InvoiceList = ({
  userId,
  actions,
  emptyAction,
  rowsFrom = 'md',
  order = (invoices) => [...invoices],
}: InvoiceListProps) => {
  const { data: invoices, error, refetch } = useFirstRead(invoiceListQuery(userId));

  if (error) {
    return <LoadError title="The invoices could not be read" error={error} onRetry={refetch} />;
  }
  if (!invoices) {
    return (
      <SkeletonList
        label="Loading invoices..."
        count={3}
        cardHeight="9.375rem"
        rowHeight="3.3125rem"
        rowsFrom={rowsFrom}
      />
    );
  }
  if (invoices.length === 0) {
    return (
      <Card.Root variant="outline">
        <EmptyNote icon={FileText} title="No invoices found." action={emptyAction}>
          Invoices appear here with their PDFs.
        </EmptyNote>
      </Card.Root>
    );
  }

  return (
    <RowsOrCards
      items={order(invoices)}
      rowsFrom={rowsFrom}
      headers={
        <>
          <Table.ColumnHeader>Number</Table.ColumnHeader>
          <Table.ColumnHeader>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Created</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Amount</Table.ColumnHeader>
          <Table.ColumnHeader>PDF</Table.ColumnHeader>
        </>
      }
      renderRow={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} actions={actions(invoice)} />}
      renderCard={(invoice) => <InvoiceCard key={invoice.id} invoice={invoice} actions={actions(invoice)} />}
    />
  );
};
