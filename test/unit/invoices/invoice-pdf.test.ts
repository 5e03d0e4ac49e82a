import { describe, expect, it, vi } from 'vitest';
import { runInvoicePdfJob } from '#functions/domain/invoices/invoice-pdf.ts';
import { PROGRESS_STEPS, type ProgressStep, progressStep } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import { makeFakeJobStore, makeJob } from '#test/support/fake-job-store.ts';
import { makeInvoice } from '#test/support/invoices.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

interface Faults {
  print?: (author: string | undefined) => Promise<Uint8Array>;
  saveProgress?: () => Promise<void>;
  upload?: () => Promise<void>;
  complete?: () => Promise<boolean>;
}

/** A worker of one invoice's PDF on ports that note what it does, some of them at fault. */
const makeWorker = (job = makeJob(), { driveFileId = null as string | null } = {}) => {
  const done: string[] = [];
  const jobs = makeFakeJobStore(job);
  let keptId = driveFileId;

  const run = ({ print, saveProgress, upload, complete }: Faults = {}) =>
    runInvoicePdfJob(
      {
        database: {
          jobs: {
            ...jobs,
            saveProgress: async (held, progress) => {
              await saveProgress?.();

              return jobs.saveProgress(held, progress);
            },
          },
          invoicePdfs: {
            findPrinted: async () => ({ ...makeInvoice({}), firstPrintedAt: null, driveFileId: keptId }),
            keepDriveFileId: async (_, file) => {
              keptId ??= file.driveFileId;

              return keptId;
            },
            complete: async (_, file, steps) => {
              if (complete) return complete();
              done.push(`name ${file.name}`);
              Object.assign(job, { state: 'completed', lease: null, progress: steps });

              return true;
            },
          },
        },
        pdfPrinter: {
          print: async (_, author) => {
            done.push('print');

            return print ? print(author) : new Uint8Array(8);
          },
        },
        invoiceFiles: {
          driveId: 'a drive',
          generateId: async () => {
            done.push('generate an id');

            return `file-${done.length}`;
          },
          upload: async ({ id }) => {
            done.push(`upload ${id}`);
            await upload?.();
          },
          download: async () => undefined,
          remove: async () => {},
          check: async () => {},
        },
      },
      job.key,
      () => NOW,
    );

  return { job, done, run };
};

const stepsOf = ({ progress }: { progress: unknown }): ProgressStep[] => progressStep.array().parse(progress);
const statusesOf = (job: { progress: unknown }) => stepsOf(job).map(({ status }) => status);
const unavailable = () => Promise.reject(new AppError('unavailable', 'The drive does not answer.'));

