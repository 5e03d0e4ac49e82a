import * as z from 'zod';
import { id, ofClient, requiredVisible } from './fields.ts';
import { invoice, invoiceId } from './invoices.ts';
import { REASON_LENGTH_MAX, WRITE_OFFS_MAX } from './money-limits.ts';
import { ledgerEntry } from './payments/ledger-entries.ts';
import { positiveAmount, reason } from './payments/ledger-payments.ts';
import { defineRoutes } from './route.ts';

/** What was done to collect the debt, which the tax authority asks for. */
const collection = requiredVisible(REASON_LENGTH_MAX, 'What was done to collect is required');

export const writeOffBody = z.object({ amount: positiveAmount, reason, collection });
export type WriteOffOrder = z.output<typeof writeOffBody>;

export const writeOffReversalBody = z.object({ reason });

export const writeOffsBody = z.object({
  userIds: z
    .array(id)
    .min(1, 'Choose at least one client')
    .max(WRITE_OFFS_MAX, `Choose at most ${WRITE_OFFS_MAX} clients`)
    .refine((ids) => new Set(ids).size === ids.length, 'A client is named twice'),
  reason,
  collection,
});

export type WriteOffsOrder = z.output<typeof writeOffsBody>;

/** What was written off of each client; `refused` is the sentence if nothing was. */
export const writeOffOutcomes = z.array(
  z.object({ userId: id, amount: z.number(), refused: z.string().nullable() }),
);
export type WriteOffOutcome = z.infer<typeof writeOffOutcomes>[number];

export const writeOffs = defineRoutes('write-offs', {
  invoice: {
    method: 'POST',
    path: '/api/invoices/{id}/write-off',
    summary: 'Write off what is due of an invoice, or a part of it. It stays payable',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: invoiceId,
    body: writeOffBody,
    response: invoice,
    status: 201,
    refuses: ['conflict', 'unprocessable', 'month_closed'],
    keeps: 'answer',
  },
  'undo-invoice': {
    method: 'POST',
    path: '/api/invoices/{id}/write-off/reversal',
    summary: 'Take back all that is still written off of an invoice',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: invoiceId,
    body: writeOffReversalBody,
    response: invoice,
    status: 201,
    refuses: ['conflict', 'month_closed'],
    keeps: 'answer',
  },
  opening: {
    method: 'POST',
    path: '/api/admin/users/{userId}/opening-write-off',
    summary: 'Write off what is due of the imported balance, or a part of it. It stays payable',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: ofClient,
    body: writeOffBody,
    response: ledgerEntry,
    status: 201,
    refuses: ['not_found', 'conflict', 'unprocessable', 'month_closed'],
    keeps: 'answer',
  },
  'undo-opening': {
    method: 'POST',
    path: '/api/admin/users/{userId}/opening-write-off/reversal',
    summary: 'Take back all that is still written off of the imported balance',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: ofClient,
    body: writeOffReversalBody,
    response: ledgerEntry,
    status: 201,
    refuses: ['not_found', 'conflict', 'month_closed'],
    keeps: 'answer',
  },
  clients: {
    method: 'POST',
    path: '/api/admin/write-offs',
    summary: 'Write off all that clients owe, each for itself, and say what came of each',
    access: 'admin',
    needsProof: 'always',
    uses: ['database', 'transactions'],
    body: writeOffsBody,
    response: writeOffOutcomes,
    refuses: ['unprocessable'],
    keeps: 'itself',
  },
});
