import type { BankFileSummary } from '#shared/contract/bank/bank-files.ts';

/** Sums up what the bookings of a file came to; undefined if there is no such file. */
export interface BankSummaryStore {
  summarize(fileId: number, now: Date): Promise<BankFileSummary | undefined>;
}
