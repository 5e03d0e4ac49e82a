import type { InvoicePdfStore } from '#functions/ports/database/invoice-pdf-store.ts';
import {
  GIVEN_NUMBER,
  type InvoiceProgressRow,
  type InvoiceStore,
  type NewInvoice,
} from '#functions/ports/database/invoice-store.ts';
import type { RouteAudit } from '#functions/ports/database/journal-store.ts';
import { type Invoice, pendingSteps } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import type { Buyer } from '#shared/issued-invoice.ts';
import { amountFromCents } from '#shared/money.ts';
import { makeFakeDatabase } from './fake-database.ts';
import { type JournalState, makeFakeJournal, makeJournalState } from './fake-journal.ts';

interface FakeInvoice {
  invoice: Invoice;
  userId: number;
  driveFileId: string | null;
  job: Pick<InvoiceProgressRow, 'state' | 'steps' | 'error' | 'updatedAt'>;
  /** What it was issued with. */
  issued?: NewInvoice;
}

interface InvoiceState extends JournalState {
  /** Who may be invoiced. */
  buyers: Map<number, Buyer>;
  /** The last number of each year. */
  numbers: Map<number, number>;
  invoices: FakeInvoice[];
  /** Who found which file. */
  readFiles: ({ invoiceId: number } & RouteAudit)[];
}

const LONG_AGO = new Date('2026-01-05T08:00:00Z');

/** An invoice of user 7 whose PDF waits, but for what is given. */
export const makeStoredInvoice = ({
  state = 'queued',
  status = 'pending',
  ...change
}: Partial<FakeInvoice> & { state?: JobState; status?: Invoice['status'] } = {}): FakeInvoice => ({
  invoice: {
    id: 12,
    invoiceNumber: 'INV-2026-000012',
    status,
    createdAt: LONG_AGO.toISOString(),
    totalAmount: 337,
    fileName: null,
    dueDate: '2026-01-12',
    reference: 'INV-2026-000012',
  },
  userId: 7,
  driveFileId: null,
  job: { state, steps: pendingSteps(), error: null, updatedAt: LONG_AGO },
  ...change,
});

const makeStores = (state: InvoiceState) => {
  const find = (invoiceId: number) => state.invoices.find(({ invoice }) => invoice.id === invoiceId);
  const toRow = ({ invoice: { id, invoiceNumber }, job }: FakeInvoice): InvoiceProgressRow => ({
    invoiceId: id,
    invoiceNumber,
    ...job,
  });

  /** Moves the job to another state if it is in one of `from`. */
  const moveJob = (invoiceId: number, from: readonly JobState[], to: FakeInvoice['job']) => {
    const found = find(invoiceId);
    if (!found?.job || !from.includes(found.job.state)) return undefined;
    found.job = to;

    return toRow(found);
  };

  const invoices: Partial<InvoiceStore> = {
    listOf: async (userId) =>
      state.buyers.has(userId)
        ? state.invoices.filter((stored) => stored.userId === userId).map(({ invoice }) => invoice)
        : undefined,
    issue: async (issued) => {
      const buyer = state.buyers.get(issued.userId);
      if (!buyer) return undefined;
      const missing = issued.requires.filter((part) => !buyer[part]?.trim());
      if (missing.length > 0) return { invoice: undefined, missing };

      const number = (state.numbers.get(issued.year) ?? 0) + 1;
      state.numbers.set(issued.year, number);
      const invoiceNumber = `INV-${issued.year}-${String(number).padStart(6, '0')}`;
      const stored = makeStoredInvoice({ userId: issued.userId, issued });
      Object.assign(stored.invoice, {
        id: 100 + state.invoices.length,
        invoiceNumber,
        totalAmount: amountFromCents(issued.totalCents),
        createdAt: issued.now.toISOString(),
        dueDate: issued.terms.dueDate,
        reference: invoiceNumber,
      });
      state.invoices.push(stored);
      state.activities.push({
        userId: issued.userId,
        activityType: 'payment',
        description: issued.activity.replace(GIVEN_NUMBER, invoiceNumber),
      });

      return { invoice: stored.invoice, missing };
    },
    findFile: async (invoiceId, audit) => {
      const found = find(invoiceId);
      if (found && audit) state.readFiles.push({ invoiceId, ...audit });

      return (
        found && {
          userId: found.userId,
          fileName: found.invoice.fileName,
          driveFileId: found.driveFileId,
          driveId: null,
        }
      );
    },
    findProgress: async (invoiceId) => {
      const found = find(invoiceId);

      return found && toRow(found);
    },
    exists: async (invoiceId) => find(invoiceId) !== undefined,
    changeStatus: async (invoiceId, from, to) => {
      const found = find(invoiceId);
      if (!found || !from.includes(found.invoice.status)) return undefined;
      Object.assign(found.invoice, { status: to });

      return { userId: found.userId, invoice: found.invoice };
    },
  };

  const invoicePdfs: Partial<InvoicePdfStore> = {
    requeue: async (invoiceId, now) =>
      moveJob(invoiceId, ['failed', 'cancelled'], {
        state: 'queued',
        steps: pendingSteps(),
        error: null,
        updatedAt: now,
      }),
    cancel: async (invoiceId, now) =>
      moveJob(invoiceId, ['queued'], {
        state: 'cancelled',
        steps: pendingSteps(),
        error: null,
        updatedAt: now,
      }),
    loseFile: async ({ invoiceId, driveFileId }, { error, steps, now }) => {
      const found = find(invoiceId);
      if (found?.driveFileId !== driveFileId) return;
      found.driveFileId = null;
      found.invoice.fileName = null;
      found.job = { state: 'failed', steps: [...steps], error, updatedAt: now };
    },
  };

  return { invoices, invoicePdfs };
};

/** The database of invoices and what is noted of them, in memory. */
export const makeFakeInvoices = (invoices: FakeInvoice[] = [], buyers: [number, Buyer][] = []) => {
  const state: InvoiceState = {
    buyers: new Map(buyers),
    numbers: new Map(),
    invoices,
    readFiles: [],
    ...makeJournalState(),
  };

  return {
    state,
    database: makeFakeDatabase(state, { ...makeStores(state), journal: makeFakeJournal(state) }),
  };
};
