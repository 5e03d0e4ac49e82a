import { retryJob, sendRetriedJob } from '#functions/domain/jobs/manage-jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { jobQueues } from '#functions/runtime/ports/job-queues-port.ts';

export const handler = endpoint(
  'jobs.retry',
  { database, jobQueues },
  ({ ports, user, params, now }) => retryJob(ports.database, user, params.id, now),
  ({ ports, result, now }) => sendRetriedJob(ports, result.id, now),
);
