import { retryJob, sendRetriedJob } from '#functions/domain/jobs/manage-jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobQueues } from '#functions/runtime/ports/queues/job-queues-port.ts';
import { jobStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { jobs } from '#shared/contract/jobs.ts';

export const handler = endpoint(
  jobs.retry,
  { database: databaseWith(jobStore, journalStore), jobQueues },
  ({ ports, user, params, now }) => retryJob(ports.database, user, params.id, now),
  ({ ports, result }) => sendRetriedJob(ports, result.id),
);
