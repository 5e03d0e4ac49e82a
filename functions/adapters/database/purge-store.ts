import { asc, eq, lte, sql } from 'drizzle-orm';
import { instantOf } from '#functions/database/instant.ts';
import { sessions, throttleCounters } from '#functions/database/schema/auth.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { idempotencyKeys } from '#functions/database/schema/system.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets.ts';
import type { PurgeStore } from '#functions/ports/database/purge-store.ts';
import type { Connection } from './connection.ts';
import { pdfJobOf } from './invoice-pdf-job.ts';
import { isNamed } from './job-parts.ts';
import { ONE_ROW } from './one-row.ts';

export const makePurgeStore = (db: Connection): PurgeStore => ({
  deleteLeftovers: async ({ now, answersBefore }) => {
    await db.execute(sql`
      with ended as (delete from ${sessions} where ${sessions.expires_at} <= ${instantOf(now)}),
        answered as (delete from ${idempotencyKeys} where ${idempotencyKeys.created_at} < ${instantOf(answersBefore)}),
        written as (
          update ${helpdeskMessages} set idempotency_key = null, body_hash = null
          where idempotency_key is not null and created_at < ${instantOf(answersBefore)})
      delete from ${throttleCounters} where ${throttleCounters.window_ends_at} <= ${instantOf(now)}`);
  },

  listDueInvoices: (now, limit) =>
    db
      .select({
        id: retainedInvoices.id,
        driveFileId: retainedInvoices.google_drive_file_id,
        driveId: retainedInvoices.drive_id,
      })
      .from(retainedInvoices)
      .where(lte(retainedInvoices.delete_after, now.toISOString()))
      .orderBy(asc(retainedInvoices.delete_after), asc(retainedInvoices.id))
      .limit(limit),

  countFilesOn: async (driveId) => {
    const [row] = await db
      .select({
        count: sql<number>`(select count(*) from ${invoices} where ${eq(invoices.drive_id, driveId)})
          + (select count(*) from ${retainedInvoices} where ${eq(retainedInvoices.drive_id, driveId)})`,
      })
      .from(ONE_ROW);

    return row?.count ?? 0;
  },

  deleteInvoice: async (invoiceId) => {
    const job = db.$with('job', {}).as(sql`delete from ${jobs} where ${isNamed(pdfJobOf(invoiceId))}`);
    await db.with(job).delete(retainedInvoices).where(eq(retainedInvoices.id, invoiceId));
  },
});
