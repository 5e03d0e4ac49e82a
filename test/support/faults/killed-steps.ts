import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asc, inArray } from 'drizzle-orm';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { pdfJobKey } from '#shared/invoices/pdf-jobs.ts';
import { listStoredPdfs } from '#test/support/invoices/invoice-jobs.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startWorkingPortal } from '#test/support/portal/working-portal.ts';
import { readFastClock } from './fast-clock.ts';
import { type KillPlan, planKill, readKills, useKillPlans } from './kill-plans.ts';

const MINUTE_MS = 60_000;

/** Starts a sweep for each minute of the clock, as the schedule does. */
const startSweeps = async (speed: number) => {
  const { sweepJobs } = await import('#functions/domain/jobs/sweep-jobs.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const { jobQueues } = await import('#functions/runtime/ports/queues/job-queues-port.ts');
  const { deadLetters } = await import('#functions/runtime/ports/queues/dead-letters-port.ts');
  const ending = new AbortController();

  const sweepEachMinute = async () => {
    for (;;) {
      await sleep(MINUTE_MS / speed, undefined, { signal: ending.signal });
      await sweepJobs({ database, jobQueues, deadLetters }, readFastClock());
    }
  };
  const sweeping = sweepEachMinute().catch((error) => {
    if (!ending.signal.aborted) {
      throw error;
    }
  });

  return async () => {
    ending.abort();
    await sweeping;
  };
};

/**
 * Starts a portal whose workers die where a test has planned it, and whose jobs only the queue and the sweep start
 * again. `speed` is that of its clock.
 */
export const startPortalWithDeaths = async ({ workers, speed }: { workers: number; speed: number }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-kills-'));
  useKillPlans(folder);
  const { portal, holdMessages, stop } = await startWorkingPortal(workers, speed);
  const endSweeps = await startSweeps(speed);
  const admin = await addSignedInUser(portal, { user_role: 'admin' });
  const userId = await addUser(portal, {});

  /** Credits one rand of a new invoice. */
  const issueCreditNote = async () => {
    const { id } = await issueInvoice(portal, admin, userId);
    const order = { reason: 'discount', explanation: 'One rand less', amount: 1 };
    const note = await portal.call('POST', `/api/invoices/${id}/credit-notes`, { ...admin, body: order });

    return { id: Number(note.body.id) };
  };

  /** The documents of each kind: how one is issued, and what is stored of those. */
  const documents = {
    invoice: {
      issue: () => issueInvoice(portal, admin, userId),
      keyOf: (id: number) => pdfJobKey({ invoiceId: id }),
      read: (ids: readonly number[]) =>
        portal.connection
          .select({
            number: invoices.invoice_number,
            fileName: invoices.file_name,
            fileId: invoices.google_drive_file_id,
          })
          .from(invoices)
          .where(inArray(invoices.id, [...ids]))
          .orderBy(asc(invoices.id)),
    },
    creditNote: {
      issue: issueCreditNote,
      keyOf: (id: number) => pdfJobKey({ creditNoteId: id }),
      read: (ids: readonly number[]) =>
        portal.connection
          .select({
            number: creditNotes.credit_note_number,
            fileName: creditNotes.file_name,
            fileId: creditNotes.google_drive_file_id,
          })
          .from(creditNotes)
          .where(inArray(creditNotes.id, [...ids]))
          .orderBy(asc(creditNotes.id)),
    },
  };

  const issueAll = async (kind: keyof typeof documents, plans: readonly KillPlan[]) => {
    const { issue, keyOf } = documents[kind];
    const release = holdMessages();
    const ids: number[] = [];
    for (const plan of plans) {
      const { id } = await issue();
      planKill(keyOf(id), plan);
      ids.push(id);
    }
    release();

    return ids;
  };

  /** Resolves when no job is queued or running. */
  const waitUntilOver = async (keys: string[]) => {
    for (;;) {
      const rows = await portal.connection
        .select({ key: jobs.key, state: jobs.state, updatedAt: jobs.updated_at })
        .from(jobs)
        .where(inArray(jobs.key, keys));
      if (rows.every(({ state }) => state !== 'queued' && state !== 'running')) {
        return rows;
      }
      await sleep(100);
    }
  };

  return {
    portal,
    admin,
    /** Issues a document for each plan. Returns the results and their time when all jobs are done or given up. */
    killEach: async (plans: readonly KillPlan[], kind: keyof typeof documents = 'invoice') => {
      const ids = await issueAll(kind, plans);
      const keys = ids.map(documents[kind].keyOf);
      const ended = await waitUntilOver(keys);
      const kills = keys.flatMap(readKills);
      const rows = await documents[kind].read(ids);
      const names = new Set(rows.map(({ number }) => `${number}.pdf`));

      return {
        ids,
        kills: kills.length,
        /** Time from the last kill to the end of the last job. */
        seconds: (Date.now() - Math.max(...kills)) / 1000,
        /** The longest time of one job from its own last kill, measured with the real clock. */
        slowestSeconds: Math.max(
          ...ended.map(({ key, updatedAt }) => (Date.parse(updatedAt) - Math.max(...readKills(key))) / 1000),
        ),
        states: ended.map(({ state }) => state),
        rows,
        storedPdfs: listStoredPdfs(portal)
          .filter((name) => names.has(name))
          .toSorted(),
      };
    },
    stop: async () => {
      await endSweeps();
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
};
