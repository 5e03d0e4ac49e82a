import { asc, eq, lte, sql as raw } from 'drizzle-orm';
import {
  idempotencyKeys,
  invoiceJobs,
  retainedInvoices,
  sessions,
  throttleCounters,
} from '#functions/database/schema.ts';
import type { PurgeStore } from '#functions/ports/purge-store.ts';
import type { Sql } from './sql.ts';

const instantOf = (date: Date) => raw`${date.toISOString()}::timestamptz`;

export const makePurgeStore = (sql: Sql): PurgeStore => ({
  deleteLeftovers: async ({ now, answersBefore }) => {
    await sql.execute(raw`
      with ended as (delete from ${sessions} where ${sessions.expires_at} <= ${instantOf(now)}),
        answered as (delete from ${idempotencyKeys} where ${idempotencyKeys.created_at} < ${instantOf(answersBefore)})
      delete from ${throttleCounters} where ${throttleCounters.window_ends_at} <= ${instantOf(now)}`);
  },

  listDueInvoices: (now, limit) =>
    sql
      .select({ id: retainedInvoices.id, driveFileId: retainedInvoices.google_drive_file_id })
      .from(retainedInvoices)
      .where(lte(retainedInvoices.delete_after, now.toISOString()))
      .orderBy(asc(retainedInvoices.delete_after), asc(retainedInvoices.id))
      .limit(limit),

  deleteInvoice: async (invoiceId) => {
    const job = sql
      .$with('job', {})
      .as(raw`delete from ${invoiceJobs} where ${invoiceJobs.invoice_id} = ${invoiceId}`);
    await sql.with(job).delete(retainedInvoices).where(eq(retainedInvoices.id, invoiceId));
  },
});
