import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { CreditChange, Debt, Payment, PlaceOfEntry } from '#shared/contract/payments/ledger-payments.ts';
import type { AccountNow } from '#shared/invoices/still-payable.ts';

/** Which entries a page lists. */
export interface PaymentPage {
  before?: PlaceOfEntry | undefined;
  /** The first and last day at the bank. */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  /** True if the client reads it, who gets no reference of a payment that somebody else made (D63). */
  isForClient: boolean;
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
   * Returns payments of one account, and the account at the same moment. A payment that is not found is left out, and
   * without any the account is undefined.
   */
  findWithAccount(
    paymentIds: readonly number[],
  ): Promise<{ payments: Payment[]; account: AccountNow | undefined }>;
  /**
   * Returns the amount owed or the credit, and the first items: those that are due in the order in which a payment pays
   * them, then those that are written off. Undefined if there is no such user.
   */
  readDebt(userId: number, limit: number, audit?: ReadAudit): Promise<Debt | undefined>;
}
