import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import { invoiceJobs, invoices, retainedInvoices } from '#functions/database/schema/invoices.ts';
import type { InvoiceJobStore } from '#functions/ports/database/invoice-job-store.ts';
import { progressStep } from '#shared/contract/invoices.ts';
import { centsFromDecimal } from '#shared/money.ts';
import type { Connection } from './connection.ts';
import { storedBuyer, storedSupplier } from './invoice-parties.ts';
import { progressColumns, readProgress } from './invoice-store.ts';
import { selectLines, selectPrinted } from './printed-invoice.ts';

const steps = z.array(progressStep);

/** A worker may write only while the job still bears its token. */
const heldBy = (invoiceId: number, leaseToken: string) =>
  and(eq(invoiceJobs.invoice_id, invoiceId), eq(invoiceJobs.lease_token, leaseToken));

/** Nobody starts or stops the PDF of a deleted client's invoice any more. */
const hasClient = sql`exists (select from ${invoices} where ${invoices.id} = ${invoiceJobs.invoice_id})`;

const withNumber = sql<string>`(select ${invoices.invoice_number} from ${invoices} where ${invoices.id} = ${invoiceJobs.invoice_id})`;

export const makeInvoiceJobStore = (db: Connection): InvoiceJobStore => ({
  claim: async (invoiceId, lease) => {
    const now = lease.now.toISOString();
    const claimed = db.$with('claimed').as(
      db
        .update(invoiceJobs)
        .set({
          state: 'running',
          attempts: sql`${invoiceJobs.attempts} + 1`,
          lease_token: lease.token,
          lease_until: lease.until.toISOString(),
          updated_at: now,
        })
        .where(
          and(
            eq(invoiceJobs.invoice_id, invoiceId),
            or(
              eq(invoiceJobs.state, 'queued'),
              and(eq(invoiceJobs.state, 'running'), lt(invoiceJobs.lease_until, now)),
            ),
          ),
        )
        .returning({
          invoiceId: invoiceJobs.invoice_id,
          attempts: invoiceJobs.attempts,
          steps: invoiceJobs.steps,
        }),
    );
    const printed = selectPrinted(db);
    const [job] = await db
      .with(claimed)
      .select({
        attempts: claimed.attempts,
        steps: claimed.steps,
        invoiceNumber: printed.invoiceNumber,
        createdAt: printed.createdAt,
        total: printed.total,
        buyer: printed.buyer,
        supplier: printed.supplier,
        driveFileId: printed.driveFileId,
      })
      .from(claimed)
      .innerJoin(printed, eq(printed.id, claimed.invoiceId));
    if (!job) return undefined;

    const lines = await selectLines(db, invoiceId);

    return {
      invoiceId,
      leaseToken: lease.token,
      attempts: job.attempts,
      steps: steps.parse(job.steps),
      driveFileId: job.driveFileId,
      invoice: {
        invoiceNumber: job.invoiceNumber,
        createdAt: job.createdAt,
        totalCents: centsFromDecimal(job.total),
        buyer: storedBuyer.parse(job.buyer),
        supplier: storedSupplier.parse(job.supplier),
        lines: lines.map(({ description, amount }) => ({
          description,
          amountCents: centsFromDecimal(amount),
        })),
      },
    };
  },

  saveSteps: async (invoiceId, leaseToken, saved, now) => {
    const rows = await db
      .update(invoiceJobs)
      .set({ steps: saved, updated_at: now.toISOString() })
      .where(heldBy(invoiceId, leaseToken))
      .returning({ id: invoiceJobs.invoice_id });

    return rows.length === 1;
  },

  keepDriveFileId: async (invoiceId, leaseToken, driveFileId, now) => {
    const held = db
      .select({ id: invoiceJobs.invoice_id })
      .from(invoiceJobs)
      .where(heldBy(invoiceId, leaseToken));
    const ofClient = db.$with('of_client').as(
      db
        .update(invoices)
        .set({
          google_drive_file_id: sql`coalesce(${invoices.google_drive_file_id}, ${driveFileId})`,
          updated_at: now.toISOString(),
        })
        .where(inArray(invoices.id, held))
        .returning({ driveFileId: invoices.google_drive_file_id }),
    );
    const ofNobody = db.$with('of_nobody').as(
      db
        .update(retainedInvoices)
        .set({
          google_drive_file_id: sql`coalesce(${retainedInvoices.google_drive_file_id}, ${driveFileId})`,
        })
        .where(inArray(retainedInvoices.id, held))
        .returning({ driveFileId: retainedInvoices.google_drive_file_id }),
    );
    const [row] = await db
      .with(ofClient, ofNobody)
      .select({
        driveFileId: sql<
          string | null
        >`coalesce((${db.select().from(ofClient)}), (${db.select().from(ofNobody)}))`,
      })
      .from(sql`(select) as always`);

    return row?.driveFileId ?? undefined;
  },

  complete: async (invoiceId, leaseToken, file, saved, now) => {
    const held = db.$with('held').as(
      db
        .update(invoiceJobs)
        .set({
          state: 'completed',
          steps: saved,
          lease_token: null,
          lease_until: null,
          updated_at: now.toISOString(),
        })
        .where(heldBy(invoiceId, leaseToken))
        .returning({ id: invoiceJobs.invoice_id }),
    );
    const named = db.$with('named').as(
      db
        .update(invoices)
        .set({
          file_name: file.name,
          file_path: file.path,
          download_url: file.downloadUrl,
          updated_at: now.toISOString(),
        })
        .where(inArray(invoices.id, db.select({ id: held.id }).from(held)))
        .returning({ id: invoices.id }),
    );
    // Not the rows of `named`: a deleted client's invoice names no file, because no route reads it.
    const rows = await db.with(held, named).select().from(held);

    return rows.length === 1;
  },

  release: async (invoiceId, leaseToken, state, saved, now) => {
    const rows = await db
      .update(invoiceJobs)
      .set({ state, steps: saved, lease_token: null, lease_until: null, updated_at: now.toISOString() })
      .where(heldBy(invoiceId, leaseToken))
      .returning({ id: invoiceJobs.invoice_id });

    return rows.length === 1;
  },

  markSent: async (invoiceIds, now) => {
    await db
      .update(invoiceJobs)
      .set({ sent_at: now.toISOString() })
      .where(inArray(invoiceJobs.invoice_id, [...invoiceIds]));
  },

  requeue: async (invoiceId, fresh, now) => {
    const [row] = await db
      .update(invoiceJobs)
      .set({
        state: 'queued',
        attempts: 0,
        sent_at: null,
        lease_token: null,
        lease_until: null,
        steps: fresh,
        updated_at: now.toISOString(),
      })
      .where(
        and(
          eq(invoiceJobs.invoice_id, invoiceId),
          hasClient,
          or(
            inArray(invoiceJobs.state, ['failed', 'cancelled']),
            // A try that failed and waits for its redelivery may be started at once.
            and(eq(invoiceJobs.state, 'queued'), sql`${invoiceJobs.steps} @> '[{"status":"error"}]'::jsonb`),
          ),
        ),
      )
      .returning({ ...progressColumns, invoiceNumber: withNumber });

    return readProgress(row);
  },

  cancel: async (invoiceId, now) => {
    const [row] = await db
      .update(invoiceJobs)
      .set({ state: 'cancelled', updated_at: now.toISOString() })
      .where(and(eq(invoiceJobs.invoice_id, invoiceId), eq(invoiceJobs.state, 'queued'), hasClient))
      .returning({ ...progressColumns, invoiceNumber: withNumber });

    return readProgress(row);
  },

  listUnsent: async (sentBefore, limit) => {
    const longAgo = sentBefore.toISOString();
    const rows = await db
      .select({ id: invoiceJobs.invoice_id })
      .from(invoiceJobs)
      .where(
        or(
          and(
            eq(invoiceJobs.state, 'queued'),
            or(isNull(invoiceJobs.sent_at), lt(invoiceJobs.sent_at, longAgo)),
            lt(invoiceJobs.updated_at, longAgo),
          ),
          and(eq(invoiceJobs.state, 'running'), lt(invoiceJobs.lease_until, longAgo)),
        ),
      )
      .orderBy(asc(invoiceJobs.updated_at))
      .limit(limit);

    return rows.map((row) => row.id);
  },

  loseFile: async (invoiceId, driveFileId, failed, now) => {
    const nameless = db.$with('nameless').as(
      db
        .update(invoices)
        .set({
          file_name: null,
          file_path: null,
          download_url: null,
          google_drive_file_id: null,
          updated_at: now.toISOString(),
        })
        .where(and(eq(invoices.id, invoiceId), eq(invoices.google_drive_file_id, driveFileId)))
        .returning({ id: invoices.id }),
    );
    await db
      .with(nameless)
      .update(invoiceJobs)
      .set({ state: 'failed', steps: failed, updated_at: now.toISOString() })
      .where(inArray(invoiceJobs.invoice_id, db.select({ id: nameless.id }).from(nameless)));
  },

  fail: async (invoiceId, failed, now) => {
    await db
      .update(invoiceJobs)
      .set({
        state: 'failed',
        steps: failed,
        lease_token: null,
        lease_until: null,
        updated_at: now.toISOString(),
      })
      .where(
        and(
          eq(invoiceJobs.invoice_id, invoiceId),
          or(
            eq(invoiceJobs.state, 'queued'),
            and(eq(invoiceJobs.state, 'running'), lt(invoiceJobs.lease_until, now.toISOString())),
          ),
        ),
      );
  },
});
