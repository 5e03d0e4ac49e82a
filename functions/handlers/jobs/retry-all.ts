import { retryAllJobs } from '#functions/domain/jobs/manage-jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobStore } from '#functions/runtime/ports/stores.ts';
import { jobs } from '#shared/contract/jobs.ts';

export const handler = endpoint(
  jobs['retry-all'],
  { database: databaseWith(jobStore) },
  ({ ports, user, body, now }) => retryAllJobs(ports.database.jobs, user, body.kind, now),
);