describe('the PDF job', () => {
  it('walks its five steps, uploads once under an id that was kept before, and names the file', async () => {
    const { job, done, run } = makeWorker();
    await run();

    expect(done).toEqual(['generate an id', 'print', 'upload file-1', 'name INV-2026-000123.pdf']);
    expect(job).toMatchObject({ state: 'completed', attempts: 1 });
    expect(stepsOf(job).map(({ name, status }) => [name, status])).toEqual(
      PROGRESS_STEPS.map((name) => [name, 'completed']),
    );
  });

  it('shows a fault without a sentence of its own in the words of the step where it happened', async () => {
    const { job, run } = makeWorker();
    const crash = () => Promise.reject(new Error('Target closed: secret of the vendor'));

    await expect(run({ print: crash })).rejects.toThrow('Target closed');
    const sentence = 'The PDF could not be made because the print engine stopped.';
    expect(job).toMatchObject({ state: 'queued', error: sentence });
    expect(statusesOf(job)).toEqual(['completed', 'completed', 'error', 'pending', 'pending']);
    expect(stepsOf(job)[2]?.error).toBe(sentence);
  });

  it('goes on with the next try where the last one failed, under the same file id', async () => {
    const { job, done, run } = makeWorker();
    await expect(run({ upload: unavailable })).rejects.toThrow();
    expect(job).toMatchObject({ state: 'queued', error: 'The drive does not answer.' });

    done.length = 0;

    await run({
      print: async () => {
        expect(statusesOf(job)).not.toContain('error');

        return new Uint8Array(8);
      },
    });
    expect(done).toEqual(['print', 'upload file-1', 'name INV-2026-000123.pdf']);
    expect(job).toMatchObject({ state: 'completed', attempts: 2, error: null });
  });

  it('neither prints nor uploads again what was uploaded', async () => {
    const { job, done, run } = makeWorker();
    await expect(run({ complete: unavailable })).rejects.toThrow();
    done.length = 0;

    await run();
    expect(done).toEqual(['name INV-2026-000123.pdf']);
    expect(job).toMatchObject({ state: 'completed' });
  });

  it('is parked after its fifth try, and a late message changes nothing', async () => {
    const { job, run } = makeWorker();
    for (const state of ['queued', 'queued', 'queued', 'queued', 'failed']) {
      await expect(run({ upload: unavailable })).rejects.toThrow();
      expect(job).toMatchObject({ state });
    }
    const parked = structuredClone(job);

    await run();
    expect(job).toEqual(parked);
  });

  it('is parked at once when the PDF is too large to be downloaded', async () => {
    const { job, done, run } = makeWorker();
    const large = async () => new Uint8Array(4 * 1024 * 1024 + 1);

    await expect(run({ print: large })).rejects.toThrow('larger than 4 MB');
    expect(job).toMatchObject({ state: 'failed', attempts: 1 });
    expect(done).toEqual(['generate an id', 'print']);
  });

  it('stops at the next write once another worker has taken it', async () => {
    const { job, done, run } = makeWorker();
    await run({
      print: async () => {
        await vi.waitFor(() => expect(statusesOf(job)[2]).toBe('in-progress'));
        job.lease = { token: 'another', until: NOW };

        return new Uint8Array(8);
      },
    });

    expect(done).toEqual(['generate an id', 'print']);
    expect(job).toMatchObject({ state: 'running', lease: { token: 'another' } });
    expect(statusesOf(job)).toEqual(['completed', 'completed', 'in-progress', 'pending', 'pending']);
  });

  it('names the supplier as the author of the PDF', async () => {
    const { run } = makeWorker();
    const authors: (string | undefined)[] = [];
    await run({
      print: async (author) => {
        authors.push(author);

        return new Uint8Array(8);
      },
    });

    expect(authors).toEqual([makeInvoice({}).supplier.name]);
  });

  it('prints while its marks are being written, one after the other, and uploads nothing before they are', async () => {
    const { job, done, run } = makeWorker();
    const printed = Promise.withResolvers<void>();
    let writing = 0;
    await run({
      print: async () => {
        expect(job.progress).toBeNull();
        printed.resolve();

        return new Uint8Array(8);
      },
      saveProgress: async () => {
        writing += 1;
        expect(writing).toBe(1);
        await printed.promise;
        writing -= 1;
      },
      upload: async () => {
        expect(statusesOf(job)).toEqual(['completed', 'completed', 'completed', 'in-progress', 'pending']);
      },
    });

    expect(done).toContain('upload file-1');
    expect(job).toMatchObject({ state: 'completed' });
  });

  it('neither uploads nor writes any more after a mark that could not be written', async () => {
    const { job, done, run } = makeWorker();
    let writes = 0;
    const failSecond = async () => {
      writes += 1;
      if (writes === 2) throw new AppError('unavailable', 'The database does not answer.');
    };

    await expect(run({ saveProgress: failSecond })).rejects.toThrow('The database does not answer.');
    expect(writes).toBe(2);
    expect(done).toEqual(['generate an id', 'print']);
    expect(job).toMatchObject({ state: 'queued', error: 'The database does not answer.' });
  });
});
