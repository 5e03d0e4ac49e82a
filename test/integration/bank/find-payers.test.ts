import { describe, expect, it } from 'vitest';
import { PAYERS_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import type { Payer } from '#shared/contract/bank/payers.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, client, portal } from '#test/support/portal/shared-portal.ts';

const find = async (query: string, { cookie } = admin) => {
  const { status, body } = await portal.call('GET', `/api/admin/payers?${query}`, { cookie });

  return { status, payers: body as Payer[] };
};

/** Adds a client who owes invoices of these amounts in cents. */
const addDebtor = async (fields: Parameters<typeof addUser>[1], ...cents: number[]): Promise<number> => {
  const userId = await addUser(portal, fields);
  for (const amount of cents) {
    await writeAccount(portal, userId).issue('2026-09-01', amount, '2026-09-08');
  }

  return userId;
};

describe('before anything is typed', () => {
  it('clients are offered who owe exactly the amount, then those with an open invoice of it, and nobody else', async () => {
    const oneOfTwo = await addDebtor({ User_Surname: 'Aardvark' }, 73_111, 10_000);
    const all = await addDebtor({ User_Surname: 'Zebra' }, 73_111);
    const inTwo = await addDebtor({ User_Surname: 'Yak' }, 70_000, 3_111);
    await addDebtor({}, 73_110);
    const paid = await addDebtor({}, 73_111);
    await writeAccount(portal, paid).pay('2026-09-10', 73_111);

    const { payers } = await find('amount=731.11');

    expect(payers.map(({ id, due, isAllDue }) => ({ id, due, isAllDue }))).toEqual([
      { id: inTwo, due: 731.11, isAllDue: true },
      { id: all, due: 731.11, isAllDue: true },
      { id: oneOfTwo, due: 831.11, isAllDue: false },
    ]);
    expect(payers.map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      null,
      expect.stringMatching(/^INV-/),
      expect.stringMatching(/^INV-/),
    ]);
  });

  it(`at most ${PAYERS_SHOWN} clients are offered`, async () => {
    for (let made = 0; made <= PAYERS_SHOWN; made += 1) {
      await addDebtor({}, 73_333);
    }

    expect((await find('amount=733.33')).payers).toHaveLength(PAYERS_SHOWN);
  });
});

describe('with a typed text', () => {
  it('the clients whom the search finds come with what they owe, first who owes exactly the amount', async () => {
    const names = { User_Org: 'Quaggafontein Stores' };
    const nothing = await addDebtor({ ...names, User_Name: 'Anna' });
    const other = await addDebtor({ ...names, User_Name: 'Bongi' }, 39_700);
    const exact = await addDebtor({ ...names, User_Name: 'Carel' }, 50_000);
    await addDebtor({}, 50_000);

    const { payers } = await find('amount=500&q=quaggafontein');

    expect(payers.map(({ id, company, due }) => ({ id, company, due }))).toEqual([
      { id: exact, company: 'Quaggafontein Stores', due: 500 },
      { id: nothing, company: 'Quaggafontein Stores', due: 0 },
      { id: other, company: 'Quaggafontein Stores', due: 397 },
    ]);
  });

  it('a client who was deleted is found no more', async () => {
    const names = { User_Surname: 'Nyalapoort' };
    const stays = await addDebtor(names, 50_000);
    const gone = await addDebtor(names, 50_000);
    expect((await find('amount=500&q=nyalapoort')).payers).toHaveLength(2);
    await writeAccount(portal, gone).pay('2026-09-10', 50_000);
    const { status } = await portal.call('DELETE', `/api/admin/users/${gone}`, { cookie: admin.cookie });
    expect(status).toBe(204);

    expect((await find('amount=500&q=nyalapoort')).payers.map(({ id }) => id)).toEqual([stays]);
  });

  it('an administrator is never found, because nobody can book for one', async () => {
    await addUser(portal, { user_role: 'admin', User_Surname: 'Okapiwaterval' });

    expect((await find('amount=500&q=okapiwaterval')).payers).toEqual([]);
  });
});

it('a client is refused, and so is an amount that is none or a text of one letter', async () => {
  expect((await find('amount=500', client)).status).toBe(403);
  expect((await find('q=naidoo')).status).toBe(400);
  expect((await find('amount=1,5')).status).toBe(400);
  expect((await find('amount=500&q=n')).status).toBe(400);
});
