import { renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import type { ClaimedJob, InvoiceJobStore } from '#functions/ports/database/invoice-job-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import { HTML_BYTES_MAX, type PdfPrinter } from '#functions/ports/pdf-printer.ts';
import type { ProgressStep } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import {
  completeStep,
  failStep,
  isCompleted,
  reachedStep,
  reopenSteps,
  type StepName,
  startStep,
} from './invoice-steps.ts';

/** Tries of a job, counted by its row alone; then it is parked with its error. */
export const TRIES_MAX = 5;

const LEASE_MS = 30_000;

/** The largest PDF that the download route answers: a Lambda's answer ends at 6 MB, base64 included. */
const PDF_BYTES_MAX = 4 * 1024 * 1024;

/** What the dialog says of a step that failed without a sentence of its own. */
const STEP_FAILURES: Record<StepName, string> = {
  'Generating HTML Content': 'The invoice could not be laid out.',
  'Validating HTML Size': 'The size of the invoice could not be checked.',
  'Converting to PDF': 'The PDF could not be made because the print engine stopped.',
  'Uploading to cloud drive storage': 'The cloud drive storage did not take the PDF.',
  'Saving to Database': 'The PDF was stored, but the database did not take note of it.',
};

interface InvoicePdfPorts {
  database: { invoiceJobs: InvoiceJobStore };
  invoiceFiles: InvoiceFiles;
  pdfPrinter: PdfPrinter;
}

/** Another worker has taken the job over, so this one must not write any more. */
class LeaseLostError extends Error {}

/** Refuses a document that is too large to print, before a browser sees it. */
export const requirePrintableSize = (document: string): void => {
  if (new TextEncoder().encode(document).byteLength <= HTML_BYTES_MAX) return;

  throw new AppError(
    'payload_too_large',
    'This invoice is too large for a PDF: its HTML may have at most 1 MB.',
  );
};

const requirePdfSize = (pdf: Uint8Array) => {
  if (pdf.length > PDF_BYTES_MAX) {
    throw new AppError('unprocessable', 'The PDF is larger than 4 MB. Please split the invoice.');
  }
};

/** The job as this worker holds it: where it is, and what it may write while the job bears its token. */
const hold = (
  invoiceJobs: InvoiceJobStore,
  { invoiceId, leaseToken, ...job }: ClaimedJob,
  clock: () => Date,
) => {
  let steps = job.steps;
  let current = reachedStep(steps);

  const stillHeld = <T>(written: T | false | undefined): T => {
    if (!written) throw new LeaseLostError(`Another worker has taken the job of invoice ${invoiceId}`);

    return written;
  };
  const save = async (changed: ProgressStep[]) => {
    steps = changed;
    stillHeld(await invoiceJobs.saveSteps(invoiceId, leaseToken, steps, clock()));
  };

  return {
    isCompleted: (name: StepName) => isCompleted(steps, name),
    /** Takes an earlier try's error off the steps. */
    reopen: () => save(reopenSteps(steps)),
    /** Does a step and marks it. What an earlier try completed keeps its mark and is done for its result alone. */
    walk: async <T>(name: StepName, work: () => Promise<T> | T): Promise<T> => {
      current = name;
      if (isCompleted(steps, name)) return work();

      await save(startStep(steps, name, clock()));
      const result = await work();
      steps = completeStep(steps, name, clock());

      return result;
    },
    /** The file's id: the first that any try has kept, so that no invoice gets two files. */
    keepDriveFileId: async (id: string) =>
      stillHeld(await invoiceJobs.keepDriveFileId(invoiceId, leaseToken, id, clock())),
    complete: async (name: string) => {
      const file = { name, path: `invoices/${name}`, downloadUrl: `/api/invoices/${invoiceId}/download` };
      const completed = completeStep(steps, 'Saving to Database', clock());
      stillHeld(await invoiceJobs.complete(invoiceId, leaseToken, file, completed, clock()));
    },
    /** Gives the job back for another try, or parks it if there is none. */
    fail: async (error: unknown) => {
      const sentence = error instanceof AppError ? error.message : STEP_FAILURES[current];
      // A refusal stays one however often it is tried; a vendor that is not there may come back.
      const isRefused = error instanceof AppError && error.code !== 'unavailable';
      const state = isRefused || job.attempts >= TRIES_MAX ? 'failed' : 'queued';
      await invoiceJobs.release(
        invoiceId,
        leaseToken,
        state,
        failStep(steps, current, sentence, clock()),
        clock(),
      );
    },
  };
};

const makePdf = async (
  { invoiceFiles, pdfPrinter }: Omit<InvoicePdfPorts, 'database'>,
  { invoice, driveFileId }: ClaimedJob,
  held: ReturnType<typeof hold>,
): Promise<void> => {
  const name = `${invoice.invoiceNumber}.pdf`;

  if (!held.isCompleted('Uploading to cloud drive storage')) {
    const html = await held.walk('Generating HTML Content', () => renderInvoiceHtml(invoice));
    await held.walk('Validating HTML Size', () => requirePrintableSize(html));
    const bytes = await held.walk('Converting to PDF', () => pdfPrinter.print(html));
    await held.walk('Uploading to cloud drive storage', async () => {
      requirePdfSize(bytes);
      const id = driveFileId ?? (await held.keepDriveFileId(await invoiceFiles.generateId()));
      await invoiceFiles.upload({ id, name, bytes, invoiceNumber: invoice.invoiceNumber });
    });
  }

  await held.walk('Saving to Database', () => held.complete(name));
};

/**
 * Makes the PDF of an invoice and stores it. Called at least once for each message: a job that is done, cancelled
 * or held by another worker is left alone. Throws what went wrong, so that it is logged and the queue delivers
 * again; whether another try is due is decided by the job's row.
 */
export const runInvoicePdfJob = async (
  ports: InvoicePdfPorts,
  invoiceId: number,
  clock: () => Date,
): Promise<void> => {
  const { invoiceJobs } = ports.database;
  const now = clock();
  const job = await invoiceJobs.claim(invoiceId, {
    token: crypto.randomUUID(),
    until: new Date(now.getTime() + LEASE_MS),
    now,
  });
  if (!job) return;

  const held = hold(invoiceJobs, job, clock);
  try {
    if (job.attempts > TRIES_MAX) throw new Error(`No try of invoice ${invoiceId} came to an end`);
    if (job.attempts > 1) await held.reopen();
    await makePdf(ports, job, held);
  } catch (error) {
    if (error instanceof LeaseLostError) return;

    await held.fail(error);
    throw error;
  }
};
