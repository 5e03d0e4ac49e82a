import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoicePdfStore } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import { PROGRESS_STEPS, type ProgressStep } from '#shared/contract/invoices.ts';
import { endPdfWait, listStoredPdfs, readJobRow, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice, readProgress } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let userId: number;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
  userId = await addUser(portal, {});
});
afterAll(() => portal.stop());

const issue = () => issueInvoice(portal, admin, userId);
const progressOf = (invoiceId: number) => readProgress(portal, admin, invoiceId);
const storedPdfs = (invoiceNumber: string) =>
  listStoredPdfs(portal).filter((name) => name === `${invoiceNumber}.pdf`);

interface WorkerPorts {
  jobs: JobStore;
  invoicePdfs: InvoicePdfStore;
  invoiceFiles: InvoiceFiles;
  pdfPrinter: PdfPrinter;
}

const NOW = Date.now();

/** Starts a worker on the real ports, some of them changed, whose clock is stopped some seconds ahead of the others'. */
const startWorker = async (
  invoiceId: number,
  change: (real: WorkerPorts) => Partial<WorkerPorts> = () => ({}),
  secondsAhead = 0,
): Promise<void> => {
  const { runInvoicePdfJob } = await import('#functions/domain/invoices/run-invoice-pdf-job.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');
  const { pdfPrinter } = await import('#functions/runtime/ports/pdf-printer-port.ts');
  const real: WorkerPorts = {
    jobs: database.jobs,
    invoicePdfs: database.invoicePdfs,
    invoiceFiles,
    pdfPrinter,
  };
  const { jobs, invoicePdfs, ...ports } = { ...real, ...change(real) };

  return runInvoicePdfJob(
    {
      database: { jobs, invoicePdfs },
      mailSettings: { isOn: false },
      businessMailQueue: { send: async () => {} },
      invoicePdfQueue: { send: async () => {} },
      ...ports,
    },
    String(invoiceId),
    () => new Date(NOW + secondsAhead * 1000),
  );
};

/** Returns a point at which a worker stops: `reached` resolves when it gets there, and it goes on only after `wake`. */
const makeFreeze = () => {
  const reached = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();

  return {
    reached: reached.promise,
    wake: woken.resolve,
    stop: async <T>(result: T): Promise<T> => {
      reached.resolve();
      await woken.promise;

      return result;
    },
  };
};

type Freeze = ReturnType<typeof makeFreeze>;

/** The steps whose beginning is stored; the check of the size takes no time. */
const STORED_STEPS = PROGRESS_STEPS.filter((name) => name !== 'Validating HTML Size');

/** The points at which a worker may die: when a step was marked as begun, or between its work and its next mark. */
const DEATHS: [string, (real: WorkerPorts, freeze: Freeze) => Partial<WorkerPorts>][] = [
  ...STORED_STEPS.map((name): (typeof DEATHS)[number] => [
    `as it began '${name}'`,
    ({ jobs }, freeze) => ({
      jobs: {
        ...jobs,
        saveProgress: async (held, progress) => {
          const isHeld = await jobs.saveProgress(held, progress);
          const steps = progress as ProgressStep[];
          const hasBegun = steps.some((step) => step.name === name && step.status === 'in-progress');

          return hasBegun ? freeze.stop(isHeld) : isHeld;
        },
      },
    }),
  ]),
  [
    'before it stored the id of its file',
    ({ invoiceFiles }, freeze) => ({
      invoiceFiles: {
        ...invoiceFiles,
        generateId: async () => freeze.stop(await invoiceFiles.generateId()),
      },
    }),
  ],
  [
    'after it stored its file',
    ({ invoiceFiles }, freeze) => ({
      invoiceFiles: { ...invoiceFiles, upload: async (file) => freeze.stop(await invoiceFiles.upload(file)) },
    }),
  ],
];

