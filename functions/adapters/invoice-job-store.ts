import { and, asc, eq, inArray, isNull, lt, or, sql as raw } from 'drizzle-orm';
import * as z from 'zod';
import { invoiceJobs, invoices, retainedInvoices } from '#functions/database/schema.ts';
import type { InvoiceJobStore } from '#functions/ports/invoice-job-store.ts';
import { progressStep } from '#shared/contract/invoices.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { storedBuyer, storedSupplier } from './invoice-parties.ts';
import { progressColumns, readProgress } from './invoice-store.ts';
import { selectLines, selectPrinted } from './printed-invoice.ts';
import type { Sql } from './sql.ts';

const steps = z.array(progressStep);

/** A worker may write only while the job still bears its token. */
const heldBy = (invoiceId: number, leaseToken: string) =>
  and(eq(invoiceJobs.invoice_id, invoiceId), eq(invoiceJobs.lease_token, leaseToken));

/** Nobody starts or stops the PDF of a deleted client's invoice any more. */
const hasClient = raw`exists (select from ${invoices} where ${invoices.id} = ${invoiceJobs.invoice_id})`;

const withNumber = raw<string>`(select ${invoices.invoice_number} from ${invoices} where ${invoices.id} = ${invoiceJobs.invoice_id})`;

export const makeInvoiceJobStore = (sql: Sql): InvoiceJobStore => ({
  claim: async (invoiceId, lease) => {
    const now = lease.now.toISOString();
    const claimed = sql.$with('claimed').as(
      sql
        .update(invoiceJobs)
        .set({
          state: 'running',
          attempts: raw`${invoiceJobs.attempts} + 1`,
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
    const printed = selectPrinted(sql);
    const [job] = await sql
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

    const lines = await selectLines(sql, invoiceId);

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
    const rows = await sql
      .update(invoiceJobs)
      .set({ steps: saved, updated_at: now.toISOString() })
      .where(heldBy(invoiceId, leaseToken))
      .returning({ id: invoiceJobs.invoice_id });

    return rows.length === 1;
  },

  keepDriveFileId: async (invoiceId, leaseToken, driveFileId, now) => {
    const held = sql
      .select({ id: invoiceJobs.invoice_id })
      .from(invoiceJobs)
      .where(heldBy(invoiceId, leaseToken));
    const ofClient = sql.$with('of_client').as(
      sql
        .update(invoices)
        .set({
          google_drive_file_id: raw`coalesce(${invoices.google_drive_file_id}, ${driveFileId})`,
          updated_at: now.toISOString(),
        })
        .where(inArray(invoices.id, held))
        .returning({ driveFileId: invoices.google_drive_file_id }),
    );
    const ofNobody = sql.$with('of_nobody').as(
      sql
        .update(retainedInvoices)
        .set({
          google_drive_file_id: raw`coalesce(${retainedInvoices.google_drive_file_id}, ${driveFileId})`,
        })
        .where(inArray(retainedInvoices.id, held))
        .returning({ driveFileId: retainedInvoices.google_drive_file_id }),
    );
    const [row] = await sql
      .with(ofClient, ofNobody)
      .select({
        driveFileId: raw<
          string | null
        >`coalesce((${sql.select().from(ofClient)}), (${sql.select().from(ofNobody)}))`,
      })
      .from(raw`(select) as always`);

    return row?.driveFileId ?? undefined;
  },

  complete: async (invoiceId, leaseToken, file, saved, now) => {
    const held = sql.$with('held').as(
      sql
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
    const named = sql.$with('named').as(
      sql
        .update(invoices)
        .set({
          file_name: file.name,
          file_path: file.path,
          download_url: file.downloadUrl,
          updated_at: now.toISOString(),
        })
        .where(inArray(invoices.id, sql.select({ id: held.id }).from(held)))
        .returning({ id: invoices.id }),
    );
    // Not the rows of `named`: a deleted client's invoice names no file, because no route reads it.
    const rows = await sql.with(held, named).select().from(held);

    return rows.length === 1;
  },

  release: async (invoiceId, leaseToken, state, saved, now) => {
    const rows = await sql
      .update(invoiceJobs)
      .set({ state, steps: saved, lease_token: null, lease_until: null, updated_at: now.toISOString() })
      .where(heldBy(invoiceId, leaseToken))
      .returning({ id: invoiceJobs.invoice_id });

    return rows.length === 1;
  },

  markSent: async (invoiceIds, now) => {
    await sql
      .update(invoiceJobs)
      .set({ sent_at: now.toISOString() })
      .where(inArray(invoiceJobs.invoice_id, [...invoiceIds]));
  },

  requeue: async (invoiceId, fresh, now) => {
    const [row] = await sql
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
            and(eq(invoiceJobs.state, 'queued'), raw`${invoiceJobs.steps} @> '[{"status":"error"}]'::jsonb`),
          ),
        ),
      )
      .returning({ ...progressColumns, invoiceNumber: withNumber });

    return readProgress(row);
  },

  cancel: async (invoiceId, now) => {
    const [row] = await sql
      .update(invoiceJobs)
      .set({ state: 'cancelled', updated_at: now.toISOString() })
      .where(and(eq(invoiceJobs.invoice_id, invoiceId), eq(invoiceJobs.state, 'queued'), hasClient))
      .returning({ ...progressColumns, invoiceNumber: withNumber });

    return readProgress(row);
  },

  listUnsent: async (sentBefore, limit) => {
    const longAgo = sentBefore.toISOString();
    const rows = await sql
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
    const nameless = sql.$with('nameless').as(
      sql
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
    await sql
      .with(nameless)
      .update(invoiceJobs)
      .set({ state: 'failed', steps: failed, updated_at: now.toISOString() })
      .where(inArray(invoiceJobs.invoice_id, sql.select({ id: nameless.id }).from(nameless)));
  },

  fail: async (invoiceId, failed, now) => {
    await sql
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
