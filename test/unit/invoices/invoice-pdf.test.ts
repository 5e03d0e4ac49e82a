import { describe, expect, it } from 'vitest';
import { completeStep, failStep } from '#functions/domain/invoices/invoice-steps.ts';
import { runInvoicePdfJob } from '#functions/domain/invoices/run-invoice-pdf-job.ts';
import type { Release } from '#functions/ports/database/jobs/job-store.ts';
import { PROGRESS_STEPS, type ProgressStep, pendingSteps } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import { makeInvoice } from '#test/support/invoices/invoices.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const PDF = new Uint8Array(8);

const CLAIMED = {
  jobId: 1,
  leaseToken: 'a lease',
  attempts: 1,
  crashes: 1,
  firstTriedAt: NOW,
  payload: { invoiceId: 7 },
  progress: null as ProgressStep[] | null,
  lane: null,
};

const statusesOf = (steps: readonly ProgressStep[] | undefined) => steps?.map(({ status }) => status);
/** Returns the steps after the first `count` of them are done. */
const done = (count: number) =>
  PROGRESS_STEPS.slice(0, count).reduce((steps, name) => completeStep(steps, name, NOW), pendingSteps());

const ANSWERS = {
  claimed: CLAIMED,
  driveFileId: null as string | null,
  /** The file id that is stored; undefined once another worker has the job. */
  keptId: 'kept-id' as string | undefined,
  isMailOn: true,
  /** The mail that waits for the PDF. */
  mailId: null as string | null,
  generateId: async (): Promise<string> => 'new-id',
  saveProgress: async (_steps: ProgressStep[]): Promise<boolean> => true,
  print: async (_html: string, _author?: string): Promise<Uint8Array> => PDF,
  upload: async (): Promise<void> => {},
};

/** Makes a worker for one invoice's PDF whose ports answer as given; `seen.done` lists its calls in order. */
const makeWorker = (change: Partial<typeof ANSWERS> = {}) => {
  const answers = { ...ANSWERS, ...change };
  const seen = {
    done: [] as string[],
    marks: [] as ProgressStep[][],
    completed: [] as (readonly ProgressStep[])[],
    released: [] as Release[],
  };

  const run = () =>
    runInvoicePdfJob(
      {
        mailSettings: { isOn: answers.isMailOn },
        invoicePdfQueue: { send: async (key) => void seen.done.push(`send next ${key}`) },
        businessMailQueue: {
          send: async (key) => {
            seen.done.push(`send ${key}`);
          },
        },
        database: {
          jobs: {
            claim: async () => answers.claimed,
            takeNextInLane: async (_kind, lane) => `of ${lane}`,
            saveProgress: async (_, progress) => {
              const steps = progress as ProgressStep[];
              const isHeld = await answers.saveProgress(steps);
              seen.marks.push(steps);

              return isHeld;
            },
            release: async (_, release) => {
              seen.released.push(release);

              return true;
            },
          },
          invoicePdfs: {
            findPrinted: async () => ({
              number: makeInvoice({}).invoiceNumber,
              document: { kind: 'invoice', ...makeInvoice({}) },
              firstPrintedAt: null,
              driveFileId: answers.driveFileId,
            }),
            keepDriveFileId: async (_, __, { driveFileId }) => {
              seen.done.push(`keep ${driveFileId}`);

              return answers.keptId;
            },
            complete: async (_, __, { name }, { steps, isMailOn }) => {
              seen.done.push(`name ${name}`);
              seen.completed.push(steps);

              return { mailId: isMailOn ? answers.mailId : null };
            },
          },
        },
        pdfPrinter: {
          print: async (html, author) => {
            seen.done.push('print');

            return answers.print(html, author);
          },
        },
        invoiceFiles: {
          driveId: 'a drive',
          generateId: async () => {
            seen.done.push('generate an id');

            return answers.generateId();
          },
          upload: async ({ id }) => {
            seen.done.push(`upload ${id}`);
            await answers.upload();
          },
          download: async () => undefined,
          remove: async () => {},
          check: async () => {},
        },
      },
      '7',
      () => NOW,
    );

  return { seen, run };
};

