import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { ENTRY_KINDS } from '#shared/contract/money-limits.ts';
import { paymentMethod } from '#shared/contract/payments/ledger-payments.ts';
import { centsFromDecimal } from '#shared/money.ts';

/** The columns of an entry in a statement that joins its `item` and its `note`. */
export const entryColumns = (reference: SQL): SQL => sql`
  entry.id, entry.date::text, entry.kind, entry.number, entry.method, ${reference} as reference, note.reason,
  case when entry.kind = 'reversal' then item.kind end as "reversedKind", entry.amount as "amountCents"`;

export const entryRow = z.object({
  id: z.number(),
  date: z.string(),
  kind: z.enum(ENTRY_KINDS),
  number: z.string().nullable(),
  method: paymentMethod.nullable(),
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  reversedKind: z.enum(ENTRY_KINDS).nullable(),
  amountCents: z.string().transform(centsFromDecimal),
});
