import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { creditedNewcomer } from '#functions/adapters/database/bank/newcomer-json.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { auditingReadOf, auditRowOf } from '#functions/adapters/database/system/audited-reads.ts';
import { isoFromDataApi } from '#functions/database/instant.ts';
import {
  entryNotes,
  ledgerAllocations,
  ledgerEntries,
  ledgerItems,
} from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { PaymentStore } from '#functions/ports/database/payments/payment-store.ts';
import { CREDIT_CHANGE_KINDS, ITEM_KINDS } from '#shared/contract/money-limits.ts';
import {
  type CreditChange,
  newcomer,
  type Payment,
  paymentMethod,
} from '#shared/contract/payments/ledger-payments.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { readStillPayable, stillPayableOf } from '../write-offs/written-off-sums.ts';
import { isDue, isStillPayable } from './due-items.ts';
import { bookingOf } from './line-of-payment.ts';
import { referenceForClient } from './reference-for-client.ts';
import { payingOrder } from './settle-account.ts';

const decimal = z.string().transform(Number);

const anyRow = z.object({
  id: z.number(),
  user_id: z.number(),
  date: z.string(),
  bankDate: z.string().nullable(),
  writtenBy: z.string().nullable(),
  created_at: z.string().transform(isoFromDataApi),
  amount: decimal,
  reference: z.string().nullable(),
  note: z.string().nullable(),
  free: decimal,
  reversed_at: z.string().transform(isoFromDataApi).nullable(),
  reversal_reason: z.string().nullable(),
  reversalBankDate: z.string().nullable(),
  reversedBy: z.string().nullable(),
  lineId: z.number().nullable(),
  allocated: decimal.nullable(),
  paid_kind: z.enum(ITEM_KINDS).nullable(),
  invoice_id: z.number().nullable(),
  number: z.string().nullable(),
});

const listedRow = z.discriminatedUnion('kind', [
  anyRow.extend({ kind: z.literal('payment'), method: paymentMethod }),
  anyRow.extend({
    kind: z.enum(CREDIT_CHANGE_KINDS),
    method: paymentMethod.nullable(),
    reason: z.string().nullable(),
  }),
]);

/**
 * One row for each allocation, because the Data API limits a row to 64 KB; an entry without any has one row. Only a
 * payment has credit: a refund is owed, and a correction changes the opening balance's credit.
 */
const selectEntries = (chosen: SQL, reference = sql`note.reference`): SQL => sql`
  select entry.id, entry.user_id, entry.kind, entry.date::text, entry.bank_date::text as "bankDate",
    entry.written_by_name as "writtenBy", entry.created_at, entry.amount, entry.method, ${reference} as reference, note.note,
    note.reason, coalesce(item.free, 0) as free, reversal.created_at as reversed_at, reversal_note.reason as reversal_reason,
    reversal.bank_date::text as "reversalBankDate", reversal.written_by_name as "reversedBy",
    (${bookingOf(sql`entry.id`)}) as "lineId",
    allocation.amount as allocated, debt.kind as paid_kind, debt.invoice_id, debt.number,
    row_number() over (order by entry.date desc, entry.id desc, ${payingOrder(sql`debt`)}) as position
  from (${chosen}) as entry
  left join ${ledgerItems} as item on item.id = entry.id and item.kind = 'payment'
  left join ${entryNotes} as note on note.entry_id = entry.id
  left join ${ledgerEntries} as reversal on reversal.item_id = item.id and reversal.kind = 'reversal'
  left join ${entryNotes} as reversal_note on reversal_note.entry_id = reversal.id
  left join lateral (
    select debt_id, sum(amount) as amount from ${ledgerAllocations} where credit_id = item.id
    group by debt_id having sum(amount) > 0
  ) as allocation on true
  left join ${ledgerItems} as debt on debt.id = allocation.debt_id
  order by position`;

const selectPayments = (paymentIds: readonly number[]): SQL =>
  selectEntries(sql`
    select * from ${ledgerEntries}
    where kind = 'payment'
      and id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(paymentIds)}::jsonb) as id (value))`);

const readEntries = (rows: readonly unknown[]): (Payment | CreditChange)[] => {
  const found = new Map<number, Payment | CreditChange>();
  for (const row of rows) {
    const {
      id,
      user_id,
      free,
      created_at,
      reversed_at,
      reversal_reason,
      allocated,
      paid_kind,
      invoice_id,
      number,
      ...rest
    } = listedRow.parse(row);
    const entry = found.get(id) ?? {
      ...rest,
      id,
      userId: user_id,
      allocations: [],
      unallocated: free,
      createdAt: created_at,
      reversedAt: reversed_at,
      reversalReason: reversal_reason,
    };
    if (allocated !== null && paid_kind !== null) {
      entry.allocations.push({
        kind: paid_kind,
        invoiceId: invoice_id,
        invoiceNumber: number,
        amount: allocated,
      });
    }
    found.set(id, entry);
  }

  return [...found.values()];
};

