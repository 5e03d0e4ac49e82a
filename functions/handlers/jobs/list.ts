import { listJobs } from '#functions/domain/jobs/jobs.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('jobs.list', { database }, ({ ports, query }) =>
  listJobs(ports.database.jobs, query.state),
);
