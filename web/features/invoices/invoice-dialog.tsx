import { Box, Dialog, Grid, HStack, Skeleton, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import { dayAfter, formatDay } from '#shared/dates.ts';
import { STILL_PAYABLE } from '#shared/invoices/still-payable.ts';
import { centsFromAmount, formatAmount, formatRand, lineCents, vatPortionCents } from '#shared/money.ts';
import { formatQuantity } from '#shared/numbers.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { Fact } from '../../components/facts/facts.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { invoiceQuery } from '../../lib/reads/invoice-query.ts';
import { DownloadAction } from './download-action.tsx';
import { isVoidPdfDue } from './invoice-list.tsx';
import { invoiceListQuery } from './invoice-list-query.ts';
import { paidCentsOf } from './invoice-money.ts';
import { InvoiceStatusBadge } from './invoice-status-badge.tsx';
import { creditNoteListQuery } from './queries.ts';
import { pdfOfInvoice, pdfOfNote } from './shown-pdfs.ts';

interface SumProps {
  name: ReactNode;
  cents: number;
  isStrong?: boolean;
}

const Sum = ({ name, cents, isStrong = false }: SumProps) => (
  <Table.Row fontWeight={isStrong ? 'bold' : undefined} color={isStrong ? undefined : 'fg.muted'}>
    <Table.Cell as="th" scope="row" textAlign="end" fontWeight="inherit" borderBottomWidth="0" py="1">
      {name}
    </Table.Cell>
    <Table.Cell textAlign="end" textStyle="number" whiteSpace="nowrap" borderBottomWidth="0" py="1">
      {formatRand(cents)}
    </Table.Cell>
  </Table.Row>
);

interface SumsProps {
  invoice: Invoice;
  vatPercent: number | null;
  isOwn: boolean;
}

/** The total, the VAT in it, and what of it was credited, paid, written off and is still due, unless it is void. */
const Sums = ({ invoice, vatPercent, isOwn }: SumsProps) => {
  const total = centsFromAmount(invoice.totalAmount);
  const due = centsFromAmount(invoice.amountDue);
  const credited = centsFromAmount(invoice.credited);
  const writtenOff = centsFromAmount(invoice.writtenOff);

  return (
    <Table.Footer>
      <Sum name="Total" cents={total} isStrong />
      {vatPercent !== null && (
        <Sum
          name={`VAT at ${formatQuantity(vatPercent)} % in it`}
          cents={vatPortionCents(total, vatPercent)}
        />
      )}
      {credited > 0 && <Sum name="Credited" cents={credited} />}
      {invoice.status !== 'void' && (
        <>
          <Sum name="Paid" cents={paidCentsOf(invoice)} />
          {writtenOff > 0 && (
            <Sum name={isOwn ? STILL_PAYABLE : 'Written off'} cents={writtenOff} isStrong={isOwn} />
          )}
          {due > 0 && <Sum name="Still due" cents={due} isStrong />}
        </>
      )}
    </Table.Footer>
  );
};

interface LinesProps {
  invoice: Invoice;
  detail: InvoiceWithLines;
  isOwn: boolean;
}

const Lines = ({ invoice, detail, isOwn }: LinesProps) => (
  <Table.Root size="sm">
    <Table.Header>
      <Table.Row>
        <Table.ColumnHeader>Description</Table.ColumnHeader>
        <Table.ColumnHeader textAlign="end">Amount</Table.ColumnHeader>
      </Table.Row>
    </Table.Header>
    <Table.Body>
      {detail.lineItems.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an invoice never change.
        <Table.Row key={index} verticalAlign="top">
          <Table.Cell overflowWrap="anywhere">
            <bdi>{line.description}</bdi>
            {line.quantity !== 1 && (
              <Text textStyle="detail.number">
                {formatQuantity(line.quantity)} × {formatRand(centsFromAmount(line.amount))}
              </Text>
            )}
          </Table.Cell>
          <Table.Cell textAlign="end" textStyle="number" whiteSpace="nowrap">
            {formatRand(lineCents(line))}
          </Table.Cell>
        </Table.Row>
      ))}
    </Table.Body>
    <Sums invoice={invoice} vatPercent={detail.vatPercent} isOwn={isOwn} />
  </Table.Root>
);

/** The note of an invoice that was voided before it was written credits nothing. */
const mayHaveNotes = ({ credited, status }: Invoice): boolean => credited > 0 || status === 'void';

