import { asc, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isDue, isOverdueOn } from '#functions/adapters/database/payments/due-items.ts';
import { ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

/** 21 November in Johannesburg, still the 20th in UTC. */
const NOW = new Date('2026-11-20T22:30:00Z');

const STORED = [
  { date: '2026-11-13', due_date: '2026-11-20', isDue: true, isOverdue: true },
  { date: '2026-11-13', due_date: '2026-11-21', isDue: true, isOverdue: false },
  { date: '2026-11-20', due_date: null, isDue: true, isOverdue: true },
  { date: '2026-11-21', due_date: null, isDue: true, isOverdue: false },
];

it('an item is overdue if something is owed and its due day, or without one its own day, is over', async () => {
  const user_id = await addUser(portal, {});
  const write = async (date: string, due_date: string | null, amount: string) => {
    await portal.connection.insert(ledgerEntries).values({
      // A trigger names the item after its first entry.
      item_id: sql`null`,
      user_id,
      kind: 'refund',
      date,
      due_date,
      amount,
    });
  };
  for (const { date, due_date } of STORED) {
    await write(date, due_date, '-100.00');
  }

  const rows = await portal.connection
    .select({ isDue, isOverdue: isOverdueOn(NOW) })
    .from(ledgerItems)
    .where(eq(ledgerItems.user_id, user_id))
    .orderBy(asc(ledgerItems.id));
  expect(rows).toEqual(STORED.map(({ isDue, isOverdue }) => ({ isDue, isOverdue })));
});
