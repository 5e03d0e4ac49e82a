import * as z from 'zod';
import { amount, date, id, requiredVisible, text, textOrNull, timestamp } from '../fields.ts';
import { TEXT_LENGTH_MAX } from '../limits.ts';
import {
  BANK_DATE_FORMATS,
  BANK_DAY_ORDERS,
  BANK_FILE_BYTES_MAX,
  BANK_FILE_FORMATS,
  BANK_PREVIEW_ROWS,
  BANK_ROW_FATES,
  BANK_TEXT_COLUMNS_MAX,
  IN_OR_OUT_OF_AMOUNT,
} from './bank-limits.ts';

/** The place of a column in the rows of a file, from 0. */
const column = z.number().int().min(0).max(50);
/** One column, or several whose texts are joined. */
const textColumns = z.union([column, z.array(column).min(1).max(BANK_TEXT_COLUMNS_MAX)]);

/** The columns of a file whose bank is not known. It has an amount, or one column for money in and one for money out. */
export const bankMapping = z
  .object({
    date: column,
    description: textColumns,
    reference: textColumns.optional(),
    amount: column.optional(),
    credit: column.optional(),
    debit: column.optional(),
    fee: column.optional(),
    balance: column.optional(),
    /** Says of each amount whether it came in, such as 'CREDIT' or 'Dt'. */
    inOrOut: column.optional(),
    /** Names the account in each row. */
    account: column.optional(),
    dateFormat: z.enum(BANK_DATE_FORMATS),
  })
  .refine(({ amount: signed, credit }) => signed !== undefined || credit !== undefined, {
    error: 'Choose the column of the amount, or that of the money in',
    path: ['amount'],
  })
  .refine(({ amount: signed, inOrOut }) => signed !== undefined || inOrOut === undefined, {
    error: IN_OR_OUT_OF_AMOUNT,
    path: ['amount'],
  });
export type BankMapping = z.infer<typeof bankMapping>;

export const bankFileBody = z.object({
  fileName: requiredVisible(TEXT_LENGTH_MAX, 'File name is required'),
  /** The account that received the money, for a file that names none. */
  account: text(30).optional(),
  /** The file's text as the browser decoded it. The server removes control characters. */
  text: z.string().min(1, 'The file is empty.').max(BANK_FILE_BYTES_MAX, 'The file is too large.'),
  mapping: bankMapping.optional(),
  withoutBalances: z.boolean().optional(),
  /** The first day whose lines are booked, for the first file of an account. */
  bookFrom: date.optional(),
  /** The answer to `days_unclear`. */
  dayOrder: z.enum(BANK_DAY_ORDERS).optional(),
});
export type BankFileOrder = z.output<typeof bankFileBody>;

/** A number of things. */
export const count = z.number().int();
/** Of a sum, which may be more than the most that one amount may be. */
const amountOfMany = z.number();

const previewRow = z.object({
  date,
  description: z.string(),
  reference: textOrNull,
  /** Below 0 for money out. */
  amount,
  becomes: z.enum(BANK_ROW_FATES),
});
export type BankPreviewRow = z.infer<typeof previewRow>;

/** What would be stored of a file. */
export const bankPreview = z.object({
  format: z.enum(BANK_FILE_FORMATS),
  /** The bank of the account, as the settings name it. */
  bank: z.string(),
  account: z.string(),
  from: date,
  to: date,
  /** Null for a file without balances. */
  opening: amountOfMany.nullable(),
  closing: amountOfMany.nullable(),
  /** True if each balance follows from the one before; null without balances. */
  ties: z.boolean().nullable(),
  sumIn: amountOfMany,
  /** Above 0. */
  sumOut: amountOfMany,
  lines: z.array(previewRow).max(BANK_PREVIEW_ROWS),
  /** The new lines, of them those that the bank returned, other rows, and the lines that are known or before the first day. */
  counts: z.object({
    lines: count,
    returned: count,
    out: count,
    pending: count,
    known: count,
    earlier: count,
  }),
  /** The first day whose lines are booked; null while no file of the account was read. */
  bookFrom: date.nullable(),
  suggestedBookFrom: date,
  /** Sentences about the file that refuse nothing. */
  notes: z.array(z.string()),
});
export type BankPreview = z.infer<typeof bankPreview>;

