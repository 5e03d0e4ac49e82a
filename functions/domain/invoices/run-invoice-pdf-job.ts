import * as z from 'zod';
import { renderPrinted } from '#functions/documents/printed-html.ts';
import { type HeldJob, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import { sendNextInLane } from '#functions/domain/jobs/next-in-lane.ts';
import { nextMailMoment } from '#functions/domain/mails/run-mail-hours.ts';
import type { InvoicePdfStore } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { HTML_BYTES_MAX, type PdfPrinter } from '#functions/ports/pdf-printer.ts';
import { isLaneOfRun } from '#shared/billing/run-lanes.ts';
import { type ProgressStep, pendingSteps, progressStep } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import { type PdfSubject, pdfJobKey } from '#shared/invoices/pdf-jobs.ts';
import { wordsOf } from './document-words.ts';
import {
  completeStep,
  failStep,
  isCompleted,
  reachedStep,
  reopenSteps,
  type StepName,
  startStep,
} from './invoice-steps.ts';

/** The largest PDF that the download route answers: a Lambda may answer at most 6 MB, base64 included. */
const PDF_BYTES_MAX = 4 * 1024 * 1024;

type Noun = ReturnType<typeof wordsOf>['noun'];

/** Sentences of the dialog for a failed step whose error has no sentence for users. */
const wordFailures = (noun: Noun): Record<StepName, string> => ({
  'Generating HTML Content': `The ${noun} could not be laid out.`,
  'Validating HTML Size': `The size of the ${noun} could not be checked.`,
  'Converting to PDF': 'The PDF could not be made because the print engine stopped.',
  'Uploading to cloud drive storage': 'The cloud drive storage did not take the PDF.',
  'Saving to Database': 'The PDF was stored, but the database did not take note of it.',
});

interface InvoicePdfPorts {
  database: {
    jobs: Pick<JobStore, 'claim' | 'saveProgress' | 'release' | 'takeNextInLane'>;
    invoicePdfs: Pick<InvoicePdfStore, 'findPrinted' | 'keepDriveFileId' | 'complete'>;
  };
  invoiceFiles: InvoiceFiles;
  pdfPrinter: PdfPrinter;
  mailSettings: MailSettings;
  businessMailQueue: JobSender;
  invoicePdfQueue: JobSender;
}

const payload: z.ZodType<PdfSubject> = z.union([
  z.object({ invoiceId: z.number() }),
  z.object({ creditNoteId: z.number() }),
]);
const storedSteps = z.array(progressStep).nullable();

/** Refuses a document that is too large to print, before a browser sees it. */
export const requirePrintableSize = (document: string, noun: Noun = 'invoice'): void => {
  if (new TextEncoder().encode(document).byteLength <= HTML_BYTES_MAX) {
    return;
  }

  throw new AppError(
    'payload_too_large',
    `This ${noun} is too large for a PDF: its HTML may have at most 1 MB.`,
  );
};

const requirePdfSize = (pdf: Uint8Array, noun: Noun) => {
  if (pdf.length > PDF_BYTES_MAX) {
    throw new AppError('unprocessable', `The PDF is larger than 4 MB. Please split the ${noun}.`);
  }
};

/** Walks the steps of a job, and writes each to the job's row before its work begins. */
const walkSteps = (
  jobs: Pick<JobStore, 'saveProgress'>,
  { job, noun }: { job: HeldJob; noun: Noun },
  clock: () => Date,
) => {
  let steps = storedSteps.parse(job.progress) ?? pendingSteps();
  let current = reachedStep(steps);

  const save = async (changed: ProgressStep[]) => {
    steps = changed;
    job.stillHeld(await jobs.saveProgress(job.held(), changed));
  };

  return {
    isCompleted: (name: StepName) => isCompleted(steps, name),
    /** Removes an earlier try's error from the steps. */
    reopen: () => save(reopenSteps(steps)),
    /**
     * Does a step and marks it. A step that an earlier try completed keeps its mark and is repeated only for its
     * result.
     */
    walk: async <T>(name: StepName, work: () => Promise<T>): Promise<T> => {
      current = name;
      if (isCompleted(steps, name)) {
        return work();
      }

      await save(startStep(steps, name, clock()));
      const result = await work();
      steps = completeStep(steps, name, clock());

      return result;
    },
    /** Does a step that takes no time; the next step's write stores it too. */
    check: (name: StepName, work: () => void): void => {
      current = name;
      work();
      if (!isCompleted(steps, name)) {
        steps = completeStep(startStep(steps, name, clock()), name, clock());
      }
    },
    /** Returns the steps with the last one completed, for the write that ends the job. */
    complete: () => completeStep(steps, 'Saving to Database', clock()),
    /** Returns the failure, marked at the step where it happened. */
    fail: (error: unknown) => {
      const sentence = error instanceof AppError ? error.message : wordFailures(noun)[current];

      return { error: sentence, progress: failStep(steps, current, sentence, clock()) };
    },
  };
};

interface PdfJob {
  subject: PdfSubject;
  job: HeldJob;
  steps: ReturnType<typeof walkSteps>;
}

const storePdf = async (
  { database, invoiceFiles, pdfPrinter, mailSettings, businessMailQueue }: InvoicePdfPorts,
  { subject, job, steps }: PdfJob,
): Promise<void> => {
  const { invoicePdfs } = database;
  const { noun, folder } = wordsOf(subject);
  /** Stores a new id for the file. Returns the first id that any try has stored, so that no document gets two files. */
  const takeDriveFileId = async () => {
    const driveFileId = await invoiceFiles.generateId();
    const file = { driveId: invoiceFiles.driveId, driveFileId };

    return job.stillHeld(await invoicePdfs.keepDriveFileId(job.held(), subject, file));
  };

  const { printed, html } = await steps.walk('Generating HTML Content', async () => {
    const printed = await invoicePdfs.findPrinted(subject);
    if (!printed) {
      throw new Error(`The document of job ${pdfJobKey(subject)} is gone`);
    }
    const copiedAt = printed.firstPrintedAt === null ? null : job.held().now.toISOString();

    return { printed, html: renderPrinted({ ...printed.document, copiedAt }) };
  });
  const { number, driveFileId, document } = printed;
  const name = `${number}.pdf`;

  if (!steps.isCompleted('Uploading to cloud drive storage')) {
    steps.check('Validating HTML Size', () => requirePrintableSize(html, noun));
    const { bytes, fileId } = await steps.walk('Converting to PDF', async () => {
      const printing = pdfPrinter.print(html, document.supplier.name);
      const takingId = driveFileId ?? takeDriveFileId();
      // Wait for both even if one fails: Lambda freezes work that is still running after the job.
      await Promise.allSettled([printing, takingId]);

      // A fault of the id belongs to the upload.
      return { bytes: await printing, fileId: takingId };
    });
    await steps.walk('Uploading to cloud drive storage', async () => {
      requirePdfSize(bytes, noun);
      await invoiceFiles.upload({ id: await fileId, name, bytes, documentNumber: number });
    });
  }

  const { mailId } = await steps.walk('Saving to Database', async () => {
    const id = 'invoiceId' in subject ? subject.invoiceId : subject.creditNoteId;
    const file = { name, path: `${folder}/${name}`, downloadUrl: `/api/${folder}/${id}/download` };

    const { now } = job.held();
    const mailNotBefore = isLaneOfRun(job.lane) ? nextMailMoment(now) : null;
    const end = { steps: steps.complete(), isMailOn: mailSettings.isOn, mailNotBefore };

    return job.stillHeld(await invoicePdfs.complete(job.held(), subject, file, end));
  });
  if (mailId) {
    await businessMailQueue.send(mailId);
  }
};

/**
 * Makes the PDF of an invoice or a credit note and stores it, and queues the mail that waits for it. After a killed run, the next one
 * continues at the step that was reached.
 */
export const runInvoicePdfJob = async (
  ports: InvoicePdfPorts,
  key: string,
  clock: () => Date,
): Promise<void> => {
  const { jobs } = ports.database;
  let lane: string | null = null;

  await workOnJob(jobs, { kind: 'invoice-pdf', key }, clock, (job) => {
    const subject = payload.parse(job.payload);
    lane = job.lane;
    const steps = walkSteps(jobs, { job, noun: wordsOf(subject).noun }, clock);

    return {
      run: async () => {
        if (job.attempts > 1) {
          await steps.reopen();
        }
        await storePdf(ports, { subject, job, steps });
      },
      explain: steps.fail,
    };
  });
  if (lane !== null) {
    await sendNextInLane({ jobs, queue: ports.invoicePdfQueue }, 'invoice-pdf', lane, clock());
    if (ports.mailSettings.isOn) {
      // The mail waits in the lane of its PDF.
      await sendNextInLane({ jobs, queue: ports.businessMailQueue }, 'business-mail', lane, clock());
    }
  }
};
