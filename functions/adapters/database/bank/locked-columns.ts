import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { BANK_LINE_STATES } from '#shared/contract/bank/line-states.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { isProved } from './seen-in-other-file.ts';

export const lockedRow = z.object({
  id: z.number(),
  date: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  amountCents: z.string().transform(centsFromDecimal),
  hasBalance: z.boolean(),
  state: z.enum(BANK_LINE_STATES),
  seenInFileOf: z.string().nullable(),
});

/** The columns of the line that a statement calls `line`. */
export const lockedColumns = (seen: SQL): SQL => sql`
  line.id, line.date::text, line.description, line.reference, line.amount::text as "amountCents",
  ${isProved} as "hasBalance", line.state, ${seen} as "seenInFileOf"`;
