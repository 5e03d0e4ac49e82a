import { sweepJobs } from '#functions/domain/jobs/job-sweep.ts';
import { job } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { deadLetters } from '#functions/runtime/ports/dead-letters.ts';
import { jobQueues } from '#functions/runtime/ports/job-queues.ts';

export const handler = job(
  'job-sweep',
  { database, jobQueues, deadLetters },
  async ({ ports, clock, tell }) => tell({ ...(await sweepJobs(ports, clock())) }),
);