describe.each(DEATHS)('a worker that dies %s', (death, die) => {
  it(`a worker that dies ${death} is replaced, with one PDF and no late write`, async () => {
    const { id, invoiceNumber } = await issue();
    const freeze = makeFreeze();
    const dying = startWorker(id, (real) => die(real, freeze));
    await freeze.reached;

    await startWorker(id, undefined, 29);
    expect(await progressOf(id)).toMatchObject({ state: 'running' });
    await startWorker(id, undefined, 31);
    expect(await progressOf(id)).toMatchObject({ state: 'completed', percent: 100 });

    const row = await readJobRow(portal, id);
    freeze.wake();
    await dying;
    expect(await readJobRow(portal, id)).toEqual(row);
    expect(storedPdfs(invoiceNumber)).toHaveLength(1);
    const { status } = await portal.call('GET', `/api/invoices/${id}/download`, admin);
    expect(status).toBe(200);
  });
});

describe('a PDF worker that takes over', () => {
  it('a worker that takes over does not repeat a print or upload, and keeps the marks of finished steps', async () => {
    const { id } = await issue();
    const freeze = makeFreeze();
    const dying = startWorker(id, ({ invoicePdfs }) => ({
      invoicePdfs: {
        ...invoicePdfs,
        complete: async (held, ...written) => invoicePdfs.complete(await freeze.stop(held), ...written),
      },
    }));
    await freeze.reached;
    const before = await progressOf(id);

    const refuse = () => Promise.reject(new Error('This was done before'));
    await startWorker(
      id,
      ({ invoiceFiles }) => ({
        pdfPrinter: { print: refuse },
        invoiceFiles: { ...invoiceFiles, generateId: refuse, upload: refuse },
      }),
      31,
    );

    const after = await progressOf(id);
    expect(after).toMatchObject({ state: 'completed' });
    expect(after.steps.slice(0, 4)).toEqual(before.steps.slice(0, 4));
    freeze.wake();
    await dying;
  });

  it('a PDF worker records a failure on the step where it happened, also on one that succeeded before', async () => {
    const { id } = await issue();
    portal.drive.failNext('files.create', 503);
    await expect(runPdfJob(portal, id)).rejects.toThrow();
    await endPdfWait(portal, id);
    const printing = startWorker(id, () => ({
      pdfPrinter: { print: () => Promise.reject(new Error('no')) },
    }));

    await expect(printing).rejects.toThrow();
    const { steps } = await progressOf(id);
    expect(steps[2]).toMatchObject({
      status: 'error',
      error: 'The PDF could not be made because the print engine stopped.',
    });
    expect(steps[3]).toMatchObject({ status: 'pending', error: null });
  });
});

describe('a message that is delivered several times at once', () => {
  it('a message that is delivered five times at once makes one PDF in one try', async () => {
    const { id, invoiceNumber } = await issue();
    await Promise.all(Array.from({ length: 5 }, () => runPdfJob(portal, id)));

    expect(await readJobRow(portal, id)).toMatchObject({ state: 'completed', attempts: 1 });
    expect(storedPdfs(invoiceNumber)).toHaveLength(1);
  });

  it('a message that is delivered again after its PDF is made changes nothing', async () => {
    const { id } = await issue();
    await runPdfJob(portal, id);
    const row = await readJobRow(portal, id);
    await runPdfJob(portal, id);

    expect(await readJobRow(portal, id)).toEqual(row);
  });
});

describe('a PDF over 4 MB', () => {
  it('a PDF over 4 MB is refused at its upload with a sentence, and nothing is stored', async () => {
    const { id, invoiceNumber } = await issue();
    const large = new Uint8Array(4 * 1024 * 1024 + 1);
    const printing = startWorker(id, () => ({ pdfPrinter: { print: async () => large } }));

    await expect(printing).rejects.toThrow('The PDF is larger than 4 MB. Please split the invoice.');
    const failed = await progressOf(id);
    expect(failed).toMatchObject({ state: 'failed' });
    expect(failed.steps[3]).toMatchObject({
      status: 'error',
      error: 'The PDF is larger than 4 MB. Please split the invoice.',
    });
    expect(storedPdfs(invoiceNumber)).toEqual([]);
  });

  it('a PDF of exactly 4 MB is stored', async () => {
    const { id } = await issue();
    await startWorker(id, () => ({ pdfPrinter: { print: async () => new Uint8Array(4 * 1024 * 1024) } }));

    expect(await progressOf(id)).toMatchObject({ state: 'completed' });
  });
});
