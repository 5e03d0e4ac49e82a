import { Button, Heading, HStack, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type AsyncRouteComponent, Link } from '@tanstack/react-router';
import { Plus, Stethoscope } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { hasDraft } from '../../lib/drafts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { PdfAction, StatusActions } from './invoice-actions.tsx';
import { invoiceDraft } from './invoice-draft.ts';
import type { InvoiceFormProps } from './invoice-form.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { invoiceListQuery } from './queries.ts';
import { useInvoiceJob } from './use-invoice-job.ts';

/** Loaded behind the list, so that the list is there sooner and the dialog still opens at once. */
const ProgressDialog = lazyPart(() => import('./progress-dialog.tsx'), 'ProgressDialog');

interface InvoicesTabProps {
  userId: number;
  clientName: string;
  /** The form with what it needs of other areas, which the screen puts together. It is loaded behind the list. */
  Form: AsyncRouteComponent<InvoiceFormProps>;
}

/** The invoices of one client, the form for a new one, and the progress of its PDF. */
export const InvoicesTab = ({ userId, clientName, Form }: InvoicesTabProps) => {
  const [isFormOpen, setIsFormOpen] = useState(() => hasDraft(invoiceDraft(userId)));
  const job = useInvoiceJob(userId);
  const { followed } = job;
  const { data: invoices } = useQuery(invoiceListQuery(userId));
  const createButton = !isFormOpen && (
    <Button size="sm" onClick={() => setIsFormOpen(true)}>
      <Plus /> Create Invoice
    </Button>
  );

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
          <Button asChild size="sm" variant="outline">
            <Link from="/admin" to="/admin" search={(shown) => ({ ...shown, debug: true })}>
              <Stethoscope /> Debug API
            </Link>
          </Button>
          {invoices?.length !== 0 && createButton}
        </HStack>
      </HStack>
      {isFormOpen && (
        <Suspense>
          <Form
            userId={userId}
            isCreating={job.isCreating}
            onCreate={job.create}
            onClose={() => setIsFormOpen(false)}
          />
        </Suspense>
      )}
      <InvoiceList
        userId={userId}
        emptyAction={createButton}
        actions={(invoice) => (
          <>
            <StatusActions userId={userId} clientName={clientName} invoice={invoice} />
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
        <Suspense>
          <ProgressDialog
            invoiceNumber={followed?.invoiceNumber}
            progress={job.progress}
            notice={job.notice}
            isCancelling={job.isCancelling}
            onCancel={job.cancel}
            onRetry={() => followed && job.makePdf(followed)}
            onClose={job.close}
          />
        </Suspense>
      )}
    </Stack>
  );
};
