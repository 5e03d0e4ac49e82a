import { Button, Heading, HStack, Stack } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { hasDraft } from '../../lib/drafts.ts';
import { PdfAction, StatusActions } from './invoice-actions.tsx';
import { InvoiceForm, invoiceDraft } from './invoice-form.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { ProgressDialog } from './progress-dialog.tsx';
import { useInvoiceJob } from './use-invoice-job.ts';

/** The invoices of one client, the form for a new one, and the progress of its PDF. */
export const InvoicesTab = ({ userId }: { userId: number }) => {
  const [isFormOpen, setIsFormOpen] = useState(() => hasDraft(invoiceDraft(userId)));
  const job = useInvoiceJob(userId);
  const { followed } = job;

  return (
    <Stack gap="4">
      <HStack justify="space-between">
        <Heading as="h3" size="md">
          Invoices
        </Heading>
        {!isFormOpen && (
          <Button size="sm" onClick={() => setIsFormOpen(true)}>
            <Plus /> Create Invoice
          </Button>
        )}
      </HStack>
      {isFormOpen && (
        <InvoiceForm
          userId={userId}
          isCreating={job.isCreating}
          onCreate={job.create}
          onClose={() => setIsFormOpen(false)}
        />
      )}
      <InvoiceList
        userId={userId}
        actions={(invoice) => (
          <>
            <StatusActions userId={userId} invoice={invoice} />
            <PdfAction
              invoice={invoice}
              isRunning={job.isRunning && followed?.id === invoice.id}
              onMakePdf={() => job.makePdf(invoice)}
              onShowProgress={job.show}
            />
          </>
        )}
      />
      {job.isShown && (
        <ProgressDialog
          invoiceNumber={followed?.invoiceNumber}
          progress={job.progress}
          notice={job.notice}
          isCancelling={job.isCancelling}
          onCancel={job.cancel}
          onRetry={() => followed && job.makePdf(followed)}
          onClose={job.close}
        />
      )}
    </Stack>
  );
};
