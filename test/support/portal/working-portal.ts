import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startQueue } from '#local/queue/queue.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { CLOCK_SPEED, startFastClock } from '#test/support/faults/fast-clock.ts';
import { startTestPortal } from './portal.ts';

/** Starts workers in their own processes. Dead ones are replaced until `end`, which removes the profiles they left. */
const startWorkers = (count: number) => {
  const TMPDIR = mkdtempSync(join(tmpdir(), 'ow-connect-workers-'));
  let isOver = false;
  const workers = new Set<ChildProcess>();

  const startWorker = () => {
    const worker = spawn(process.execPath, ['test/support/faults/invoice-worker.ts'], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR },
    });
    workers.add(worker);
    worker.once('exit', () => {
      workers.delete(worker);
      if (!isOver) {
        startWorker();
      }
    });
  };
  for (let index = 0; index < count; index += 1) {
    startWorker();
  }

  return {
    processIds: () => [...workers].flatMap(({ pid }) => pid ?? []),
    end: () => {
      isOver = true;
      for (const worker of workers) {
        worker.kill('SIGKILL');
      }
      rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

export type Workers = ReturnType<typeof startWorkers>;

/**
 * Starts a portal on a real PostgreSQL with workers in their own processes that make the PDFs of its invoices. Its
 * clock, for the leases of jobs and the visibility of messages, is `speed` times as fast as the real one.
 */
export const startWorkingPortal = async (workerCount: number, speed = CLOCK_SPEED) => {
  startFastClock(speed);
  const { visibilityTimeoutSeconds, maxReceiveCount } = jobKinds['invoice-pdf'].queue;
  const queue = await startQueue({
    queues: {
      'invoice-pdf': { visibilityTimeoutSeconds: visibilityTimeoutSeconds / speed, maxReceiveCount },
    },
  });
  const portal = await startTestPortal({
    settings: {
      AWS_ENDPOINT_URL_SQS: queue.url,
      INVOICE_PDF_QUEUE_URL: queue.queueUrl('invoice-pdf'),
      INVOICE_PDF_DEAD_LETTERS_URL: queue.deadLettersUrl('invoice-pdf'),
    },
  });
  const workers = startWorkers(workerCount);

  return {
    portal,
    workers,
    /** Holds back every message until the returned function is called. */
    holdMessages: () => queue.hold('invoice-pdf'),
    stop: async () => {
      workers.end();
      await portal.stop();
      await queue.close();
    },
  };
};
