import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { findPrintedCreditNote } from '#functions/adapters/database/credit-notes/printed-credit-note.ts';
import { heldBy, isNamed, LEASE_OVER, restarted } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage, auditingRead } from '#functions/adapters/database/system/audited-reads.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type {
  InvoicePdfStore,
  PdfProgressRow,
} from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { Held } from '#functions/ports/database/jobs/job-store.ts';
import { pendingSteps, progressStep } from '#shared/contract/invoices.ts';
import { jobState } from '#shared/contract/jobs.ts';
import { mail } from '#shared/contract/mails.ts';
import { queueMailOfCompleted } from './invoice-mail-order.ts';
import { pdfJobOf } from './invoice-pdf-job.ts';
import { NO_FILE } from './invoice-row.ts';
import { documentOf, type PdfDocument } from './pdf-documents.ts';
import { findPrintedInvoice } from './printed-invoice.ts';

const progressColumns = {
  state: jobs.state,
  steps: jobs.progress,
  error: jobs.error,
  notBefore: jobs.not_before,
  updatedAt: jobs.updated_at,
};

const progressRow = z.object({
  number: z.string(),
  state: jobState,
  steps: z.array(progressStep).nullable(),
  error: z.string().nullable(),
  notBefore: z.string().nullable(),
  updatedAt: z.string().transform((instant) => new Date(instant)),
  mail: mail.pick({ state: true, to: true, reason: true }).nullable(),
});

const readProgress = (row: unknown): PdfProgressRow | undefined => {
  if (row === undefined) {
    return undefined;
  }
  const { steps, ...progress } = progressRow.parse(row);

  return { ...progress, steps: steps ?? pendingSteps() };
};

/** The columns of a job's progress, with the number of its document and the mail that was ordered with that. */
const progressOf = ({ living, id, number, mailKey }: PdfDocument) => ({
  ...progressColumns,
  number: sql<string>`(select ${number} from ${living} where ${living.id} = ${id})`,
  mail: sql`(select jsonb_build_object('state', state, 'to', recipient, 'reason', reason) from ${mails}
    where key = ${mailKey})`.mapWith(jobs.progress),
});

/** The PDF of a deleted client's document can no longer be started, stopped or asked for through that document. */
const hasClient = ({ living, id }: PdfDocument): SQL =>
  sql`exists (select from ${living} where ${living.id} = ${id})`;

/**
 * Locks the document and then the job that a worker says it holds. A statement that has waited for a void still sees the
 * old rows, and only a lock shows that the void has taken the job.
 */
const lockHeld = (db: Connection, held: Held, { living, id }: PdfDocument) => {
  const locked = db
    .$with('locked')
    .as(db.select({ id: living.id }).from(living).where(eq(living.id, id)).for('no key update'));
  const isLocked = sql`(select count(*) from ${locked}) >= 0`;
  const worked = db.$with('worked').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isLocked, heldBy(held)))
      .for('no key update'),
  );

  return { locked, worked, isHeld: exists(db.select({ id: worked.id }).from(worked)) };
};

