import { auditOf } from '#functions/domain/audit.ts';
import { invoiceNotFound } from '#functions/domain/invoices/read-invoices.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { WriteOff } from '#functions/ports/database/ledger/ledger-store.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { LedgerEntry } from '#shared/contract/ledger-entries.ts';
import type { WriteOffOrder } from '#shared/contract/write-offs.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { lockAccount } from './lock-account.ts';

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

const toOrder = ({ amount, reason, collection }: WriteOffOrder) => ({
  amountCents: centsFromAmount(amount),
  reason,
  collection,
});

/** Runs a write about an invoice behind the lock of its account, and returns the invoice as it is then. */
const changeInvoice = (
  database: DatabaseOf<'invoices' | 'ledger'>,
  invoiceId: number,
  write: (database: DatabaseOf<'invoices' | 'ledger'>, userId: number) => Promise<void>,
): Promise<Invoice> =>
  database.transaction(async (transaction) => {
    const userId = await transaction.ledger.lockAccountOfInvoice(invoiceId);
    if (userId === undefined) {
      throw invoiceNotFound();
    }
    await write(transaction, userId);
    const found = await transaction.invoices.find(invoiceId);
    if (!found) {
      throw invoiceNotFound();
    }

    return found.invoice;
  });

/** Writes an amount of an invoice off, at most what is due (D65). */
export const writeOffInvoice = (
  database: DatabaseOf<'invoices' | 'ledger'>,
  admin: SessionUser,
  { invoiceId, ...order }: WriteOffOrder & { invoiceId: number },
  now: Date,
): Promise<Invoice> =>
  changeInvoice(database, invoiceId, async ({ ledger }, userId) => {
    const written = await ledger.writeOff({
      userId,
      item: { invoiceId },
      date: dayAfter(now, 0),
      ...toOrder(order),
      audit: auditOf(admin, 'invoices.write-off'),
      now,
    });
    requireWrittenOff(written);
  });

/** Takes back all that is still written off of an invoice; it is owed again, unless the account has credit. */
export const undoInvoiceWriteOff = (
  database: DatabaseOf<'invoices' | 'ledger'>,
  admin: SessionUser,
  { invoiceId, reason }: { invoiceId: number; reason: string },
  now: Date,
): Promise<Invoice> => {
  const date = dayAfter(now, 0);

  return changeInvoice(database, invoiceId, async ({ ledger }, userId) => {
    const audit = auditOf(admin, 'invoices.undo-write-off');
    requireTakenBack(await ledger.undoWriteOff({ userId, item: { invoiceId }, date, reason, audit, now }));
    await ledger.settle(userId, { on: date });
  });
};

/** Writes an amount of an opening balance off, at most what is due (D65). */
export const writeOffOpening = (
  database: DatabaseOf<'ledger'>,
  admin: SessionUser,
  { userId, ...order }: WriteOffOrder & { userId: number },
  now: Date,
): Promise<LedgerEntry> =>
  database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    const written = await ledger.writeOff({
      userId,
      item: { invoiceId: null },
      date: dayAfter(now, 0),
      ...toOrder(order),
      audit: auditOf(admin, 'ledger.write-off-opening'),
      now,
    });

    return requireWrittenOff(written);
  });

/** Takes back all that is still written off of an opening balance. */
export const undoOpeningWriteOff = (
  database: DatabaseOf<'ledger'>,
  admin: SessionUser,
  { userId, reason }: { userId: number; reason: string },
  now: Date,
): Promise<LedgerEntry> => {
  const date = dayAfter(now, 0);

  return database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    const audit = auditOf(admin, 'ledger.undo-opening-write-off');
    const entry = requireTakenBack(
      await ledger.undoWriteOff({ userId, item: { invoiceId: null }, date, reason, audit, now }),
    );
    await ledger.settle(userId, { on: date });

    return entry;
  });
};
