import { Button, Heading, HStack, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Stethoscope } from 'lucide-react';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { hasDraft } from '../../lib/forms/drafts.ts';
import { useFormAt } from '../../lib/forms/use-form-at.ts';
import { CreditNotes } from './credit-notes/credit-notes.tsx';
import { invoiceDraft } from './form/invoice-draft.ts';
import type { InvoiceFormProps } from './form/invoice-form.tsx';
import { InvoiceMenu, InvoiceMenuButton, PdfAction } from './invoice-actions.tsx';
import { InvoiceCard } from './invoice-card.tsx';
import { InvoiceRows, ReadInvoices } from './invoice-list.tsx';
import { openFirst } from './owed.ts';
import { creditNoteListQuery } from './queries.ts';
import { type PdfArea, pdfOfInvoice } from './shown-pdfs.ts';
import { type PdfJob, useInvoiceJob, usePdfJob } from './use-pdf-job.ts';

/** Loaded after the list, so that the list appears sooner and the dialog still opens at once. */
const ProgressDialog = lazyDialog(() => import('./progress-dialog.tsx'), 'ProgressDialog', {
  title: 'Invoice Generation Progress',
});

/** The progress of the PDF that a job follows. */
const ShownProgress = ({ area, job }: { area: PdfArea; job: PdfJob }) => {
  const { followed } = job;

  return (
    job.isShown && (
      <ProgressDialog
        area={area}
        pdf={followed}
        progress={job.progress}
        notice={job.notice}
        isCancelling={job.isCancelling}
        onCancel={job.cancel}
        onRetry={() => followed && job.makePdf(followed)}
        onClose={job.close}
      />
    )
  );
};

interface InvoicesTabProps {
  userId: number;
  /** The form with its data from other areas, which the screen combines. It is loaded after the list. */
  Form: ComponentType<InvoiceFormProps> & { preload?: () => Promise<void> };
  /** Removes the form from the address. */
  onNewClosed?: () => void;
}

/** The invoices of one client, the form for a new one, and the progress of its PDF. */
export const InvoicesTab = ({ userId, Form, onNewClosed }: InvoicesTabProps) => {
  // The address may open the form. What is typed keeps it open in its tab.
  const [isOpenedHere, setIsOpenedHere] = useState(() => hasDraft(invoiceDraft(userId)));
  const openHere = () => setIsOpenedHere(true);
  const form = useFormAt(({ client: opened, tab, new: form }) =>
    opened === userId && tab === 'invoices' && (isOpenedHere || form === 'invoice') ? 'invoice' : undefined,
  );
  const job = useInvoiceJob(userId);
  const noteJob = usePdfJob('credit-notes', userId);
  const notes = useQuery(creditNoteListQuery(userId));
  const menuId = useId();
  // The button of an empty list is a second one: a button that moved there would lose the focus.
  const createButton = (label: string, variant: 'solid' | 'outline') =>
    !form.shown && (
      <Button size="sm" variant={variant} onClick={openHere}>
        <Plus /> {label}
      </Button>
    );

  const closeForm = () => {
    setIsOpenedHere(false);
    if (form.search.new) {
      onNewClosed?.();
    }
  };

  useEffect(() => {
    void Form.preload?.();
    void ProgressDialog.preload();
  }, [Form]);

  return (
    <Stack gap="4">
      <HStack justify="space-between" flexWrap="wrap">
        <Heading as="h3" size="md">
          Invoices
        </Heading>
        <HStack gap="2" flexWrap="wrap">
          <Button asChild size="sm" variant="ghost" colorPalette="gray">
            <Link
              from="/admin"
              to="/admin"
              search={(shown) => ({ ...shown, open: 'debug.console' as const })}
            >
              <Stethoscope /> Debug API
            </Link>
          </Button>
          {createButton('New invoice', 'solid')}
        </HStack>
      </HStack>
      {form.shown && (
        <Form
          userId={userId}
          isCreating={job.isCreating}
          isShownAt={form.isShownAt}
          onCreate={job.create}
          onTyped={openHere}
          onClose={closeForm}
        />
      )}
      <InvoiceMenu id={menuId} userId={userId}>
        <ReadInvoices
          userId={userId}
          cardHeight="9.375rem"
          emptyAction={createButton('Create the first invoice', 'outline')}
          isWaiting={notes.isPending && notes.failureCount === 0}
        >
          {(invoices) => (
            <Stack gap="4">
              <InvoiceRows
                invoices={openFirst(invoices)}
                Card={InvoiceCard}
                actions={(invoice) => (
                  <>
                    <PdfAction pdf={pdfOfInvoice(invoice)} fileName={invoice.fileName} job={job} />
                    <InvoiceMenuButton menuId={menuId} invoice={invoice} />
                  </>
                )}
              />
              <CreditNotes read={notes} job={noteJob} />
            </Stack>
          )}
        </ReadInvoices>
      </InvoiceMenu>
      <ShownProgress area="invoices" job={job} />
      <ShownProgress area="credit-notes" job={noteJob} />
    </Stack>
  );
};
