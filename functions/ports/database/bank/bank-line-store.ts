import type { RECEIPT_KINDS } from '#shared/contract/bank/bank-limits.ts';
import type { BankLine, BookedPayment } from '#shared/contract/bank/bank-lines.ts';
import type { MatchProposal } from './bank-match-store.ts';

/** A line that the transaction has locked. */
export interface LockedLine {
  id: number;
  date: string;
  description: string;
  reference: string | null;
  amountCents: number;
  hasBalance: boolean;
  state: BankLine['state'];
  /** The day on which another file brought the same day and amount for the account; null if none did. */
  seenInFileOf: string | null;
}

/** A payment that a line books, joins, or shows as returned. */
export interface PaymentOfLine {
  paymentId: number;
  userId: number;
  amountCents: number;
  bankDate: string;
  isReversed: boolean;
  /** The line that it came from or was joined with. */
  lineId: number | null;
}

/** A payment with its client, and the amount of the line that it came from or was joined with. */
export interface PaymentTogether extends PaymentOfLine, Pick<BookedPayment, 'OWNumber' | 'name' | 'company'> {
  lineCents: number | null;
}

export interface Booking {
  entryId: number;
  kind: 'payment' | 'joined' | 'reversal';
}

/** An entry that a line booked, joined or reversed, and the payment behind it. */
export interface BookedEntry extends Booking, Omit<PaymentOfLine, 'lineId'> {}

export interface Decision {
  lineId: number;
  state: 'booked' | 'unidentified' | 'ignored';
  feeCents?: number;
  bookings?: readonly Booking[];
  adminId: number;
  now: Date;
}

/** Money that nobody can place yet, as it comes in, is moved or is sent back. */
export interface Receipt {
  lineId: number;
  kind: (typeof RECEIPT_KINDS)[number];
  /** Above 0 if it comes in. */
  amountCents: number;
  bankDate: string;
  /** Its day, unless the first open day or that of an entry to which it is moved is later. */
  date: string;
  entryIds?: readonly number[];
  reason?: string | null;
  adminId: number;
  now: Date;
}

/** What an open line is, with the clients who are proposed for it. */
export interface OpenLine {
  lineId: number;
  state: 'certain' | 'likely' | 'unmatched' | 'returned';
  payer: string | null;
  perhaps: string | null;
  perhapsPaymentId: number | null;
  proposals: readonly MatchProposal[];
}

/** The lines of the bank's files, and what was done with them (D63). */
export interface BankLineStore {
  find(lineId: number, today: string): Promise<BankLine | undefined>;
  /** Locks a line until the transaction ends, after its accounts (D70). */
  lock(lineId: number): Promise<LockedLine | undefined>;
  /** Lists the returned lines of a deposit's file, with its amount and not booked. */
  listReturns(lineId: number): Promise<LockedLine[]>;
  /** Finds payments, without a lock. */
  findPayments(paymentIds: readonly number[]): Promise<PaymentOfLine[]>;
  /** Finds a payment and those that the same line booked or joined, by their ids, without a lock. */
  findTogether(paymentId: number): Promise<PaymentTogether[]>;
  /** Finds the entries of a line, without a lock. */
  findBooked(lineId: number): Promise<BookedEntry[]>;
  /** Says what a locked line is, and forgets the clients who were proposed. */
  decide(decision: Decision): Promise<void>;
  addReceipt(receipt: Receipt): Promise<void>;
  endBookings(lineId: number, now: Date): Promise<void>;
  /** Opens a locked line again, which has no bookings. */
  open(line: OpenLine): Promise<void>;
  /** Orders a mail to each client who was told of one of these payments. */
  takeThanksBack(paymentIds: readonly number[], now: Date): Promise<void>;
}