export const makeInvoicePdfStore = (db: Connection): InvoicePdfStore => ({
  findPrinted: async (subject) =>
    'invoiceId' in subject
      ? findPrintedInvoice(db, subject.invoiceId)
      : findPrintedCreditNote(db, subject.creditNoteId),

  keepDriveFileId: async (held, subject, { driveId, driveFileId }) => {
    const document = documentOf(subject);
    const { id, living, retained } = document;
    const { locked, worked, isHeld } = lockHeld(db, held, document);
    const ofClient = db.$with('of_client').as(
      db
        .update(living)
        .set({
          drive_id: sql`coalesce(${living.drive_id}, ${driveId})`,
          google_drive_file_id: sql`coalesce(${living.google_drive_file_id}, ${driveFileId})`,
          updated_at: held.now.toISOString(),
        })
        .where(and(eq(living.id, id), isHeld))
        .returning({ driveFileId: living.google_drive_file_id }),
    );
    const ofNobody = db.$with('of_nobody').as(
      db
        .update(retained)
        .set({
          drive_id: sql`coalesce(${retained.drive_id}, ${driveId})`,
          google_drive_file_id: sql`coalesce(${retained.google_drive_file_id}, ${driveFileId})`,
        })
        .where(and(eq(retained.id, id), isHeld))
        .returning({ driveFileId: retained.google_drive_file_id }),
    );
    const [row] = await db
      .with(locked, worked, ofClient, ofNobody)
      .select({
        driveFileId: sql<
          string | null
        >`coalesce((${db.select().from(ofClient)}), (${db.select().from(ofNobody)}))`,
      })
      .from(ONE_ROW);

    return row?.driveFileId ?? undefined;
  },

  complete: async (held, subject, file, { steps, isMailOn, mailNotBefore }) => {
    const now = held.now.toISOString();
    const document = documentOf(subject);
    const { id, living, retained, mailKey } = document;
    const { locked, worked, isHeld } = lockHeld(db, held, document);
    const named = db.$with('named').as(
      db
        .update(living)
        .set({
          file_name: file.name,
          file_path: file.path,
          download_url: file.downloadUrl,
          first_printed_at: sql`coalesce(${living.first_printed_at}, ${now}::timestamptz)`,
          updated_at: now,
        })
        .where(and(eq(living.id, id), isHeld))
        .returning({ id: living.id }),
    );
    // A deleted client's document gets no file name, because no route reads it. The document of a client who is deleted at
    // this moment is in neither place, and the next try finds it.
    const isStored = or(
      exists(db.select({ id: named.id }).from(named)),
      exists(
        db
          .select({ id: retained.id })
          .from(retained)
          .where(and(eq(retained.id, id), isHeld)),
      ),
    );
    const completed = db.$with('completed').as(
      db
        .update(jobs)
        .set({ ...LEASE_OVER, state: 'completed', progress: steps, updated_at: now })
        .where(and(heldBy(held), isStored))
        .returning({ id: jobs.id, lane: jobs.lane }),
    );
    const queued = db
      .$with('queued', { key: sql<string>`key` })
      .as(isMailOn ? queueMailOfCompleted(mailKey, now, mailNotBefore) : sql`select null as key`);
    const [end] = await db
      .with(locked, worked, named, completed, queued)
      .select({ mailId: sql<string | null>`(select key from ${queued})` })
      .from(completed);

    return end;
  },

  findProgress: async (subject, audit) => {
    const document = documentOf(subject);
    const [row] = await db
      .with(...(audit ? auditingPage(db, audit, hasClient(document)) : []))
      .select(progressOf(document))
      .from(jobs)
      .where(and(isNamed(pdfJobOf(subject)), hasClient(document)));

    return readProgress(row);
  },

  findFile: async (subject, audit) => {
    const { id, living, number, name, isVoided } = documentOf(subject);
    const found = db.$with('found').as(
      db
        .select({
          userId: living.user_id,
          isVoided: isVoided.as('is_voided'),
          fileName: living.file_name,
          driveFileId: living.google_drive_file_id,
          driveId: living.drive_id,
          number: sql<string>`${number}`.as('number'),
        })
        .from(living)
        .where(eq(living.id, id)),
    );
    const audited = auditingRead(db, audit, {
      record: sql`${`${name} `} || ${found.number} || ' of user ' || ${found.userId}`,
      from: sql`${found}`,
      condition: sql`${found.driveFileId} is not null`,
    });
    const [row] = await db.with(found, audited).select().from(found);

    return row;
  },

  requeue: async (subject, now) => {
    const document = documentOf(subject);
    const [row] = await db
      .update(jobs)
      .set(restarted(now))
      .where(
        and(
          isNamed(pdfJobOf(subject)),
          hasClient(document),
          or(
            inArray(jobs.state, ['failed', 'cancelled']),
            // A try that failed and waits for its redelivery may be restarted at once.
            and(eq(jobs.state, 'queued'), isNotNull(jobs.error)),
          ),
        ),
      )
      .returning(progressOf(document));

    return readProgress(row);
  },

  cancel: async (subject, now) => {
    const document = documentOf(subject);
    const [row] = await db
      .update(jobs)
      .set({ state: 'cancelled', updated_at: now.toISOString() })
      .where(and(isNamed(pdfJobOf(subject)), eq(jobs.state, 'queued'), hasClient(document)))
      .returning(progressOf(document));

    return readProgress(row);
  },

  loseFile: async (subject, driveFileId, { error, steps, now }) => {
    const { id, living } = documentOf(subject);
    const nameless = db.$with('nameless').as(
      db
        .update(living)
        .set({ ...NO_FILE, updated_at: now.toISOString() })
        .where(and(eq(living.id, id), eq(living.google_drive_file_id, driveFileId)))
        .returning({ id: living.id }),
    );
    await db
      .with(nameless)
      .update(jobs)
      .set({ state: 'failed', error, progress: steps, updated_at: now.toISOString() })
      .where(and(isNamed(pdfJobOf(subject)), exists(db.select({ id: nameless.id }).from(nameless))));
  },
});
