import { makeJobStore } from '#functions/adapters/database/jobs/sql-job-store.ts';

export const jobStore = { jobs: makeJobStore };
