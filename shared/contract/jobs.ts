import * as z from 'zod';
import { JOB_KINDS } from '#shared/job-kinds.ts';
import { id, idInPath, timestamp } from './fields.ts';
import { JOB_STATES, JOBS_MAX, JOBS_RETRIED_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';

export const jobState = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobState>;

export const job = z.object({
  id,
  kind: z.enum(JOB_KINDS),
  /** The job in words, and its account, which is null once deleted. */
  about: z.object({
    text: z.string(),
    userId: id.nullable(),
    user: z.object({ id, name: z.string(), company: z.string().nullable(), OWNumber: z.string() }).nullable(),
  }),
  state: jobState,
  attempts: z.number().int().min(0),
  /** Why its last try failed. */
  error: z.string().nullable(),
  /** Why the mail of a completed job was not sent. */
  unsent: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Job = z.infer<typeof job>;

export const jobs = defineRoutes('jobs', {
  list: {
    method: 'GET',
    path: '/api/admin/jobs',
    summary: `The newest ${JOBS_MAX} background jobs, of one state or all`,
    access: 'admin',
    uses: ['database'],
    query: z.object({ state: jobState.optional() }),
    isFirstRead: true,
    response: z.array(job),
    readsBesideCheck: true,
  },
  retry: {
    method: 'POST',
    path: '/api/admin/jobs/{id}/retry',
    summary: 'Start a background job again after it failed or was cancelled',
    access: 'admin',
    uses: ['database', 'transactions', 'jobQueues'],
    params: z.object({ id: idInPath }),
    response: job,
    refuses: ['conflict'],
  },
  'retry-all': {
    method: 'POST',
    path: '/api/admin/jobs/retry',
    summary: `Start the failed background jobs of a kind again, at most ${JOBS_RETRIED_MAX}, the oldest first`,
    access: 'admin',
    uses: ['database'],
    body: z.object({ kind: z.enum(JOB_KINDS, 'Kind must be that of a background job') }),
    response: z.object({ started: z.number().int().min(0) }),
  },
});
