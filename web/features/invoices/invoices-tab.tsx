import { Button, Heading, HStack, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Stethoscope } from 'lucide-react';
import { useEffect, useId } from 'react';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { CreditNotes } from './credit-notes/credit-notes.tsx';
import { InvoiceMenu, InvoiceMenuButton, PdfAction } from './invoice-actions.tsx';
import { InvoiceCard } from './invoice-card.tsx';
import { InvoiceRows, ReadInvoices } from './invoice-list.tsx';
import { openFirst } from './owed.ts';
import { creditNoteListQuery } from './queries.ts';
import { type PdfArea, pdfOfInvoice } from './shown-pdfs.ts';
import { type PdfJob, usePdfJob } from './use-pdf-job.ts';

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

/** The invoices of one client with their credit notes, and the progress of a PDF that is made. */
export const InvoicesTab = ({ userId }: { userId: number }) => {
  const job = usePdfJob('invoices', userId);
  const noteJob = usePdfJob('credit-notes', userId);
  const notes = useQuery(creditNoteListQuery(userId));
  const menuId = useId();
  const { label, link } = dialogAct(RECORD_ACTS, 'invoice.new', { client: userId });

  useEffect(() => {
    void ProgressDialog.preload();
  }, []);

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
          <Button asChild size="sm">
            <Link {...link}>
              <Plus /> {label}
            </Link>
          </Button>
        </HStack>
      </HStack>
      <InvoiceMenu id={menuId} userId={userId}>
        <ReadInvoices
          userId={userId}
          cardHeight="9.375rem"
          emptyAction={
            <Button asChild size="sm" variant="outline">
              <Link {...link}>
                <Plus /> Create the first invoice
              </Link>
            </Button>
          }
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
