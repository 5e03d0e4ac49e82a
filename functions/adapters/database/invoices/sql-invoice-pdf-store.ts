import { and, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { heldBy, isNamed, LEASE_OVER, restarted } from '#functions/adapters/database/jobs/job-parts.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { InvoicePdfStore } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { Held } from '#functions/ports/database/jobs/job-store.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { queueMailOfCompleted } from './invoice-mail-order.ts';
import { storedBuyer, storedSupplier, storedTerms } from './invoice-parties.ts';
import { isPdfJobOfInvoice, pdfJobOf } from './invoice-pdf-job.ts';
import { NO_FILE } from './invoice-row.ts';
import { selectLines, selectPrinted } from './printed-invoice.ts';
import { orderedMail, progressColumns, readProgress } from './sql-invoice-store.ts';

/** The PDF of a deleted client's invoice can no longer be started or stopped through that invoice. */
const hasClient = sql`exists (select from ${invoices} where ${isPdfJobOfInvoice})`;

const invoiceId = sql<number>`(select ${invoices.id} from ${invoices} where ${isPdfJobOfInvoice})`;

const withInvoice = {
  ...progressColumns,
  invoiceId,
  mail: orderedMail(invoiceId),
  invoiceNumber: sql<string>`(select ${invoices.invoice_number} from ${invoices} where ${isPdfJobOfInvoice})`,
};

/**
 * Locks the invoice and then the job that a worker says it holds. A statement that has waited for a void still sees the
 * old rows, and only a lock shows that the void has taken the job.
 */
const lockHeld = (db: Connection, held: Held, invoiceId: number) => {
  const locked = db
    .$with('locked')
    .as(db.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId)).for('no key update'));
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
  findPrinted: async (invoiceId) => {
    const printed = selectPrinted(db);
    const [[row], lines] = await Promise.all([
      db
        .select({
          invoiceNumber: printed.invoiceNumber,
          createdAt: printed.createdAt,
          status: printed.status,
          total: printed.total,
          buyer: printed.buyer,
          supplier: printed.supplier,
          terms: printed.terms,
          firstPrintedAt: printed.firstPrintedAt,
          driveFileId: printed.driveFileId,
        })
        .from(printed)
        .where(eq(printed.id, invoiceId)),
      selectLines(db, invoiceId),
    ]);

    return (
      row && {
        invoiceNumber: row.invoiceNumber,
        createdAt: row.createdAt,
        isVoid: row.status === 'void',
        totalCents: centsFromDecimal(row.total),
        buyer: storedBuyer.parse(row.buyer),
        supplier: storedSupplier.parse(row.supplier),
        lines: lines.map(({ description, amount, quantity, lineAmount }) => ({
          description,
          unitCents: centsFromDecimal(amount),
          quantity: Number(quantity),
          amountCents: centsFromDecimal(lineAmount),
        })),
        terms: storedTerms.parse(row.terms),
        firstPrintedAt: row.firstPrintedAt,
        driveFileId: row.driveFileId,
      }
    );
  },

  keepDriveFileId: async (held, { invoiceId, driveId, driveFileId }) => {
    const { locked, worked, isHeld } = lockHeld(db, held, invoiceId);
    const ofClient = db.$with('of_client').as(
      db
        .update(invoices)
        .set({
          drive_id: sql`coalesce(${invoices.drive_id}, ${driveId})`,
          google_drive_file_id: sql`coalesce(${invoices.google_drive_file_id}, ${driveFileId})`,
          updated_at: held.now.toISOString(),
        })
        .where(and(eq(invoices.id, invoiceId), isHeld))
        .returning({ driveFileId: invoices.google_drive_file_id }),
    );
    const ofNobody = db.$with('of_nobody').as(
      db
        .update(retainedInvoices)
        .set({
          drive_id: sql`coalesce(${retainedInvoices.drive_id}, ${driveId})`,
          google_drive_file_id: sql`coalesce(${retainedInvoices.google_drive_file_id}, ${driveFileId})`,
        })
        .where(and(eq(retainedInvoices.id, invoiceId), isHeld))
        .returning({ driveFileId: retainedInvoices.google_drive_file_id }),
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

  complete: async (held, { invoiceId, ...file }, { steps, isMailOn }) => {
    const now = held.now.toISOString();
    const { locked, worked, isHeld } = lockHeld(db, held, invoiceId);
    const named = db.$with('named').as(
      db
        .update(invoices)
        .set({
          file_name: file.name,
          file_path: file.path,
          download_url: file.downloadUrl,
          first_printed_at: sql`coalesce(${invoices.first_printed_at}, ${now}::timestamptz)`,
          updated_at: now,
        })
        .where(and(eq(invoices.id, invoiceId), isHeld))
        .returning({ id: invoices.id }),
    );
    // A deleted client's invoice gets no file name, because no route reads it. The invoice of a client who is deleted at
    // this moment is in neither place, and the next try finds it.
    const isStored = or(
      exists(db.select({ id: named.id }).from(named)),
      exists(
        db
          .select({ id: retainedInvoices.id })
          .from(retainedInvoices)
          .where(and(eq(retainedInvoices.id, invoiceId), isHeld)),
      ),
    );
    const completed = db.$with('completed').as(
      db
        .update(jobs)
        .set({ ...LEASE_OVER, state: 'completed', progress: steps, updated_at: now })
        .where(and(heldBy(held), isStored))
        .returning({ id: jobs.id }),
    );
    const queued = db
      .$with('queued', { key: sql<string>`key` })
      .as(isMailOn ? queueMailOfCompleted(invoiceId, now) : sql`select null as key`);
    const [end] = await db
      .with(locked, worked, named, completed, queued)
      .select({ mailId: sql<string | null>`(select key from ${queued})` })
      .from(completed);

    return end;
  },

  requeue: async (invoiceId, now) => {
    const [row] = await db
      .update(jobs)
      .set(restarted(now))
      .where(
        and(
          isNamed(pdfJobOf(invoiceId)),
          hasClient,
          or(
            inArray(jobs.state, ['failed', 'cancelled']),
            // A try that failed and waits for its redelivery may be restarted at once.
            and(eq(jobs.state, 'queued'), isNotNull(jobs.error)),
          ),
        ),
      )
      .returning(withInvoice);

    return readProgress(row);
  },

  cancel: async (invoiceId, now) => {
    const [row] = await db
      .update(jobs)
      .set({ state: 'cancelled', updated_at: now.toISOString() })
      .where(and(isNamed(pdfJobOf(invoiceId)), eq(jobs.state, 'queued'), hasClient))
      .returning(withInvoice);

    return readProgress(row);
  },

  loseFile: async ({ invoiceId, driveFileId }, { error, steps, now }) => {
    const nameless = db.$with('nameless').as(
      db
        .update(invoices)
        .set({ ...NO_FILE, updated_at: now.toISOString() })
        .where(and(eq(invoices.id, invoiceId), eq(invoices.google_drive_file_id, driveFileId)))
        .returning({ id: invoices.id }),
    );
    await db
      .with(nameless)
      .update(jobs)
      .set({ state: 'failed', error, progress: steps, updated_at: now.toISOString() })
      .where(and(isNamed(pdfJobOf(invoiceId)), exists(db.select({ id: nameless.id }).from(nameless))));
  },
});
