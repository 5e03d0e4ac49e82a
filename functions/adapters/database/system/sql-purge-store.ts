import { and, asc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { pdfJobOf } from '#functions/adapters/database/invoices/invoice-pdf-job.ts';
import { isNamed } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { sessions, throttleCounters } from '#functions/database/schema/auth-tables.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import type { PurgeStore } from '#functions/ports/database/system/purge-store.ts';

export const makePurgeStore = (db: Connection): PurgeStore => ({
  deleteLeftovers: async ({ now, answersBefore }) => {
    const endedBefore = now.toISOString();
    const keptSince = answersBefore.toISOString();
    await db.delete(sessions).where(lte(sessions.expires_at, endedBefore));
    await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, keptSince));
    await db
      .update(helpdeskMessages)
      .set({ idempotency_key: null, body_hash: null })
      .where(and(isNotNull(helpdeskMessages.idempotency_key), lt(helpdeskMessages.created_at, keptSince)));
    await db.delete(throttleCounters).where(lte(throttleCounters.window_ends_at, endedBefore));
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
