import * as z from 'zod';
import { RUN_STATES } from '#shared/billing/run-words.ts';
import { BRAKED_SHARES } from '#shared/mails/mail-shares.ts';
import { date, id, month, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

const count = z.number().int().min(0);

export const countFigures = z.object({
  /** Clients of whom something is overdue today. */
  overdueClients: count,
  /** Null where no helpdesk is configured. */
  openTickets: count.nullable(),
  /** Where an administrator answers tickets; null where no helpdesk is configured. */
  helpdeskUrl: z.url().nullable(),
  failedJobs: count,
  bank: z.object({
    /** The last day up to which every account that receives money and has a file is read; null while none has. */
    readUntil: date.nullable(),
    /** The accounts that receive money without a file, once any file was read. */
    neverRead: z.array(z.string()),
    /** The money from the bank that nobody can place yet. */
    unidentified: z.number(),
    /** The open lines of all files, and the money that came in by them. */
    toBook: z.object({
      lines: count,
      sum: z.number(),
      /** The file of the oldest open line; null while no line is open. */
      file: z.number().int().nullable(),
    }),
  }),
  /** The last day of the month that was closed last; null while none is closed. */
  closedUntil: date.nullable(),
  billing: z.object({
    /** The month that should be billed now and that no run has billed yet: this one, from the 20th the next; null for none. */
    unbilledMonth: month.nullable(),
    /** The run that is under way or stopped, and the invoices that are left. */
    run: z.object({ id, month, state: z.enum(RUN_STATES), left: count }).nullable(),
  }),
  /** Accounts whose present address is blocked, which the list of users shows with `mail=blocked`. */
  blockedAddresses: count,
  /** The mails that stand still because too many came back (D45); usually none do. */
  pausedMails: z.array(
    z.object({
      share: z.enum(BRAKED_SHARES),
      since: timestamp,
      /** Mails that wait. */
      waiting: count,
    }),
  ),
});
export type CountFigures = z.infer<typeof countFigures>;

export const moneyFigures = z.object({
  outstanding: z.number(),
  /** The part of it that is overdue today. */
  overdue: z.number(),
  invoicedThisMonth: z.number(),
  /** Invoices of any month that were made void in this one. */
  voidedThisMonth: z.number(),
  /** The credit notes of this month. */
  creditedThisMonth: z.number(),
});
export type MoneyFigures = z.infer<typeof moneyFigures>;

export const monthFigures = z.object({
  /** A calendar month in Johannesburg, such as '2026-11'. */
  month: z.string(),
  /** As in the control totals: with the invoices of deleted clients, and with those that were made void later. */
  invoiced: z.number(),
  /** Invoices of any month that were made void in this one. */
  voided: z.number(),
  /** The credit notes of the month. */
  credited: z.number(),
  /** The payments of the month by their own date, with those that were reversed later. */
  received: z.number(),
  /** Payments of any month that were reversed in this one. */
  returned: z.number(),
  /** Clients whose account was created in the month and still exists. */
  newClients: count,
});
export type MonthFigures = z.infer<typeof monthFigures>;

export const figures = defineRoutes('figures', {
  counts: {
    method: 'GET',
    path: '/api/admin/figures/counts',
    summary:
      'How many clients are overdue, tickets open, background jobs failed and addresses blocked, which mails are paused, how far the bank is read and what of it is to book, which month is closed, and what is to be billed',
    access: 'admin',
    uses: ['database', 'supportSettings', 'bankAccounts'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: countFigures,
  },
  money: {
    method: 'GET',
    path: '/api/admin/figures/money',
    summary: 'What all clients owe, and what was invoiced, made void and credited this month',
    access: 'admin',
    uses: ['database'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: moneyFigures,
  },
  months: {
    method: 'GET',
    path: '/api/admin/figures/months',
    summary:
      'What was invoiced and received, what of it was taken back, and how many clients came in each of the last twelve months, the oldest first',
    access: 'admin',
    uses: ['database'],
    readsBesideCheck: true,
    response: z.array(monthFigures),
  },
});
