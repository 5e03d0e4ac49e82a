import * as z from 'zod';
import { id, requiredVisible } from './fields.ts';
import { positiveAmount, reason } from './ledger-payments.ts';
import { REASON_LENGTH_MAX, WRITE_OFFS_MAX } from './limits.ts';

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
