import { Box, Button, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2, Loader } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import { centsFromAmount, formatAmount } from '#shared/money.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import type { Act } from '../../lib/act.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import type { MailedClient } from '../../lib/mail-outlook.ts';
import { planMoney, wordOutcome } from '../../lib/money-outcome.ts';
import { showError } from '../../lib/toast.ts';
import type { CreditStart } from './credit-note-form.ts';
import { DownloadAction } from './download-action.tsx';
import { type AskedOfInvoice, INVOICE_ACTS, mayAsk } from './invoice-acts.ts';
import { CREDIT_NOTE_FRAME, TAKE_BACK_FRAME, VOID_FRAME, WRITE_OFF_FRAME } from './invoice-frames.ts';
import { useSetInvoiceStatus } from './mutations.ts';
import { invoiceListQuery } from './queries.ts';
import type { PdfDocument } from './shown-pdfs.ts';
import type { PdfJob } from './use-pdf-job.ts';

export const VoidDialog = lazyDialog(() => import('./void-dialog.tsx'), 'VoidDialog', VOID_FRAME);
export const CreditNoteDialog = lazyDialog(
  () => import('./credit-note-dialog.tsx'),
  'CreditNoteDialog',
  CREDIT_NOTE_FRAME,
);
export const WriteOffDialog = lazyDialog(
  () => import('../../components/money/write-off-dialog.tsx'),
  'WriteOffDialog',
  WRITE_OFF_FRAME,
);
export const TakeBackDialog = lazyDialog(
  () => import('../../components/money/take-back-dialog.tsx'),
  'TakeBackDialog',
  TAKE_BACK_FRAME,
);

interface PdfActionProps {
  pdf: PdfDocument;
  fileName: string | null;
  /** The job that this tab follows, of this document or another. */
  job: PdfJob;
}

/** A button that opens the PDF, shows its progress while this tab follows it, or makes it if there is none. */
export const PdfAction = ({ pdf, fileName, job }: PdfActionProps) => {
  if (job.isRunning && job.followed?.id === pdf.id) {
    return (
      <Button size="xs" variant="outline" onClick={job.show}>
        <Loader /> Show progress
      </Button>
    );
  }
  if (fileName) {
    return <DownloadAction pdf={pdf} />;
  }

  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={`Create PDF of ${pdf.number}`}
      onClick={() => job.makePdf(pdf)}
    >
      <FilePlus2 /> Create PDF
    </Button>
  );
};

/** The acts on an invoice that wait for an answer. */
const actsOn = (invoice: Invoice, ask: (asked: AskedOfInvoice) => void): Act[] =>
  INVOICE_ACTS.filter(({ asked }) => mayAsk(asked, invoice)).map(({ asked, ...act }) => ({
    ...act,
    id: `invoice.${asked}`,
    run: () => ask(asked),
  }));

interface PaidDialogProps {
  invoice: Invoice;
  userId: number;
  /** The client with the OW number. */
  clientName: string;
  onClose: () => void;
}

const PaidDialog = ({ invoice, userId, clientName, onClose }: PaidDialogProps) => {
  const setStatus = useSetInvoiceStatus();
  const { data: debt } = useQuery(debtQuery(userId));

  return (
    <ConfirmDialog
      title={
        <>
          Mark {invoice.invoiceNumber} of <bdi>{clientName}</bdi> as paid?
        </>
      }
      confirmLabel="Mark as paid"
      confirmPalette="brand"
      isBusy={setStatus.isPending}
      onConfirm={() =>
        setStatus.mutate(
          { invoice, status: 'paid' },
          { onError: showError('Error updating invoice'), onSettled: onClose },
        )
      }
      onCancel={onClose}
    >
      <Text>A payment of {formatAmount(invoice.amountDue)} is recorded with today's date.</Text>
      <Text color="fg" minH="6" aria-live="polite">
        {debt && wordOutcome(planMoney(debt, centsFromAmount(invoice.amountDue)).outcome)}
      </Text>
      <Text mt="2">For another day or amount, use 'Record payment'.</Text>
    </ConfirmDialog>
  );
};

interface InvoiceMenuButtonProps {
  menuId: string;
  invoice: Invoice;
}

/** Opens the menu of an invoice; one without acts has none, only the room of the button. */
export const InvoiceMenuButton = ({ menuId, invoice }: InvoiceMenuButtonProps) =>
  INVOICE_ACTS.some(({ asked }) => mayAsk(asked, invoice)) ? (
    <RowMenuButton menuId={menuId} row={invoice.id} label={`More about ${invoice.invoiceNumber}`} />
  ) : (
    <Box boxSize="8" aria-hidden />
  );

