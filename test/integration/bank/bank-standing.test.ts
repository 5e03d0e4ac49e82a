import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBankLines, BANK_ACCOUNT } from '#test/support/bank/add-bank-lines.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const OTHER = '62000001234';

let portal: TestPortal;
let admin: { cookie: string; userId: number };
beforeAll(async () => {
  portal = await startTestPortal({ settings: { OTHER_BANK_ACCOUNTS: `FNB ${OTHER}` } });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

const readBank = async () => (await portal.call('GET', '/api/admin/figures/counts', admin)).body.bank;

const readPoints = async () => {
  const { body } = await portal.call('GET', '/api/admin/closings/open-points?month=2026-10', admin);

  return { readUntil: body.bankReadUntil, neverRead: body.bankNeverRead };
};

/** Stores a file of today for an account. */
const addFile = (account: string) => addBankLines(portal.connection, [{ account }]);

it('how far the bank is read follows from the accounts of the settings alone, and names those that were never read', async () => {
  const today = dayFromToday(0);
  expect(await readBank()).toMatchObject({ readUntil: null, neverRead: [] });

  await addFile('1050000128');
  expect(await readBank()).toMatchObject({ readUntil: null, neverRead: [BANK_ACCOUNT, OTHER] });
  expect(await readPoints()).toEqual({ readUntil: null, neverRead: [BANK_ACCOUNT, OTHER] });

  await addFile(OTHER);
  expect(await readBank()).toMatchObject({ readUntil: today, neverRead: [BANK_ACCOUNT] });
  expect(await readPoints()).toEqual({ readUntil: today, neverRead: [BANK_ACCOUNT] });

  await addFile(BANK_ACCOUNT);
  expect(await readBank()).toMatchObject({ readUntil: today, neverRead: [] });
});

it('what is to book is the open lines of all files with the money in of them, and the file of the oldest', async () => {
  const before = await readBank();
  const newer = await addBankLines(portal.connection, [
    { amount: '100.50', state: 'certain', date: dayFromToday(-2), description: 'newer' },
    { amount: '-40.00', state: 'returned', date: dayFromToday(-2), description: 'returned' },
  ]);
  const older = await addBankLines(portal.connection, [
    { amount: '20.00', state: 'unmatched', date: dayFromToday(-3), description: 'older' },
    { amount: '7.00', state: 'ignored', date: dayFromToday(-4), description: 'ignored' },
  ]);
  expect(newer.fileId).toBeLessThan(older.fileId);

  expect((await readBank()).toBook).toEqual({
    lines: before.toBook.lines + 3,
    sum: before.toBook.sum + 120.5,
    file: older.fileId,
  });
});
