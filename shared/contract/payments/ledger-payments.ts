import * as z from 'zod';
import {
  amount,
  date,
  id,
  idInPath,
  optionalText,
  requiredVisible,
  storableDay,
  timestamp,
  whenMissing,
} from '../fields.ts';
import {
  CREDIT_CHANGE_KINDS,
  ITEM_KINDS,
  NAMED_INVOICES_FULL,
  NAMED_INVOICES_MAX,
  PAYMENT_METHODS,
  PAYMENT_TEXT_LENGTH_MAX,
  REASON_LENGTH_MAX,
  REASON_REQUIRED,
} from '../money-limits.ts';

/** An amount of money that was paid, given back or named for an invoice. */
export const positiveAmount = amount.min(0.01, 'Amount must be greater than 0');

export const reason = requiredVisible(REASON_LENGTH_MAX, REASON_REQUIRED);

export const paymentMethod = z.enum(PAYMENT_METHODS, whenMissing('Method is required'));
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** An invoice, or the opening balance if it names none, and the part of a payment that it gets. */
const namedInvoice = z.object({ invoiceId: id.nullable(), amount: positiveAmount });

export const bankDay = z.iso.date({ error: ({ input }) => (input ? undefined : 'Date is required') });

/** The day on which the bank moved the money: at most today, and today if none is given (D70). */
export const bankDate = bankDay.optional();

export const paymentBody = z.object({
  /** The bank date, not in the future; the server also checks that it is not too long ago (D62). */
  date: bankDay,
  amount: positiveAmount,
  method: paymentMethod,
  reference: optionalText(PAYMENT_TEXT_LENGTH_MAX),
  note: optionalText(PAYMENT_TEXT_LENGTH_MAX),
  /** The reversed payment that this one replaces. It may have the same date. */
  replaces: id.optional(),
  /** The invoices that this payment pays first; the rest pays what is due the longest. */
  allocations: z.array(namedInvoice).max(NAMED_INVOICES_MAX, NAMED_INVOICES_FULL).default([]),
});
export type PaymentOrder = z.output<typeof paymentBody>;

/** Who wrote an entry and when: for administrators only; the name is that of then, and null if the portal wrote it. */
export const writing = { writtenBy: z.string().nullable().optional(), createdAt: timestamp.optional() };

/** A part of a payment and the item that it pays; only an invoice has an id and a number. */
export const paymentAllocation = z.object({
  kind: z.enum(ITEM_KINDS),
  invoiceId: id.nullable(),
  invoiceNumber: z.string().nullable(),
  amount,
});

export const payment = z.object({
  id,
  userId: id,
  kind: z.literal('payment'),
  /** The day that statements count: the bank date, or the first open day if that month was closed (D70). */
  date,
  bankDate: date.nullable(),
  amount,
  method: paymentMethod,
  reference: z.string().nullable(),
  /** For administrators only. */
  note: z.string().nullable().optional(),
  allocations: z.array(paymentAllocation),
  /** The part that is still credit. */
  unallocated: amount,
  reversedAt: timestamp.nullable(),
  reversalReason: z.string().nullable(),
  /** The day on which the bank took it back. */
  reversalBankDate: date.nullable(),
  /** For administrators only. */
  reversedBy: z.string().nullable().optional(),
  /** For administrators only: the line of the bank that it came from or was joined with. */
  lineId: id.nullable().optional(),
  ...writing,
});
export type Payment = z.infer<typeof payment>;

/** A refund or correction: it pays nothing and is not reversed; its amount is above 0 if in the client's favour. */
export const creditChange = payment.extend({
  kind: z.enum(CREDIT_CHANGE_KINDS),
  method: paymentMethod.nullable(),
  reason: z.string().nullable(),
});
export type CreditChange = z.infer<typeof creditChange>;

const placeOfEntry = z.object({ date: storableDay, id: idInPath });
export type PlaceOfEntry = z.infer<typeof placeOfEntry>;

export const writeCursor = (place: PlaceOfEntry): string => `${place.date}.${place.id}`;

const NO_CURSOR = 'This is not the cursor of an entry';

/** The place of an entry in a list by date and id, as `writeCursor` wrote it. */
export const cursor = z
  .stringFormat('cursor', /^[^.]+[.][^.]+$/, NO_CURSOR)
  .transform((text, context): PlaceOfEntry => {
    const [date, id] = text.split('.');
    const place = placeOfEntry.safeParse({ date, id });
    if (!place.success) {
      context.addIssue(NO_CURSOR);

      return z.NEVER;
    }

    return place.data;
  });

const withCursor = { cursor: z.string() };
export const listedPayment = z.discriminatedUnion('kind', [
  payment.extend(withCursor),
  creditChange.extend(withCursor),
]);
export type ListedPayment = z.infer<typeof listedPayment>;

/** An item with an amount due, or one that is written off and still payable. */
export const openItem = z.object({
  kind: z.enum(ITEM_KINDS),
  invoiceId: id.nullable(),
  /** The number of an invoice. */
  number: z.string().nullable(),
  date,
  dueDate: date.nullable(),
  amountDue: amount,
  /** What of it is written off, which no payment pays unless it names the item (D65). */
  writtenOff: amount,
});
export type OpenItem = z.infer<typeof openItem>;

/** What is known of an account for which a line was booked, or is proposed, by typed words alone (D63). */
export const newcomer = z.object({
  createdOn: date,
  /** False if it was imported, or an operator made it. */
  isRegistered: z.boolean(),
  isVerified: z.boolean(),
  isBilled: z.boolean(),
});
export type Newcomer = z.infer<typeof newcomer>;

/** The amount that an account owes now, or its credit: never both (D53). */
export const debt = z.object({
  owed: z.number(),
  credit: z.number(),
  /** The day of the imported balance; null without one. */
  takenOn: date.nullable(),
  /** For administrators only: a payment of an earlier bank date stands on this day; null while no month is closed. */
  firstOpenDay: date.nullable().optional(),
  /** For administrators only: set while credit comes from such a line of the last 30 days. */
  newcomer: newcomer.nullable().optional(),
  /** In the order in which a payment pays them; then those of which nothing is due and something is written off. */
  items: z.array(openItem),
});
export type Debt = z.infer<typeof debt>;
