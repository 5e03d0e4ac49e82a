import { auditOf } from '#functions/domain/audit.ts';
import { invoiceNotFound } from '#functions/domain/invoices/read-invoices.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf, StoreName } from '#functions/ports/database/database.ts';
import type { LedgerStore, WriteOff } from '#functions/ports/database/payments/ledger-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { LedgerEntry } from '#shared/contract/payments/ledger-entries.ts';
import type { WriteOffOrder } from '#shared/contract/write-offs.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { lockAccount } from '../payments/lock-account.ts';

const requireWrittenOff = (written: WriteOff): LedgerEntry => {
  if ('entry' in written) {
    return written.entry;
  }
  if (written.dueCents === 0) {
    throw new AppError('conflict', 'Nothing of it is due that could be written off.');
  }
  const sentence = `Only ${formatRand(written.dueCents)} is due.`;
  throw new AppError('unprocessable', sentence, { fields: { amount: sentence } });
};

const requireTakenBack = (entry: LedgerEntry | undefined): LedgerEntry => {
  if (!entry) {
    throw new AppError('conflict', 'Nothing of it is written off.');
  }

  return entry;
};

/** An item that is written off or taken back, and what its route answers. */
interface ItemOf<Names extends StoreName, Answer> {
  /** The invoice; null: the opening balance. */
  invoiceId: number | null;
  actions: { writeOff: RouteId; takeBack: RouteId };
  /** Locks the account and returns whose it is. */
  lock: (ledger: LedgerStore) => Promise<number>;
  answer: (database: DatabaseOf<Names>, entry: LedgerEntry) => Answer | Promise<Answer>;
}

/** An invoice, which is answered as it is then. */
export const invoiceItem = (invoiceId: number): ItemOf<'invoices', Invoice> => ({
  invoiceId,
  actions: { writeOff: 'write-offs.invoice', takeBack: 'write-offs.undo-invoice' },
  lock: async (ledger) => {
    const userId = await ledger.lockAccountOfInvoice(invoiceId);
    if (userId === undefined) {
      throw invoiceNotFound();
    }

    return userId;
  },
  answer: async ({ invoices }) => {
    const found = await invoices.find(invoiceId);
    if (!found) {
      throw invoiceNotFound();
    }

    return found.invoice;
  },
});

/** The opening balance of a client. */
export const openingItem = (userId: number): ItemOf<never, LedgerEntry> => ({
  invoiceId: null,
  actions: { writeOff: 'write-offs.opening', takeBack: 'write-offs.undo-opening' },
  lock: async (ledger) => {
    await lockAccount(ledger, userId);

    return userId;
  },
  answer: (_, entry) => entry,
});

/** Writes an amount of an item off, at most what is due (D65). */
export const writeOff = <Names extends StoreName, Answer>(
  database: DatabaseOf<Names | 'ledger'>,
  admin: SessionUser,
  { item, amount, reason, collection }: WriteOffOrder & { item: ItemOf<Names, Answer> },
  now: Date,
): Promise<Answer> =>
  database.transaction(async (transaction) => {
    const { ledger } = transaction;
    const userId = await item.lock(ledger);
    const written = await ledger.writeOff({
      userId,
      item,
      date: dayAfter(now, 0),
      amountCents: centsFromAmount(amount),
      reason,
      collection,
      audit: auditOf(admin, item.actions.writeOff),
      now,
    });

    return item.answer(transaction, requireWrittenOff(written));
  });

/** Takes back all that is still written off of an item; it is owed again, unless the account has credit. */
export const takeBackWriteOff = <Names extends StoreName, Answer>(
  database: DatabaseOf<Names | 'ledger'>,
  admin: SessionUser,
  { item, reason }: { item: ItemOf<Names, Answer>; reason: string },
  now: Date,
): Promise<Answer> =>
  database.transaction(async (transaction) => {
    const { ledger } = transaction;
    const date = dayAfter(now, 0);
    const userId = await item.lock(ledger);
    const entry = requireTakenBack(
      await ledger.undoWriteOff({
        userId,
        item,
        date,
        reason,
        audit: auditOf(admin, item.actions.takeBack),
        now,
      }),
    );
    await ledger.settle(userId, { on: date });

    return item.answer(transaction, entry);
  });
