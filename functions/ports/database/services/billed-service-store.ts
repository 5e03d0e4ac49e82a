import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { BilledService } from '#shared/contract/services.ts';

/** Days of a service that a line of a new invoice bills; null for a line about a service that bills no days. */
export interface BilledDays {
  serviceId: number;
  from: string | null;
  to: string | null;
  isRepeat: boolean;
  /** The price a month by which a run computed the line; null for a line by hand. */
  priceCents: number | null;
}

export interface CheckedDays {
  /** True if the service is the account's. */
  isOwn: boolean;
  /** The invoice on which some of the days are billed already, repeats left out. */
  billedOn: { invoiceId: number; invoiceNumber: string } | undefined;
}

export interface BilledServiceStore {
  /** Every row that has not ended and touches the days, repeats, too; undefined if there is no such user. */
  listOf(
    userId: number,
    days: { from: string; to: string | null },
    audit: ReadAudit,
  ): Promise<BilledService[] | undefined>;
  /** Answers for each of the days, in their order. The caller has locked the account. */
  check(userId: number, days: readonly BilledDays[]): Promise<CheckedDays[]>;
  /** Ends what an invoice bills; returns the services. */
  end(invoiceId: number, now: Date): Promise<number[]>;
  /**
   * Takes days off rows, and keeps them as rows that have ended; each reach an end of their row, and all of its days end
   * it. Returns the services.
   */
  shorten(days: readonly { rowId: number; from: string; to: string }[], now: Date): Promise<number[]>;
  /** Lets the oldest repeat take a place that no living row has, of each of these services. */
  placeRepeats(serviceIds: readonly number[]): Promise<void>;
}
