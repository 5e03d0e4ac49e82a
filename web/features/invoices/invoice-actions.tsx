import { Box, Button, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Ban, Check, FilePlus2, Loader } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { centsFromAmount, formatAmount } from '#shared/money.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import type { Act } from '../../lib/act.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import { planMoney, wordOutcome } from '../../lib/money-outcome.ts';
import { showError } from '../../lib/toast.ts';
import { DownloadAction } from './download-action.tsx';
import { type AskedOfInvoice, mayAsk } from './invoice-acts.ts';
import { useSetInvoiceStatus } from './mutations.ts';
import { invoiceListQuery } from './queries.ts';

export const VoidDialog = lazyDialog(() => import('./void-dialog.tsx'), 'VoidDialog', {
  title: 'Void invoice',
  height: { base: '25.5rem', md: '20rem' },
});

interface PdfActionProps {
  invoice: Invoice;
  /** True while the PDF is being made and this tab follows it. */
  isRunning: boolean;
  onMakePdf: () => void;
  onShowProgress: () => void;
}

/** A button that opens the PDF, or makes it if there is none. */
export const PdfAction = ({ invoice, isRunning, onMakePdf, onShowProgress }: PdfActionProps) => {
  if (isRunning) {
    return (
      <Button size="xs" variant="outline" onClick={onShowProgress}>
        <Loader /> Show progress
      </Button>
    );
  }
  if (invoice.fileName) {
    return <DownloadAction invoice={invoice} />;
  }

  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={`Create PDF of ${invoice.invoiceNumber}`}
      onClick={onMakePdf}
    >
      <FilePlus2 /> Create PDF
    </Button>
  );
};

/** The acts on the status of an invoice; each waits for an answer. */
const actsOn = (invoice: Invoice, ask: (asked: AskedOfInvoice) => void): Act[] =>
  [
    { id: 'paid', label: 'Mark as paid', icon: Check } as const,
    { id: 'void', label: 'Void', icon: Ban, isDestructive: true } as const,
  ].flatMap((act) =>
    mayAsk(act.id, invoice) ? [{ ...act, id: `invoice.${act.id}`, run: () => ask(act.id) }] : [],
  );

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

/** Opens the menu of an invoice; a void one has none, only the room of the button. */
export const InvoiceMenuButton = ({ menuId, invoice }: InvoiceMenuButtonProps) =>
  invoice.status === 'void' ? (
    <Box boxSize="8" aria-hidden />
  ) : (
    <RowMenuButton menuId={menuId} row={invoice.id} label={`More about ${invoice.invoiceNumber}`} />
  );

interface InvoiceMenuProps {
  id: string;
  userId: number;
  /** The client with the OW number. */
  clientName: string;
  onVoided: (invoice: Invoice) => void;
  /** The invoices about which the address asks. */
  addressed: Partial<Record<AskedOfInvoice, number | undefined>>;
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
  onVoided,
  addressed,
  onAddressedClosed,
  children,
}: InvoiceMenuProps) => {
  const { data: invoices } = useQuery(invoiceListQuery(userId));
  const [pressed, setPressed] = useState<Partial<Record<AskedOfInvoice, number>>>();
  const close = () => (pressed ? setPressed(undefined) : onAddressedClosed?.());
  const actsOf = (row: number) => {
    const invoice = invoices?.find((one) => one.id === row);

    return (
      invoice && {
        label: invoice.invoiceNumber,
        acts: actsOn(invoice, (asked) => setPressed({ [asked]: invoice.id })),
      }
    );
  };
  const findAsked = (asked: AskedOfInvoice) =>
    invoices?.find((one) => one.id === (pressed ?? addressed)[asked] && mayAsk(asked, one));
  const [toPay, toVoid] = [findAsked('paid'), findAsked('void')];

  return (
    <>
      <RowMenu id={id} actsOf={actsOf}>
        {children}
      </RowMenu>
      {toPay && <PaidDialog invoice={toPay} userId={userId} clientName={clientName} onClose={close} />}
      {toVoid && (
        <VoidDialog
          invoice={toVoid}
          userId={userId}
          clientName={clientName}
          onVoided={onVoided}
          onClose={close}
        />
      )}
    </>
  );
};