/** The credit notes of the invoice, each with its PDF. */
const NotesOfInvoice = ({ userId, invoice }: { userId: number; invoice: Invoice }) => {
  const { data, error, refetch } = useQuery(creditNoteListQuery(userId));
  if (error) {
    return <LoadError title="The credit notes could not be read" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return <Skeleton height="3.25rem" role="status" aria-label="Loading the credit notes" />;
  }

  const notes = data.filter(({ invoiceId }) => invoiceId === invoice.id);

  return (
    notes.length > 0 && (
      <Stack as="ul" listStyleType="none" gap="0" borderBlockWidth="1px" aria-label="Credit notes">
        {notes.map((note) => (
          <HStack
            as="li"
            key={note.id}
            justify="space-between"
            gap="3"
            py="2"
            borderTopWidth="1px"
            _first={{ borderTopWidth: 0 }}
          >
            <Box minW="0">
              <Text textStyle="number.sm" fontWeight="medium">
                {note.creditNoteNumber}
              </Text>
              <Text textStyle="detail.number">
                {formatAmount(note.totalAmount)} credited on{' '}
                {formatDay(dayAfter(new Date(note.createdAt), 0), new Date())}
              </Text>
            </Box>
            {note.fileName && <DownloadAction pdf={pdfOfNote(note)} />}
          </HStack>
        ))}
      </Stack>
    )
  );
};

interface OpenedProps {
  userId: number;
  invoice: Invoice;
  isOwn: boolean;
}

const Opened = ({ userId, invoice, isOwn }: OpenedProps) => {
  const { data: detail, error, refetch } = useQuery(invoiceQuery(invoice.id));

  return (
    <Stack gap="4">
      <Grid as="dl" gap="3" gridTemplateColumns="repeat(auto-fit, minmax(7rem, 1fr))">
        <Fact name="Created">{formatDay(dayAfter(new Date(invoice.createdAt), 0), new Date())}</Fact>
        <Fact name="Due date">{formatDay(invoice.dueDate, new Date())}</Fact>
        <Fact name="Payment reference">{invoice.reference}</Fact>
      </Grid>
      {error && <LoadError title="The lines could not be read" error={error} onRetry={refetch} />}
      {!detail && !error && <Skeleton height="11rem" role="status" aria-label="Loading the lines" />}
      {detail && <Lines invoice={invoice} detail={detail} isOwn={isOwn} />}
      {mayHaveNotes(invoice) && <NotesOfInvoice userId={userId} invoice={invoice} />}
    </Stack>
  );
};

const wordMissingPdf = (invoice: Invoice) =>
  isVoidPdfDue(invoice) ? 'Its voided PDF is being made.' : 'It has no PDF yet.';

interface InvoiceDialogProps {
  userId: number;
  invoiceId: number;
  /** What this reader does with the invoice. */
  actOn: ((invoice: Invoice) => ReactNode) | undefined;
  /** True for the client's own invoice. */
  isOwn?: boolean | undefined;
  onClose: () => void;
}

/** One invoice with its lines, totals and PDF. What changes, such as the amount due, comes from the list below it. */
export const InvoiceDialog = ({ userId, invoiceId, actOn, isOwn = false, onClose }: InvoiceDialogProps) => {
  const { data: invoices, error, refetch } = useQuery(invoiceListQuery(userId));
  const invoice = invoices?.find(({ id }) => id === invoiceId);

  return (
    <Modal
      title={
        invoice ? (
          <HStack gap="2" wrap="wrap">
            {invoice.invoiceNumber} <InvoiceStatusBadge invoice={invoice} isOwn={isOwn} />
          </HStack>
        ) : (
          'Invoice'
        )
      }
      onClose={onClose}
    >
      <Dialog.Body>
        {error && <LoadError title="The invoice could not be read" error={error} onRetry={refetch} />}
        {!invoices && !error && <Skeleton height="18rem" role="status" aria-label="Loading the invoice" />}
        {invoices && !invoice && (
          <EmptyNote icon={SearchX} title="Invoice not found">
            It is not among the invoices of this account.
          </EmptyNote>
        )}
        {invoice && <Opened key={invoice.id} userId={userId} invoice={invoice} isOwn={isOwn} />}
      </Dialog.Body>
      {invoice && (
        <Dialog.Footer flexWrap="wrap">
          {!invoice.fileName && (
            <Text textStyle="sm" color="fg.muted" flex="1">
              {wordMissingPdf(invoice)}
            </Text>
          )}
          {actOn?.(invoice)}
          {invoice.fileName && <DownloadAction size="sm" variant="solid" pdf={pdfOfInvoice(invoice)} />}
        </Dialog.Footer>
      )}
    </Modal>
  );
};
