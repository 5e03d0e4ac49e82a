import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import * as z from 'zod';
import { keptSums, SUMS_MOVE_DAYS } from '#functions/adapters/database/billing-runs/run-sums.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { pdfJobOf } from '#functions/adapters/database/invoices/invoice-pdf-job.ts';
import { isNamed } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { instantOf } from '#functions/database/instant.ts';
import { sessions, usedChallenges } from '#functions/database/schema/auth-tables.ts';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import {
  creditNotes,
  invoices,
  replacedFiles,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { linkTokens, mails } from '#functions/database/schema/mails-tables.ts';
import { idempotencyKeys, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { DueDocument, PurgeStore } from '#functions/ports/database/system/purge-store.ts';
import type { InvoiceFile } from '#functions/ports/invoice-files.ts';

/** Months after the end of a run for which its lines are kept (D67). */
const RUN_LINES_KEPT_MONTHS = 24;

const fileOf = (id: string | null, driveId: string | null): InvoiceFile[] =>
  id === null ? [] : [{ id, driveId }];

const dueDocuments = z.array(
  z
    .object({
      kind: z.enum(['invoice', 'credit-note']),
      id: z.number(),
      fileId: z.string().nullable(),
      driveId: z.string().nullable(),
      replacedId: z.string().nullable(),
      replacedDriveId: z.string().nullable(),
    })
    .transform(
      ({ kind, id, fileId, driveId, replacedId, replacedDriveId }): DueDocument => ({
        subject: kind === 'invoice' ? { invoiceId: id } : { creditNoteId: id },
        files: [...fileOf(fileId, driveId), ...fileOf(replacedId, replacedDriveId)],
      }),
    ),
);

export const makePurgeStore = (db: Connection): PurgeStore => ({
  deleteLeftovers: async ({ now, answersBefore }) => {
    const endedBefore = now.toISOString();
    const keptSince = answersBefore.toISOString();
    await db.delete(sessions).where(lte(sessions.expires_at, endedBefore));
    await db.delete(usedChallenges).where(lte(usedChallenges.expires_at, endedBefore));
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

  deleteRunLines: async (now) => {
    const isKeeping = sql`sums is not null and finished_at >= ${instantOf(now)} - ${`${SUMS_MOVE_DAYS} days`}::interval`;
    await db.execute(sql`
      update ${billingRuns} as run set sums = ${keptSums(sql`run`)} where ${isKeeping}`);
    await db.execute(sql`
      delete from ${billingRunLines} where run_id in (
        select id from ${billingRuns}
        where sums is not null and finished_at < ${instantOf(now)} - ${`${RUN_LINES_KEPT_MONTHS} months`}::interval)`);
  },

  deleteRetainedLedgers: async (now) => {
    await db.execute(sql`select purge_retained_ledger((${instantOf(now)} - interval '8 years')::date)`);
  },

  deleteBankLines: async (now) => {
    await db.execute(sql`
      select purge_bank_lines((${instantOf(now)} - interval '8 years')::date,
        (${instantOf(now)} - interval '12 months')::date)`);
  },

  listDueDocuments: async (now, limit) => {
    const { rows } = await db.execute(sql`
      select due.*, replaced.google_drive_file_id as "replacedId", replaced.drive_id as "replacedDriveId"
      from (
        select 'invoice' as kind, id, google_drive_file_id as "fileId", drive_id as "driveId", delete_after
        from ${retainedInvoices} where delete_after <= ${instantOf(now)}
        union all
        select 'credit-note', id, google_drive_file_id, drive_id, delete_after
        from ${retainedCreditNotes} as note where delete_after <= ${instantOf(now)}
          -- The VAT report reads a note that has no entry beside the entries of its invoice.
          and (entry_id is not null or not exists (
            select from ${ledgerEntries} as entry where entry.invoice_id = note.invoice_id))
        order by delete_after, kind, id limit ${limit}
      ) as due
      left join ${replacedFiles} as replaced on due.kind = 'invoice' and replaced.invoice_id = due.id
      order by due.delete_after, due.kind, due.id`);

    return dueDocuments.parse(rows);
  },

  countFilesOn: async (driveId) => {
    const [row] = await db
      .select({
        count: sql<number>`(select count(*) from ${invoices} where ${eq(invoices.drive_id, driveId)})
          + (select count(*) from ${retainedInvoices} where ${eq(retainedInvoices.drive_id, driveId)})
          + (select count(*) from ${replacedFiles} where ${eq(replacedFiles.drive_id, driveId)})
          + (select count(*) from ${creditNotes} where ${eq(creditNotes.drive_id, driveId)})
          + (select count(*) from ${retainedCreditNotes} where ${eq(retainedCreditNotes.drive_id, driveId)})`,
      })
      .from(ONE_ROW);

    return row?.count ?? 0;
  },

  deleteDocument: async (subject) => {
    const job = db.$with('job', {}).as(sql`delete from ${jobs} where ${isNamed(pdfJobOf(subject))}`);
    if ('creditNoteId' in subject) {
      await db.with(job).delete(retainedCreditNotes).where(eq(retainedCreditNotes.id, subject.creditNoteId));

      return;
    }
    const { invoiceId } = subject;
    const replaced = db
      .$with('replaced', {})
      .as(sql`delete from ${replacedFiles} where ${eq(replacedFiles.invoice_id, invoiceId)}`);
    await db.with(job, replaced).delete(retainedInvoices).where(eq(retainedInvoices.id, invoiceId));
  },
});
