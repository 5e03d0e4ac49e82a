import * as z from 'zod';
import { amount, date, id, textOrNull, timestamp } from '../fields.ts';
import { newcomer, paymentAllocation } from '../payments/ledger-payments.ts';
import { count } from './bank-files.ts';
import { BANK_PROPOSALS_MAX } from './bank-limits.ts';
import { BANK_LINE_STATES } from './line-states.ts';

export const bankProposal = z.object({
  userId: id,
  /** Null of a deleted client, of whom only a returned payment is proposed. */
  OWNumber: textOrNull,
  name: textOrNull,
  company: textOrNull,
  reasons: z.array(z.string()),
  /** The payment that a returned line would reverse, with its bank date. */
  paymentId: id.nullable(),
  /** Set if typed words alone speak for an account without any entry in the ledger: booking for it asks once. */
  newcomer: newcomer.nullable(),
});
export type BankProposal = z.infer<typeof bankProposal>;

/** A payment of a line with its client, whose names are null once it was deleted. */
const bookedPayment = z.object({
  paymentId: id,
  userId: id,
  OWNumber: textOrNull,
  name: textOrNull,
  company: textOrNull,
  amount,
});
export type BookedPayment = z.infer<typeof bookedPayment>;

export const bankLine = z.object({
  id,
  fileId: id,
  date,
  description: z.string(),
  reference: textOrNull,
  /** Below 0 for a payment that the bank returned. */
  amount,
  state: z.enum(BANK_LINE_STATES),
  /** The first day on which it can be booked, if that is after today. */
  bookableFrom: date.nullable(),
  /** The open day on which what is booked of it would stand, if its month is closed (D70); it keeps its own as bank date. */
  standsOn: date.nullable(),
  /** Where it may already be booked: 'Perhaps recorded on 3 December'. */
  perhaps: textOrNull,
  /** The payment that was typed by hand and may be this line. */
  perhapsPaymentId: id.nullable(),
  proposals: z.array(bankProposal).max(BANK_PROPOSALS_MAX),
  /** What it booked, joined or reversed. */
  paymentIds: z.array(id),
  /** The clients and amounts behind those. */
  booked: z.array(bookedPayment),
  /** True while a job is about to book it. */
  isOrdered: z.boolean(),
  /** The administrator who booked or ignored it. */
  bookedBy: textOrNull,
  bookedAt: timestamp.nullable(),
});
export type BankLine = z.infer<typeof bankLine>;

export const bankLines = z.object({ lines: z.array(bankLine), total: count, page: count });
export type BankLines = z.infer<typeof bankLines>;

export const unidentified = bankLines.extend({ sum: z.number() });
export type Unidentified = z.infer<typeof unidentified>;

/** What a line would pay, as in the payment dialog. */
export const bankForecast = z.object({
  userId: id,
  /** What it pays, and what of each amount brings back what was written off, if the line quotes that invoice. */
  allocations: z.array(paymentAllocation.extend({ recovered: amount })),
  /** What would be left as credit. */
  unallocated: amount,
  /** What the client owes now, and would owe then. */
  due: amount,
  dueAfter: amount,
  /** The payments that a returned line would reverse together, of all clients. */
  reverses: z.array(bookedPayment),
});
export type BankForecast = z.infer<typeof bankForecast>;
