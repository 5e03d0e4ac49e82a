import { sql } from 'drizzle-orm';
import { makeLedgerStore } from '#functions/adapters/database/ledger/sql-ledger-store.ts';
import type { Random } from '#local/seed/random.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** Writes what concerns an invoice later on days of the past: rows as the triggers of the ledger expect them. */
export const writeLateEntries = ({ connection }: TestPortal, userId: number, invoiceId: number) => {
  const change = (day: string, run: (stores: ReturnType<typeof storesOf>) => Promise<unknown>) =>
    connection.transaction(async (db) => {
      const stores = storesOf(db);
      await stores.ledger.lock(userId);
      await run(stores);
      await stores.ledger.settle(userId, { on: day });
    });
  const storesOf = (db: Parameters<Parameters<typeof connection.transaction>[0]>[0]) => ({
    ledger: makeLedgerStore(db),
    read: async () => {
      const { rows } = await db.execute(
        sql`select due, amount, written_off from ledger_items where invoice_id = ${invoiceId}`,
      );

      return {
        dueCents: centsFromDecimal(String(rows[0]?.due)),
        totalCents: -centsFromDecimal(String(rows[0]?.amount)),
        writtenOffCents: centsFromDecimal(String(rows[0]?.written_off)),
      };
    },
    insert: (kind: string, day: string, cents: number) =>
      db.execute(sql`
        insert into ledger_entries (item_id, user_id, kind, date, amount, number)
        select id, user_id, ${kind}, ${day}::date, ${decimalFromCents(cents)}::numeric, number
        from ledger_items where invoice_id = ${invoiceId}`),
    insertNote: (day: string, cents: number) =>
      db.execute(sql`
        with note as (
          insert into ledger_entries (user_id, kind, date, amount, invoice_id, number)
          values (${userId}::int, 'credit-note', ${day}::date, ${decimalFromCents(cents)}::numeric, ${invoiceId}::int,
            ${`CN-TEST-${crypto.randomUUID()}`})
          returning id)
        select id from note`),
    allocateNote: (noteId: number, day: string, cents: number) =>
      db.execute(sql`
        insert into ledger_allocations (user_id, credit_id, debt_id, amount, date)
        select user_id, ${noteId}::bigint, id, ${decimalFromCents(cents)}::numeric, ${day}::date
        from ledger_items where invoice_id = ${invoiceId}`),
  });

  return {
    /** Credits a part or all of the invoice, whose payments become credit. */
    creditNote: (day: string, random: Random) =>
      change(day, async ({ ledger, read, insertNote, allocateNote }) => {
        await ledger.endAllocations({ invoiceId }, day);
        const { totalCents } = await read();
        const cents = random.pick([totalCents, random.integer(1, totalCents)]);
        const { rows } = await insertNote(day, cents);
        await allocateNote(Number(rows[0]?.id), day, cents);
      }),

    /** Writes off a part or all that is due, if something is, and sometimes takes that back or recovers it. */
    writeOff: (day: string, random: Random) =>
      change(day, async ({ read, insert }) => {
        const { dueCents } = await read();
        if (dueCents > 0) {
          const cents = random.pick([dueCents, random.integer(1, dueCents)]);
          const later = random.pick(['write-off-reversal', 'recovery', '']);
          await insert('write-off', day, cents);
          if (later) {
            await insert(later, day, -random.pick([cents, random.integer(1, cents)]));
          }
        }
      }),
  };
};
