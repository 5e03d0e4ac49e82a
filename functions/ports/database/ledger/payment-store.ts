import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { CreditChange, Debt, Payment, PlaceOfEntry } from '#shared/contract/ledger-payments.ts';

/** Which entries a page lists. */
export interface PaymentPage {
  before?: PlaceOfEntry | undefined;
  /** The first and last day at the bank. */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
}

/** Reads what an account paid and what it owes. */
export interface PaymentStore {
  /**
   * Returns the latest payments, refunds and corrections by date, or those that follow `before` in this order;
   * undefined if there is no such user. With `audit` the reading is written to the audit log.
   */
  listOf(
    userId: number,
    page: PaymentPage,
    audit?: ReadAudit,
  ): Promise<(Payment | CreditChange)[] | undefined>;
  find(paymentId: number): Promise<Payment | undefined>;
  /**
   * Returns payments of one account with its balance at the same moment, which is above 0 in the client's favour. One
   * that is not found is left out.
   */
  findWithBalance(paymentIds: readonly number[]): Promise<{ payments: Payment[]; balanceCents: number }>;
  /**
   * Returns the amount owed or the credit, and the items that a payment would pay first; undefined if there is no
   * such user. Items of which only something written off can be paid come last, if they are asked for.
   */
  readDebt(
    userId: number,
    what: { limit: number; withWrittenOff: boolean },
    audit?: ReadAudit,
  ): Promise<Debt | undefined>;
}
