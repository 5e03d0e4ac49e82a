import { type SQL, sql } from 'drizzle-orm';

/** The number of this advisory lock, beside that of the closings. */
const UPLOADS = 71;

/** Locks the files of an account until the transaction ends: others wait before they add, change or take back one. */
export const lockUploads = (account: SQL): SQL =>
  sql`pg_advisory_xact_lock(${UPLOADS}::int, hashtext(${account}))::text`;
