import { HStack, Link, type SystemStyleObject, Text } from '@chakra-ui/react';
import { FileText } from 'lucide-react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { actionColumn, OPENS, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { useListLinks } from '../../lib/address/list-links.ts';
import { useFirstRead } from '../../lib/reads/use-first-read.ts';
import { DueLine } from './due-line.tsx';
import { invoiceListQuery } from './invoice-list-query.ts';
import { isCreditedInFull } from './invoice-money.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';

/** The parameters of the address that say what is open over a list of invoices. */
export const OVER_LIST = ['open'];

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
  <Link href={address} fontWeight="semibold" textStyle="number" whiteSpace="nowrap">
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

/** Under the heading 'PDF'. */
const wordPdf = (invoice: Invoice) => {
  if (isVoidPdfDue(invoice)) {
    return pdfStateOf(invoice);
  }

  return invoice.fileName ? 'Available' : 'None';
};

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
  look?: SystemStyleObject;
}

/** Invoices, each of which opens by a press on its number or its row. */
export const InvoiceRows = ({
  invoices,
  actions,
  Card: InvoiceCard,
  rowsFrom = 'md',
  isOwn = false,
  look,
}: InvoiceRowsProps) => {
  const { addressOf, follow } = useListLinks(OVER_LIST);
  const addressOfInvoice = ({ id }: Invoice) => addressOf('open', `invoice.view:${id}`);
  const actionsOf = (invoice: Invoice) => (
    <HStack gap="1" justify="flex-end">
      {actions(invoice)}
    </HStack>
  );

  return (
    <RowsOrCards
      items={invoices}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Number',
          cell: (invoice) => <NumberLink invoice={invoice} address={addressOfInvoice(invoice)} />,
        },
        { name: 'Status', cell: (invoice) => <InvoiceStatusBadge invoice={invoice} isOwn={isOwn} /> },
        {
          name: 'Created',
          cell: (invoice) => (
            <>
              {formatDateShort(invoice.createdAt)}
              <RestDue invoice={invoice} isOwn={isOwn} />
            </>
          ),
        },
        {
          name: 'Amount',
          align: 'end',
          isNumber: true,
          cell: (invoice) => (
            <>
              {amountOf(invoice)}
              <AmountParts invoice={invoice} isOwn={isOwn} />
            </>
          ),
        },
        { name: 'PDF', cell: (invoice) => <Text color="fg.muted">{wordPdf(invoice)}</Text> },
        actionColumn(actionsOf),
      ]}
      card={(invoice) => (
        <InvoiceCard
          invoice={invoice}
          address={addressOfInvoice(invoice)}
          actions={actions(invoice)}
          isOwn={isOwn}
        />
      )}
      attributesOf={OPENS}
      rowsFrom={rowsFrom}
      look={look}
      onClick={follow}
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
  const read = useFirstRead(invoiceListQuery(userId));

  return (
    <ReadList
      read={read}
      items={isWaiting ? undefined : read.data}
      failed="The invoices could not be read"
      waiting={
        <SkeletonList
          label="Loading invoices..."
          count={3}
          cardHeight={cardHeight}
          rowHeight="3.3125rem"
          rowsFrom={rowsFrom}
        />
      }
      empty={
        <EmptyNote icon={FileText} title="No invoices found." action={emptyAction}>
          Invoices appear here with their PDFs.
        </EmptyNote>
      }
    >
      {children}
    </ReadList>
  );
};
