import { sweepJobs } from '#functions/domain/jobs/sweep-jobs.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { deadLetters } from '#functions/runtime/ports/queues/dead-letters-port.ts';
import { jobQueues } from '#functions/runtime/ports/queues/job-queues-port.ts';
import { jobStore } from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'job-sweep',
  { database: databaseWith(jobStore), jobQueues, deadLetters },
  async ({ ports, clock, logFigures }) => logFigures({ ...(await sweepJobs(ports, clock())) }),
);
