import { type SQL, sql } from 'drizzle-orm';

/** The number of this advisory lock, beside that of the closings. */
const UPLOADS = 71;

/** Makes whoever adds to an account's files or changes them wait until this transaction ends. */
export const lockUploads = (account: SQL): SQL =>
  sql`pg_advisory_xact_lock(${UPLOADS}::int, hashtext(${account}))::text`;
