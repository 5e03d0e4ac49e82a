import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bankLines, bankProposals } from '#functions/database/schema/bank-tables.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const DESCRIPTION = 'CREDIT TRANSFER FROM LEAVER';

/** The lines of one file after the client whom they concern was deleted. */
let kept: Record<'booked' | 'certain' | 'shared' | 'recorded', { [field: string]: unknown }>;
let other: number;

beforeAll(async () => {
  const money = moneyCalls(portal, admin);
  const lines = lineCalls(portal, admin);
  const leaver = await addUser(portal, {});
  other = await addUser(portal, {});
  await money.issue(leaver, 100);
  await money.issue(leaver, 30);
  const { body: typed } = await money.pay(leaver, { amount: 30 });

  const { fileId, lineIds } = await addBankLines(portal.connection, [
    { amount: '100.00', description: DESCRIPTION, userId: leaver },
    { userId: leaver },
    { userId: leaver },
    { amount: '30.00', state: 'likely', userId: leaver },
  ]);
  const [booked = 0, certain = 0, shared = 0, recorded = 0] = lineIds;
  await portal.connection
    .insert(bankProposals)
    .values({ line_id: shared, place: 2, user_id: other, reasons: ['Surname'] });
  await portal.connection
    .update(bankLines)
    .set({ perhaps: 'Perhaps recorded today', perhaps_payment_id: typed.id })
    .where(eq(bankLines.id, recorded));
  await lines.book(booked, { parts: [{ userId: leaver, amount: 100 }] });

  const answer = await portal.call('DELETE', `/api/admin/users/${leaver}`, { cookie: admin.cookie });
  expect(answer).toMatchObject({ status: 204 });

  const { body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, {
    cookie: admin.cookie,
  });
  const lineOf = (lineId: number) => body.lines.find(({ id }: { id: number }) => id === lineId);
  kept = {
    booked: lineOf(booked),
    certain: lineOf(certain),
    shared: lineOf(shared),
    recorded: lineOf(recorded),
  };
});

describe('a file of the bank whose client was deleted', () => {
  it('keeps the text and the amount of the line that was booked for the client, and names nobody', () => {
    expect(kept.booked).toMatchObject({
      state: 'booked',
      description: DESCRIPTION,
      booked: [{ OWNumber: null, name: null, company: null, amount: 100 }],
    });
  });

  it('has no certain line for the client, and proposes only clients who are left', () => {
    expect(kept.certain).toMatchObject({ state: 'unmatched', proposals: [] });
    expect(kept.shared).toMatchObject({ state: 'likely', proposals: [{ userId: other }] });
  });

  it('no longer offers the payment of the client as one that a line may be', () => {
    expect(kept.recorded).toMatchObject({ state: 'unmatched', perhaps: null, perhapsPaymentId: null });
  });
});

it('a client is deleted while somebody books a line for which the client is proposed', async () => {
  const leaver = await addUser(portal, {});
  const { lineIds } = await addBankLines(portal.connection, [{ userId: leaver }]);
  const [lineId = 0] = lineIds;
  const owner = connectAsOwner();
  let deletion: Promise<{ status: number }> | undefined;

  await owner.transaction(async (booking) => {
    await booking.execute(sql`select from bank_lines where id = ${lineId} for update`);
    deletion = portal.call('DELETE', `/api/admin/users/${leaver}`, { cookie: admin.cookie });
    await expect.poll(() => countBlockedStatements(portal), { timeout: 5_000 }).toBeGreaterThan(0);
    await booking.execute(sql`delete from bank_proposals where line_id = ${lineId}`);
  });

  expect(await deletion).toMatchObject({ status: 204 });
});