describe('the PDF job', () => {
  it('the PDF job runs its five steps, uploads under the stored id, and names the file', async () => {
    const { seen, run } = makeWorker();
    await run();

    expect(seen.done).toEqual([
      'print',
      'generate an id',
      'keep new-id',
      'upload kept-id',
      'name INV-2026-000123.pdf',
    ]);
    expect(seen.completed.map(statusesOf)).toEqual([Array(5).fill('completed')]);
    expect(seen.completed[0]?.map(({ name }) => name)).toEqual(PROGRESS_STEPS);
    expect(seen.released).toEqual([]);
  });

  it('the PDF job sends the mail that waits for the PDF once the PDF is stored', async () => {
    const { seen, run } = makeWorker({ mailId: 'a-mail' });
    await run();

    expect(seen.done.slice(-2)).toEqual(['name INV-2026-000123.pdf', 'send a-mail']);
  });

  it('the PDF job queues no mail in a portal that sends none', async () => {
    const { seen, run } = makeWorker({ mailId: 'a-mail', isMailOn: false });
    await run();

    expect(seen.done.at(-1)).toBe('name INV-2026-000123.pdf');
  });

  it('the PDF job reports an unexpected fault in the words of the step where it happened', async () => {
    const print = () => Promise.reject(new Error('Target closed: secret of the vendor'));
    const { seen, run } = makeWorker({ print });

    await expect(run()).rejects.toThrow('Target closed');
    const sentence = 'The PDF could not be made because the print engine stopped.';
    expect(seen.released).toEqual([
      {
        state: 'queued',
        notBefore: null,
        crashes: 1,
        error: sentence,
        progress: failStep(done(2), 'Converting to PDF', sentence, NOW).map((step) =>
          expect.objectContaining({ name: step.name, status: step.status, error: step.error }),
        ),
      },
    ]);
  });

  it('the PDF job clears the error and continues under the stored file id at the next try', async () => {
    const progress = failStep(done(3), 'Uploading to cloud drive storage', 'No.', NOW);
    const { seen, run } = makeWorker({
      claimed: { ...CLAIMED, attempts: 2, progress },
      driveFileId: 'first-id',
    });
    await run();

    expect(statusesOf(seen.marks[0])).toEqual(['completed', 'completed', 'completed', 'pending', 'pending']);
    expect(seen.done).toEqual(['print', 'upload first-id', 'name INV-2026-000123.pdf']);
  });

  it('the PDF job neither prints nor uploads again after the upload', async () => {
    const { seen, run } = makeWorker({ claimed: { ...CLAIMED, attempts: 2, progress: done(4) } });
    await run();

    expect(seen.done).toEqual(['name INV-2026-000123.pdf']);
  });

  it('the PDF job is parked at once if the PDF is too large for a download', async () => {
    const { seen, run } = makeWorker({ print: async () => new Uint8Array(4 * 1024 * 1024 + 1) });

    await expect(run()).rejects.toThrow('larger than 4 MB');
    expect(seen.released).toMatchObject([{ state: 'failed' }]);
    expect(seen.done).toEqual(['print', 'generate an id', 'keep new-id']);
  });

  it.each([
    ['saving its progress', { saveProgress: async () => false }, []],
    ["storing the file's id", { keptId: undefined }, ['print', 'generate an id', 'keep new-id']],
  ])(
    'the PDF job stops without an error once another worker has taken it, seen when %s',
    async (_, answers, done) => {
      const { seen, run } = makeWorker(answers);
      await run();

      expect(seen).toMatchObject({ done, completed: [], released: [] });
    },
  );

  it('the PDF job names the supplier as the author of the PDF', async () => {
    const authors: (string | undefined)[] = [];
    const { run } = makeWorker({
      print: async (_, author) => {
        authors.push(author);

        return PDF;
      },
    });
    await run();

    expect(authors).toEqual([makeInvoice({}).supplier.name]);
  });

  it('the PDF job takes the id of its file during the print', async () => {
    const taken = Promise.withResolvers<void>();
    const { run } = makeWorker({
      generateId: async () => {
        taken.resolve();

        return 'new-id';
      },
      print: async () => {
        await taken.promise;

        return PDF;
      },
    });

    await expect(run()).resolves.toBeUndefined();
  });

  it('the PDF job reports a drive that gives no id as a failure of the upload, after the print', async () => {
    const generateId = () => Promise.reject(new AppError('unavailable', 'The drive is away.'));
    const { seen, run } = makeWorker({ generateId });

    await expect(run()).rejects.toThrow('The drive is away.');
    expect(seen.done).toEqual(['print', 'generate an id']);
    expect(seen.released.map(({ progress }) => statusesOf(progress as ProgressStep[]))).toEqual([
      ['completed', 'completed', 'completed', 'error', 'pending'],
    ]);
  });

  it('the PDF job waits for the id when the print fails, so that no work is left behind', async () => {
    const { seen, run } = makeWorker({
      print: () => Promise.reject(new Error('Chromium ended')),
      generateId: async () => {
        await new Promise((resolve) => setImmediate(resolve));

        return 'new-id';
      },
    });

    await expect(run()).rejects.toThrow('Chromium ended');
    expect(seen.done).toEqual(['print', 'generate an id', 'keep new-id']);
  });

  it('the PDF job stores each step before its work begins', async () => {
    const reached: (readonly string[] | undefined)[] = [];
    const note = () => reached.push(statusesOf(seen.marks.at(-1)));
    const { seen, run } = makeWorker({
      print: async () => {
        note();

        return PDF;
      },
      upload: async () => void note(),
    });
    await run();

    expect(reached).toEqual([
      ['completed', 'completed', 'in-progress', 'pending', 'pending'],
      ['completed', 'completed', 'completed', 'in-progress', 'pending'],
    ]);
    expect(statusesOf(seen.marks.at(-1))).toEqual([
      'completed',
      'completed',
      'completed',
      'completed',
      'in-progress',
    ]);
  });

  it('the PDF job stops at a step that could not be stored', async () => {
    const writes = [
      async () => true,
      () => Promise.reject(new AppError('unavailable', 'The database is away.')),
    ];
    const { seen, run } = makeWorker({
      saveProgress: () => (writes.shift() ?? (() => Promise.reject(new Error('A third write'))))(),
    });

    await expect(run()).rejects.toThrow('The database is away.');
    expect(seen).toMatchObject({
      done: [],
      marks: [expect.anything()],
      completed: [],
      released: [{ state: 'queued', error: 'The database is away.' }],
    });
  });
});
