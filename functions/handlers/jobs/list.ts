import { listJobs } from '#functions/domain/jobs/manage-jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('jobs.list', { database }, ({ ports, user, query, now }) =>
  listJobs(ports.database.jobs, user, query.state, now),
);
