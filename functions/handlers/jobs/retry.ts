import { retryJob, sendRetriedJob } from '#functions/domain/jobs/jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { jobQueues } from '#functions/runtime/ports/job-queues.ts';

export const handler = endpoint(
  'jobs.retry',
  { database, jobQueues },
  ({ ports, user, params, now }) => retryJob(ports.database, user, params.id, now),
  ({ ports, result, now }) => sendRetriedJob(ports, result.id, now),
);
