import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { ClaimedJob, InvoiceJobStore } from '#functions/ports/invoice-job-store.ts';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import type { ProgressStep } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import { renderInvoiceHtml, requirePrintableSize } from './invoice-html.ts';
import {
  completeStep,
  currentStepName,
  failCurrentStep,
  isCompleted,
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

const requirePdfSize = (pdf: Uint8Array) => {
  if (pdf.length > PDF_BYTES_MAX) {
    throw new AppError('unprocessable', 'The PDF is larger than 4 MB. Please split the invoice.');
  }
};

/**
 * Walks the steps of a claimed job and writes each change before the work goes on. A step that an earlier try
 * completed keeps its mark; layout and print are done again without a mark if the file was not stored yet.
 */
const makePdf = async (
  { database: { invoiceJobs }, invoiceFiles, pdfPrinter }: InvoicePdfPorts,
  job: ClaimedJob,
  clock: () => Date,
  track: { steps: ProgressStep[] },
): Promise<void> => {
  const { invoiceId, leaseToken, invoice } = job;
  const held = (isHeld: boolean) => {
    if (!isHeld) throw new LeaseLostError(`Another worker has taken the job of invoice ${invoiceId}`);
  };

  const step = async <T>(name: StepName, work: () => Promise<T> | T): Promise<T> => {
    if (isCompleted(track.steps, name)) return work();

    track.steps = startStep(track.steps, name, clock());
    held(await invoiceJobs.saveSteps(invoiceId, leaseToken, track.steps, clock()));
    const result = await work();
    track.steps = completeStep(track.steps, name, clock());

    return result;
  };

  if (!isCompleted(track.steps, 'Uploading to cloud drive storage')) {
    const html = await step('Generating HTML Content', () => renderInvoiceHtml(invoice));
    await step('Validating HTML Size', () => requirePrintableSize(html));
    const pdf = await step('Converting to PDF', () => pdfPrinter.print(html));

    await step('Uploading to cloud drive storage', async () => {
      requirePdfSize(pdf);
      const id = job.driveFileId ?? (await invoiceFiles.generateId());
      if (!job.driveFileId) held(await invoiceJobs.saveDriveFileId(invoiceId, leaseToken, id, clock()));
      await invoiceFiles.upload({
        id,
        name: `${invoice.invoiceNumber}.pdf`,
        bytes: pdf,
        invoiceNumber: invoice.invoiceNumber,
      });
    });
  }

  await step('Saving to Database', async () => {
    const name = `${invoice.invoiceNumber}.pdf`;
    const completed = completeStep(track.steps, 'Saving to Database', clock());
    const file = { name, path: `invoices/${name}`, downloadUrl: `/api/invoices/${invoiceId}/download` };
    held(await invoiceJobs.complete(invoiceId, leaseToken, file, completed, clock()));
  });
};

/**
 * Makes the PDF of an invoice and stores it. Called at least once for each message: a job that is done, cancelled
 * or held by another worker is left alone. Throws if another try is due, so that the queue delivers again.
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

  const track = { steps: job.steps };
  try {
    await makePdf(ports, job, clock, track);
  } catch (error) {
    if (error instanceof LeaseLostError) return;

    const sentence = error instanceof AppError ? error.message : STEP_FAILURES[currentStepName(track.steps)];
    // A refusal stays one however often it is tried; a vendor that is not there may come back.
    const isRefused = error instanceof AppError && error.code !== 'unavailable';
    const isOver = isRefused || job.attempts >= TRIES_MAX;
    const failed = failCurrentStep(track.steps, sentence, clock());
    await invoiceJobs.release(invoiceId, job.leaseToken, isOver ? 'failed' : 'queued', failed, clock());
    if (!isOver) throw error;
  }
};