const readPayments = (rows: readonly unknown[]): Payment[] =>
  readEntries(rows).filter((entry) => entry.kind === 'payment');

export const makePaymentStore = (db: Connection): PaymentStore => ({
  listOf: async (userId, { before, from, to, limit, isForClient }, audit) => {
    const isBefore = before ? sql`(date, id) < (${before.date}::date, ${before.id}::bigint)` : sql`true`;
    const bankDay = sql`coalesce(bank_date, date)`;
    const isAfter = from === undefined ? sql`true` : sql`${bankDay} >= ${from}::date`;
    const isUntil = to === undefined ? sql`true` : sql`${bankDay} <= ${to}::date`;
    const noted = sql`note.reference`;
    const reference = isForClient ? referenceForClient(sql`entry`, noted) : noted;
    const page = sql`
      select * from ${ledgerEntries}
      where user_id = ${userId} and kind in ('payment', 'refund', 'correction') and ${isBefore} and ${isAfter}
        and ${isUntil}
      order by date desc, id desc limit ${limit}`;
    const { rows } = await db.execute(sql`
      with audited as (${auditRowOf(userId, audit)})
      select entry.* from ${users} left join (${selectEntries(page, reference)}) as entry on true
      where ${users.User_Id} = ${userId} order by position`);

    return rows.length === 0 ? undefined : readEntries(rows.filter(({ id }) => id !== null));
  },

  find: async (paymentId) => {
    const { rows } = await db.execute(selectPayments([paymentId]));

    return readPayments(rows)[0];
  },

  findWithAccount: async (paymentIds) => {
    const { rows } = await db.execute(sql`
      select payment.*, ${users.User_Debit} as balance, ${stillPayableOf(sql`payment.user_id`)} as still_payable
      from (${selectPayments(paymentIds)}) as payment join ${users} on ${users.User_Id} = payment.user_id
      order by position`);

    return {
      payments: readPayments(rows),
      account: rows[0] && {
        balanceCents: centsFromDecimal(String(rows[0].balance)),
        stillPayable: readStillPayable(rows[0].still_payable),
      },
    };
  },

  readDebt: async (userId, limit, audit) => {
    const open = db
      .select({
        kind: ledgerItems.kind,
        invoiceId: ledgerItems.invoice_id,
        number: ledgerItems.number,
        date: ledgerItems.date,
        dueDate: ledgerItems.due_date,
        amountDue: ledgerItems.due,
        writtenOff: ledgerItems.written_off,
        position:
          sql<number>`row_number() over (order by ${ledgerItems.due} = 0, ${payingOrder(sql`${ledgerItems}`)})`.as(
            'position',
          ),
      })
      .from(ledgerItems)
      .where(sql`${ledgerItems.user_id} = ${userId} and (${isDue} or ${isStillPayable})`)
      .orderBy(sql`position`)
      .limit(limit)
      .as('open');
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({
        balance: users.User_Debit,
        takenOn: sql<string | null>`(
          select opening.date::text from ${ledgerEntries} as opening
          where opening.user_id = ${users.User_Id} and opening.kind = 'opening')`.as('taken_on'),
        firstOpenDay: sql<string | null>`first_open_day()::text`.as('first_open_day'),
        newcomer: sql<string | null>`(${creditedNewcomer(sql`${users}`)})::text`.as('newcomer'),
        item: {
          kind: open.kind,
          invoiceId: open.invoiceId,
          number: open.number,
          date: open.date,
          dueDate: open.dueDate,
          amountDue: open.amountDue,
          writtenOff: open.writtenOff,
        },
      })
      .from(users)
      .leftJoin(open, sql`true`)
      .where(eq(users.User_Id, userId))
      .orderBy(open.position);
    const balance = Number(rows[0]?.balance);

    return rows.length === 0
      ? undefined
      : {
          owed: Math.max(-balance, 0),
          credit: Math.max(balance, 0),
          takenOn: rows[0]?.takenOn ?? null,
          firstOpenDay: rows[0]?.firstOpenDay ?? null,
          newcomer: rows[0]?.newcomer ? newcomer.parse(JSON.parse(rows[0].newcomer)) : null,
          items: rows.flatMap(({ item }) =>
            item === null
              ? []
              : [{ ...item, amountDue: Number(item.amountDue), writtenOff: Number(item.writtenOff) }],
          ),
        };
  },
});
