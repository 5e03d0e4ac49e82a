import { makeCreditNoteStore } from '#functions/adapters/database/credit-notes/sql-credit-note-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/ledger/sql-ledger-store.ts';
import { dayAfter, yearOf } from '#shared/dates.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';

/** Issues a credit note over one cent of an open invoice, without a mail. Returns its id. */
export const addCreditNote = (
  { connection }: Pick<TestPortal, 'connection'>,
  { userId, invoiceId }: { userId: number; invoiceId: number },
): Promise<number> =>
  connection.transaction(async (db) => {
    const now = new Date();
    const today = dayAfter(now, 0);
    const { creditNote, entryId } = await makeCreditNoteStore(db).issue({
      userId,
      invoiceId,
      year: yearOf(now),
      date: today,
      totalCents: 1,
      hasEntry: true,
      reason: 'error',
      explanation: 'Billed for a planted line',
      provider: PROVIDER,
      terms: {
        layout: 1,
        vatPercent: 15,
        invoiceNumber: 'INV-TEST',
        invoicedAt: now.toISOString(),
        invoiceCents: 10_000,
      },
      lines: null,
      audit: { actorId: userId, action: 'credit-notes.create', address: '192.0.2.1' },
      activity: { before: 'Credit note ', after: '' },
      ordersMail: false,
      now,
    });
    await makeLedgerStore(db).settle(userId, {
      on: today,
      named: { creditId: entryId ?? 0, invoices: [{ invoiceId, amountCents: 1 }] },
    });

    return creditNote.id;
  });
