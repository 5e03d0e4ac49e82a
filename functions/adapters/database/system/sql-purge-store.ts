import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { pdfJobOf } from '#functions/adapters/database/invoices/invoice-pdf-job.ts';
import { isNamed } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { instantOf } from '#functions/database/instant.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { invoices, replacedFiles, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mails } from '#functions/database/schema/mails-tables.ts';
import { idempotencyKeys, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
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

  deleteMailLeftovers: async (now) => {
    const dayAgo = sql`${instantOf(now)} - interval '1 day'`;
    const old = db.$with('old').as(
      db
        .delete(mails)
        .where(lt(mails.created_at, sql`${instantOf(now)} - interval '12 months'`))
        .returning({ id: mails.id }),
    );
    await db
      .with(old)
      .delete(jobs)
      .where(
        and(
          inArray(jobs.kind, ['account-mail', 'business-mail']),
          inArray(jobs.key, db.select({ key: sql<string>`${old.id}::text` }).from(old)),
        ),
      );
    await db
      .update(mails)
      .set({ recipient: null })
      .where(and(isNull(mails.user_id), isNotNull(mails.recipient), lt(mails.created_at, dayAgo)));
    await db.delete(linkTokens).where(lte(linkTokens.expires_at, now.toISOString()));
    await db
      .update(users)
      .set({ pending_email: null, pending_email_at: null })
      .where(lt(users.pending_email_at, dayAgo));
  },

  deleteOldEvents: async (now) => {
    await db
      .delete(activities)
      .where(lt(activities.created_at, sql`${instantOf(now)} - interval '12 months'`));
    await db
      .delete(jobs)
      .where(
        and(
          eq(jobs.state, 'completed'),
          inArray(jobs.kind, ['helpdesk-message', 'helpdesk-contact']),
          lt(jobs.updated_at, sql`${instantOf(now)} - interval '90 days'`),
        ),
      );
  },

  deleteRetainedLedgers: async (now) => {
    await db.execute(sql`select purge_retained_ledger((${instantOf(now)} - interval '8 years')::date)`);
  },

  listDueInvoices: async (now, limit) => {
    const rows = await db
      .select({
        id: retainedInvoices.id,
        fileId: retainedInvoices.google_drive_file_id,
        driveId: retainedInvoices.drive_id,
        replacedId: replacedFiles.google_drive_file_id,
        replacedDriveId: replacedFiles.drive_id,
      })
      .from(retainedInvoices)
      .leftJoin(replacedFiles, eq(replacedFiles.invoice_id, retainedInvoices.id))
      .where(lte(retainedInvoices.delete_after, now.toISOString()))
      .orderBy(asc(retainedInvoices.delete_after), asc(retainedInvoices.id))
      .limit(limit);

    return rows.map(({ id, fileId, driveId, replacedId, replacedDriveId }) => ({
      id,
      files: [
        ...(fileId === null ? [] : [{ id: fileId, driveId }]),
        ...(replacedId === null ? [] : [{ id: replacedId, driveId: replacedDriveId }]),
      ],
    }));
  },

  countFilesOn: async (driveId) => {
    const [row] = await db
      .select({
        count: sql<number>`(select count(*) from ${invoices} where ${eq(invoices.drive_id, driveId)})
          + (select count(*) from ${retainedInvoices} where ${eq(retainedInvoices.drive_id, driveId)})
          + (select count(*) from ${replacedFiles} where ${eq(replacedFiles.drive_id, driveId)})`,
      })
      .from(ONE_ROW);

    return row?.count ?? 0;
  },

  deleteInvoice: async (invoiceId) => {
    const job = db.$with('job', {}).as(sql`delete from ${jobs} where ${isNamed(pdfJobOf({ invoiceId }))}`);
    const replaced = db
      .$with('replaced', {})
      .as(sql`delete from ${replacedFiles} where ${eq(replacedFiles.invoice_id, invoiceId)}`);
    await db.with(job, replaced).delete(retainedInvoices).where(eq(retainedInvoices.id, invoiceId));
  },
});
