import { retryAllJobs } from '#functions/domain/jobs/manage-jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('jobs.retry-all', { database }, ({ ports, user, body, now }) =>
  retryAllJobs(ports.database.jobs, user, body.kind, now),
);
