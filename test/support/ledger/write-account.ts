import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { issueCreditNote } from '#functions/domain/credit-notes/issue-credit-note.ts';
import { newPayment } from '#functions/domain/payments/new-payment.ts';
import type { InvoiceStore } from '#functions/ports/database/invoices/invoice-store.ts';
import type { LedgerStore, NamedInvoice } from '#functions/ports/database/payments/ledger-store.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { vatPortionCents } from '#shared/money.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';

interface Stores {
  ledger: LedgerStore;
  invoices: InvoiceStore;
}

const audit = { actorId: 1, action: 'payments.record' as const, address: 'terminal' };
const supplier = { ...PROVIDER, vatNumber: '4870261234', complaints: null };

/**
 * Writes money of one account on days of the past, which no route does: each function is a transaction of the stores, as
 * in the domain.
 */
export const writeAccount = (portal: TestPortal, userId: number) => {
  const change = <Result>(run: (stores: Stores) => Promise<Result>) =>
    portal.connection.transaction(async (db) => {
      const ledger = makeLedgerStore(db);
      await ledger.lock(userId);

      return run({ ledger, invoices: makeInvoiceStore(db) });
    });
  const entryOn = (day: string) => ({
    userId,
    date: day,
    audit,
    activity: 'Something',
    now: new Date(`${day}T08:00:00Z`),
  });

  return {
    issue: (
      day: string,
      cents: number,
      dueDate: string,
      vatNumber: string | null = supplier.vatNumber,
    ): Promise<number> =>
      change(async ({ ledger, invoices }) => {
        const [issued] = await invoices.issue(
          [
            {
              userId,
              totalCents: cents,
              vatCents: vatNumber === null ? null : vatPortionCents(cents, 15),
              lines: [{ description: 'Fibre', unitCents: cents, quantity: 1, amountCents: cents }],
              requires: [],
              activity: { before: '', after: 'Something' },
              lane: null,
            },
          ],
          {
            year: Number(day.slice(0, 4)),
            supplier: { ...supplier, vatNumber },
            terms: { layout: 3, vatPercent: 15, bank: BANK_ACCOUNT, termsDays: 7, dueDate },
            audit: { ...audit, action: 'invoices.create' },
            ordersMail: false,
            now: new Date(`${day}T08:00:00Z`),
          },
        );
        await ledger.settle(userId, { on: null });

        return issued?.invoice?.id ?? 0;
      }),

    /** Returns the id of the payment. */
    pay: (
      day: string,
      cents: number,
      named: readonly NamedInvoice[] = [],
      texts: { reference?: string; note?: string } = {},
    ): Promise<number> =>
      change(async ({ ledger }) => {
        const { now } = entryOn(day);
        const payment = {
          ...texts,
          userId,
          date: day,
          amountCents: cents,
          method: 'eft' as const,
          named,
          actorId: audit.actorId,
        };
        const { recorded } = await ledger.recordPayments(
          [newPayment(payment, { mailSettings: { isOn: false }, now })],
          { ...audit, now },
        );
        const { paymentId = 0, recoveredCents = 0 } = recorded[0] ?? {};
        if (recoveredCents > 0) {
          await ledger.recover({ ...entryOn(day), paymentId, named });
        }
        await ledger.settle(userId, { on: null, named: { creditId: paymentId, invoices: named } });

        return paymentId;
      }),

    reverse: (day: string, paymentId: number, reason = 'The bank returned it') =>
      change(async ({ ledger }) => {
        await ledger.endAllocations({ paymentId }, day);
        await ledger.reversePayment({ ...entryOn(day), bankDate: day, paymentId, reason });
        await ledger.settle(userId, { on: day });
      }),

    makeVoid: (day: string, invoiceId: number) =>
      change(async ({ ledger, invoices }) => {
        const { now } = entryOn(day);
        await invoices.makeVoid(invoiceId, ['pending', 'paid'], now);
        await ledger.endAllocations({ invoiceId }, day);
        await ledger.reverseInvoice(invoiceId, day, { adminId: 1, reason: null, now });
        await ledger.settle(userId, { on: day });
      }),

    credit: async (day: string, invoiceId: number, cents: number) => {
      const { database } = await import('#local/seed/whole-database.ts');
      await issueCreditNote(
        { database, provider: supplier, mailSettings: { isOn: false } },
        ADMIN,
        { invoiceId, amount: cents / 100, reason: 'error', explanation: 'The speed was never delivered' },
        new Date(`${day}T08:00:00Z`),
      );
    },

    writeOff: (day: string, invoiceId: number, cents: number) =>
      change(({ ledger }) =>
        ledger.writeOff({
          ...entryOn(day),
          item: { invoiceId },
          amountCents: cents,
          reason: 'Cannot be collected',
          collection: 'Three letters',
        }),
      ),

    writeOffAll: (day: string) =>
      change(({ ledger }) =>
        ledger.writeOffAll({ ...entryOn(day), reason: 'Cannot be collected', collection: 'Three letters' }),
      ),

    undoWriteOff: (day: string, invoiceId: number) =>
      change(async ({ ledger }) => {
        await ledger.undoWriteOff({ ...entryOn(day), item: { invoiceId }, reason: 'By mistake' });
        await ledger.settle(userId, { on: day });
      }),

    /** Does nothing if the account has less credit. */
    refund: (day: string, cents: number) =>
      change(async ({ ledger }) => {
        const refund = { bankDate: day, amountCents: cents, method: 'eft', reason: 'Paid twice' } as const;
        await ledger.refund({ ...entryOn(day), ...refund });
        await ledger.settle(userId, { on: day });
      }),

    /** Does nothing if the account has no opening balance. */
    correct: (day: string, cents: number) =>
      change(async ({ ledger }) => {
        const opening = await ledger.findOpening(userId);
        if (opening) {
          const correction = { openingId: opening.id, amountCents: cents, reason: 'Forgotten' };
          await ledger.correct({ ...entryOn(day), ...correction });
          await ledger.settle(userId, { on: day });
        }
      }),
  };
};
