import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, isOverdueOn } from '#functions/adapters/database/invoices/open-invoices.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

/** 21 November in Johannesburg, still the 20th in UTC. */
const NOW = new Date('2026-11-20T22:30:00Z');

const STORED = [
  { status: 'pending', due_date: '2026-11-20', isOpen: true, isOverdue: true },
  { status: 'pending', due_date: '2026-11-21', isOpen: true, isOverdue: false },
  { status: 'pending', due_date: null, isOpen: true, isOverdue: false },
  { status: 'paid', due_date: '2026-11-20', isOpen: false, isOverdue: false },
  { status: 'void', due_date: '2026-11-20', isOpen: false, isOverdue: false },
];

beforeAll(async () => {
  portal = await startTestPortal();
  const user_id = await addUser(portal, {});
  await portal.connection.insert(invoices).values(
    STORED.map(({ status, due_date }, index) => ({
      invoice_number: `INV-${index}`,
      user_id,
      status,
      due_date,
      buyer: {},
      supplier: {},
    })),
  );
});
afterAll(() => portal.stop());

describe('open and overdue invoices in SQL', () => {
  it('an invoice is overdue if it is open and its due day is over in Johannesburg', async () => {
    const rows = await portal.connection
      .select({ isOpen, isOverdue: sql`coalesce(${isOverdueOn(NOW)}, false)` })
      .from(invoices)
      .orderBy(asc(invoices.id));

    expect(rows).toEqual(STORED.map(({ isOpen, isOverdue }) => ({ isOpen, isOverdue })));
  });
});