export const bankFile = z.object({
  id,
  fileName: z.string(),
  format: z.enum(BANK_FILE_FORMATS),
  bank: z.string(),
  account: z.string(),
  from: date,
  to: date,
  bookFrom: date,
  /** Null for a file without balances. */
  opening: amount.nullable(),
  closing: amount.nullable(),
  /** 'booking' while a job books lines. */
  state: z.enum(['ready', 'booking']),
  /** The first day of which no month is closed; null while none is. */
  firstOpenDay: date.nullable(),
  /**
   * `lines` counts those that the file brought, `skipped` rows that are none, `waiting` open lines after today,
   * `closed` certain ones of a closed month.
   */
  counts: z.object({
    lines: count,
    skipped: count,
    duplicates: count,
    certain: count,
    likely: count,
    unmatched: count,
    returned: count,
    waiting: count,
    closed: count,
    booked: count,
    unidentified: count,
    ignored: count,
    /** Ignored because they are before the first day whose lines are booked. */
    earlier: count,
    /** Open lines that a file of the other format may have brought before. */
    perhapsSame: count,
    /** Lines that a job has yet to book. */
    ordered: count,
  }),
  /** True if the figures below lead from the opening to the closing balance; null without balances. */
  ties: z.boolean().nullable(),
  /** The sums of the lines by what became of them. Money out and fees are below 0. */
  sums: z.object({
    /** Open and certain: what 'Book all' books. */
    certain: z.number(),
    booked: z.number(),
    unidentified: z.number(),
    open: z.number(),
    duplicates: z.number(),
    ignored: z.number(),
    returned: z.number(),
    fees: z.number(),
    other: z.number(),
  }),
  /** True if nothing was done with its lines and no later file brought one of them again. */
  canTakeBack: z.boolean(),
  /** The earlier file that stored the first of the lines known before; null if all lines of this file are new. */
  repeats: id.nullable(),
  /** The last day of the account's earlier files, if days may be missing between it and this file. */
  gapAfter: date.nullable(),
  /** Sentences about the file that refused nothing. */
  notes: z.array(z.string()),
  uploadedBy: textOrNull,
  createdAt: timestamp,
});
export type BankFile = z.infer<typeof bankFile>;

/** What the bookings of a file came to, as at now. */
export const bankFileSummary = z.object({
  /** What its lines paid in for clients: their living payments, less what the bank kept. */
  received: amountOfMany,
  /** The clients who have these payments. */
  clients: count,
  /** Those of them whose mail of thanks was sent, or waits for its turn. */
  thanked: count,
  /** What the bank took back by its lines. */
  returned: amountOfMany,
  /** What is put aside, because it is nobody's yet. */
  unidentified: amountOfMany,
  /** What all clients would have overdue now without the bookings of this file. */
  overdueWithout: amountOfMany,
  /** What all clients have overdue now. */
  overdueNow: amountOfMany,
  /** The clients who have something overdue now. */
  overdueClients: count,
});
export type BankFileSummary = z.infer<typeof bankFileSummary>;

/** An account that receives money. The printed one is the first. */
export const bankAccount = z.object({
  number: z.string(),
  bank: z.string(),
  /** The first day of the first file; null while none was read, then `suggestedBookFrom` is proposed. */
  bookFrom: date.nullable(),
  suggestedBookFrom: date,
  /** The last day of its files. */
  readUntil: date.nullable(),
});
export type BankAccount = z.infer<typeof bankAccount>;

export const bankFiles = z.object({
  files: z.array(bankFile),
  total: count,
  page: count,
  accounts: z.array(bankAccount),
});
export type BankFiles = z.infer<typeof bankFiles>;
