import { Card, HStack, Icon, Link, Table, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileCheck, FileText } from 'lucide-react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { RowsOrCards } from '../../components/list/rows-by-hand.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { useListLinks } from '../../lib/list-links.ts';
import { useFirstRead } from '../../lib/use-first-read.ts';
import { DueLine } from './due-line.tsx';
import { isCreditedInFull } from './invoice-money.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';
import { invoiceListQuery } from './queries.ts';

/** The parameters of the address that say what is open over a list of invoices. */
export const OVER_LIST = ['invoice', 'new'];

export interface InvoiceRowProps {
  invoice: Invoice;
  /** The address that opens the invoice. */
  address: string;
  actions: ReactNode;
  /** True for the client, who reads fewer words of the trade. */
  isOwn: boolean;
}

/** The number, which opens the invoice. */
export const NumberLink = ({ invoice, address }: Pick<InvoiceRowProps, 'invoice' | 'address'>) => (
  <Link href={address} fontWeight="semibold" textStyle="number" color="fg" whiteSpace="nowrap">
    {invoice.invoiceNumber}
  </Link>
);

export const amountOf = ({ totalAmount }: Invoice) => formatAmount(totalAmount);

const wordRest = (invoice: Invoice, isOwn: boolean): string[] => {
  const { amountDue, totalAmount, credited, writtenOff } = invoice;

  return [
    ...(amountDue > 0 && amountDue < totalAmount ? [`${formatAmount(amountDue)} still due`] : []),
    ...(writtenOff > 0 ? [`${formatAmount(writtenOff)} ${isOwn ? 'still payable' : 'written off'}`] : []),
    ...(credited > 0 && !isCreditedInFull(invoice) ? [`${formatAmount(credited)} credited`] : []),
  ];
};

/** What is left of an invoice's amount, and what a part of it became. */
export const AmountParts = ({ invoice, isOwn }: Pick<InvoiceRowProps, 'invoice' | 'isOwn'>) =>
  wordRest(invoice, isOwn).map((words) => (
    <Text key={words} textStyle="detail.number">
      {words}
    </Text>
  ));

interface RestDueProps extends Pick<InvoiceRowProps, 'invoice' | 'isOwn'> {
  format?: ComponentProps<typeof DueLine>['format'];
}

/** By when the rest is due; to the client also by when something was due that is written off and still payable. */
export const RestDue = ({ invoice, isOwn, format }: RestDueProps) =>
  (invoice.amountDue > 0 || (isOwn && invoice.writtenOff > 0)) && (
    <DueLine day={invoice.dueDate} {...(format && { format })} />
  );

export const isVoidPdfDue = (invoice: Invoice) =>
  !invoice.fileName && invoice.status === 'void' && !isCreditedInFull(invoice);

export const pdfStateOf = (invoice: Invoice) => {
  if (isVoidPdfDue(invoice)) {
    return 'Voided PDF is being made';
  }

  return invoice.fileName ? 'PDF available' : 'No PDF';
};

const InvoiceRow = ({ invoice, address, actions, isOwn }: InvoiceRowProps) => (
  <Table.Row data-opens cursor="pointer" _hover={{ bg: 'bg.subtle' }}>
    <Table.Cell>
      <NumberLink invoice={invoice} address={address} />
    </Table.Cell>
    <Table.Cell>
      <InvoiceStatusBadge invoice={invoice} isOwn={isOwn} />
    </Table.Cell>
    <Table.Cell textStyle="number">
      {formatDateShort(invoice.createdAt)}
      <RestDue invoice={invoice} isOwn={isOwn} />
    </Table.Cell>
    <Table.Cell textAlign="end" textStyle="number" whiteSpace="nowrap">
      {amountOf(invoice)}
      <AmountParts invoice={invoice} isOwn={isOwn} />
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

interface InvoiceRowsProps {
  invoices: readonly Invoice[];
  /** The actions of this reader on an invoice. */
  actions: (invoice: Invoice) => ReactNode;
  /** What stands in the place of a row on a phone. */
  Card: ComponentType<InvoiceRowProps>;
  /** The smallest width at which rows have room for the actions. */
  rowsFrom?: 'md' | 'xl';
  /** True for the client's own list. */
  isOwn?: boolean;
}

/** Invoices, each of which opens by a press on its number or its row. */
export const InvoiceRows = ({
  invoices,
  actions,
  Card: InvoiceCard,
  rowsFrom = 'md',
  isOwn = false,
}: InvoiceRowsProps) => {
  const { addressOf, follow } = useListLinks(OVER_LIST);
  const propsOf = (invoice: Invoice) => ({
    invoice,
    address: addressOf('invoice', invoice.id),
    actions: actions(invoice),
    isOwn,
  });

  return (
    <RowsOrCards
      items={invoices}
      rowsFrom={rowsFrom}
      onClick={follow}
      headers={
        <>
          <Table.ColumnHeader>Number</Table.ColumnHeader>
          <Table.ColumnHeader>Status</Table.ColumnHeader>
          <Table.ColumnHeader>Created</Table.ColumnHeader>
          <Table.ColumnHeader textAlign="end">Amount</Table.ColumnHeader>
          <Table.ColumnHeader>PDF</Table.ColumnHeader>
        </>
      }
      renderRow={(invoice) => <InvoiceRow key={invoice.id} {...propsOf(invoice)} />}
      renderCard={(invoice) => <InvoiceCard key={invoice.id} {...propsOf(invoice)} />}
    />
  );
};

interface ReadInvoicesProps extends Pick<InvoiceRowsProps, 'rowsFrom'> {
  userId: number;
  /** The final height of a card. */
  cardHeight: string;
  /** The action of this reader while there is no invoice. */
  emptyAction?: ReactNode;
  /** True while what stands below the invoices is read, so that both come at once. */
  isWaiting?: boolean;
  /** Shows the invoices that were read, if there are any. */
  children: (invoices: readonly Invoice[]) => ReactNode;
}

/** Reads a client's invoices. */
export const ReadInvoices = ({
  userId,
  rowsFrom = 'md',
  cardHeight,
  emptyAction,
  isWaiting = false,
  children,
}: ReadInvoicesProps) => {
  const { data: invoices, error, refetch } = useFirstRead(invoiceListQuery(userId));

  if (error) {
    return <LoadError title="The invoices could not be read" error={error} onRetry={refetch} />;
  }
  if (!invoices || isWaiting) {
    return (
      <SkeletonList
        label="Loading invoices..."
        count={3}
        cardHeight={cardHeight}
        rowHeight="3.3125rem"
        rowsFrom={rowsFrom}
      />
    );
  }

  return invoices.length > 0 ? (
    children(invoices)
  ) : (
    <Card.Root variant="outline">
      <EmptyNote icon={FileText} title="No invoices found." action={emptyAction}>
        Invoices appear here with their PDFs.
      </EmptyNote>
    </Card.Root>
  );
};