/** What is asked about which invoice. */
interface Asked {
  asked: AskedOfInvoice;
  id: number;
  start?: CreditStart;
}

/** What the address asks, as it names it. */
export interface AddressedInvoices extends Partial<Record<AskedOfInvoice, number | undefined>> {
  /** The service that ended, and the first day that it no longer has, for a credit note. */
  endedService?: number | undefined;
  endedSince?: string | undefined;
}

const readAsked = ({ endedService, endedSince, ...questions }: AddressedInvoices): Asked | undefined => {
  const [found] = Object.entries(questions).flatMap(([asked, id]) =>
    id === undefined ? [] : [{ asked: asked as AskedOfInvoice, id }],
  );

  return found && endedService && endedSince
    ? { ...found, start: { service: { id: endedService, since: endedSince } } }
    : found;
};

interface AskedInvoiceProps
  extends Pick<InvoiceMenuProps, 'userId' | 'clientName' | 'client' | 'onVoided' | 'onCredited'> {
  open: Asked;
  /** As the list has it; undefined until it is read. */
  invoice: Invoice | undefined;
  onAsk: (asked: Asked) => void;
  onClose: () => void;
}

/** The dialog of one question, from the moment at which the invoice allows it. */
const AskedInvoice = ({
  open,
  client,
  invoice: listed,
  onVoided,
  onCredited,
  onAsk,
  ...shared
}: AskedInvoiceProps) => {
  // A dialog that has begun stays, because it holds typed values, also if somebody else was faster.
  const [invoice, setInvoice] = useState<Invoice>();
  if (listed && listed !== invoice && mayAsk(open.asked, listed)) {
    setInvoice(listed);
  }
  if (!invoice) {
    return null;
  }
  const { id } = invoice;
  const dialog = { ...shared, invoice };
  switch (open.asked) {
    case 'paid':
      return <PaidDialog {...dialog} />;
    case 'writeOff':
      return <WriteOffDialog item={dialog} onClose={shared.onClose} />;
    case 'takeBack':
      return <TakeBackDialog item={dialog} onClose={shared.onClose} />;
    case 'void':
      return (
        <VoidDialog
          {...dialog}
          onVoided={onVoided}
          onCredit={() => onAsk({ asked: 'credit', id, start: { isWhole: true } })}
        />
      );
    case 'credit':
      return (
        <CreditNoteDialog
          {...dialog}
          client={client}
          start={open.start ?? {}}
          onIssued={onCredited}
          onWriteOff={() => onAsk({ asked: 'writeOff', id })}
        />
      );
  }
};

interface InvoiceMenuProps {
  id: string;
  userId: number;
  /** The client with the OW number. */
  clientName: string;
  /** Undefined until it has been read. */
  client: MailedClient | undefined;
  onVoided: (invoice: Invoice) => void;
  onCredited: (note: CreditNote) => void;
  /** The invoice about which the address asks. */
  addressed: AddressedInvoices;
  /** Removes the question from the address. */
  onAddressedClosed: (() => void) | undefined;
  /** The list with an InvoiceMenuButton in each row. */
  children: ReactNode;
}

/** The menu of a client's invoices, and the questions that its acts and the address ask. */
export const InvoiceMenu = ({
  id,
  userId,
  clientName,
  client,
  onVoided,
  onCredited,
  addressed,
  onAddressedClosed,
  children,
}: InvoiceMenuProps) => {
  const { data: invoices } = useQuery(invoiceListQuery(userId));
  const [pressed, setPressed] = useState<Asked>();
  const fromAddress = readAsked(addressed);
  const close = () => {
    setPressed(undefined);
    if (fromAddress) {
      onAddressedClosed?.();
    }
  };
  const actsOf = (row: number) => {
    const invoice = invoices?.find((one) => one.id === row);

    return (
      invoice && {
        label: invoice.invoiceNumber,
        acts: actsOn(invoice, (asked) => setPressed({ asked, id: invoice.id })),
      }
    );
  };
  const open = pressed ?? fromAddress;

  return (
    <>
      <RowMenu id={id} actsOf={actsOf}>
        {children}
      </RowMenu>
      {open && (
        <AskedInvoice
          // What was kept of another question goes with it.
          key={`${open.asked} ${open.id}`}
          open={open}
          invoice={invoices?.find((one) => one.id === open.id)}
          userId={userId}
          clientName={clientName}
          client={client}
          onVoided={onVoided}
          onCredited={onCredited}
          onAsk={setPressed}
          onClose={close}
        />
      )}
    </>
  );
};
