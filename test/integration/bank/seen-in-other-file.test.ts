import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import type { BankLines } from '#shared/contract/bank/bank-lines.ts';
import { type FnbRow, writeFnbFile } from '#test/support/bank/fnb-file.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { bookCertain, runBookings } from '#test/support/bank/order-lines.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** Each test has two accounts and an amount of its own. */
const ACCOUNTS = Array.from({ length: 20 }, (_, index) => `63${String(index).padStart(9, '0')}`);
const PERHAPS = expect.stringMatching(/^Perhaps in the file of/);

let portal: TestPortal;
let admin: { cookie: string; userId: number };
let left = [...ACCOUNTS];
let clients = 0;
let cents = 33_700;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { OTHER_BANK_ACCOUNTS: ACCOUNTS.map((number) => `FNB ${number}`).join(', ') },
  });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

const nextAccounts = (): [string, string] => {
  const [one = '', other = '', ...rest] = left;
  left = rest;
  cents += 100;

  return [one, other];
};

/** Adds a client who owes the amount of the test, and returns the row by which they pay it. */
const addPayer = async (): Promise<FnbRow> => {
  clients += 1;
  const owNumber = `OW${78_000 + clients * 20}`;
  const userId = await addUser(portal, { OWNumber: owNumber });
  await writeAccount(portal, userId).issue('2026-11-01', cents, '2026-11-08');

  return { date: dayFromToday(0), description: 'MAGTAPE CREDIT', reference: owNumber, cents };
};

const upload = async (account: string, rows: readonly FnbRow[]): Promise<BankFile> => {
  const { status, body } = await portal.call('POST', '/api/admin/bank-files', {
    cookie: admin.cookie,
    body: { fileName: 'statement.csv', text: writeFnbFile(account, rows) },
  });
  expect({ status, body }).toMatchObject({ status: 201 });

  return body;
};

const readFile = async (fileId: number): Promise<BankFile> =>
  (await portal.call('GET', `/api/admin/bank-files/${fileId}`, admin)).body;

const linesOf = async (fileId: number): Promise<BankLines['lines']> =>
  (await portal.call('GET', `/api/admin/bank-files/${fileId}/lines`, admin)).body.lines;

/** Presses 'Book all' and returns the number on the button and the number of lines that were booked then. */
const bookAll = async (fileId: number) => {
  const { certain } = (await readFile(fileId)).counts;
  expect(await bookCertain(portal, admin, fileId)).toMatchObject({ status: 202 });
  await runBookings(portal);
  const { booked } = (await readFile(fileId)).counts;

  return { certain, booked };
};

/** Ignores the only line of a file and opens it again. */
const openAgain = async (fileId: number) => {
  const lines = lineCalls(portal, admin);
  const [line] = await linesOf(fileId);
  expect(await lines.ignore(line?.id ?? 0)).toMatchObject({ status: 200 });

  return (await lines.reopen(line?.id ?? 0)).body;
};

describe('two equal receipts of one day, in files that overlap', () => {
  it.each([
    ['the older file first', (ids: number[]) => ids],
    ['the newer file first', (ids: number[]) => ids.toReversed()],
  ])('are booked as the buttons say, %s', async (_what, inOrder) => {
    const [account] = nextAccounts();
    const rows = [await addPayer(), await addPayer(), await addPayer()];
    const first = await upload(account, rows.slice(0, 1));
    const second = await upload(account, rows.slice(0, 2));
    const third = await upload(account, rows);

    for (const fileId of inOrder([first.id, second.id, third.id])) {
      expect(await bookAll(fileId)).toEqual({ certain: 1, booked: 1 });
    }
  });

  it('are certain again once they are ignored and opened again', async () => {
    const [account] = nextAccounts();
    const rows = [await addPayer(), await addPayer()];
    const first = await upload(account, rows.slice(0, 1));
    const second = await upload(account, rows);

    for (const { id } of [first, second]) {
      expect(await openAgain(id)).toMatchObject({ state: 'certain', perhaps: null });
    }
  });
});

describe('a receipt that another file brought in other words', () => {
  it('is certain neither at the upload, nor for the job, nor when it is opened again', async () => {
    const [account] = nextAccounts();
    const row = await addPayer();
    const first = await upload(account, [row]);
    expect(first.counts).toMatchObject({ certain: 1 });

    const second = await upload(account, [{ ...row, description: 'Other words' }]);

    expect(await linesOf(second.id)).toMatchObject([{ state: 'likely', perhaps: PERHAPS }]);
    expect(await bookAll(first.id)).toEqual({ certain: 1, booked: 0 });
    expect(await linesOf(first.id)).toMatchObject([{ state: 'likely', perhaps: PERHAPS }]);
    for (const { id } of [first, second]) {
      expect(await openAgain(id)).toMatchObject({ state: 'likely', perhaps: PERHAPS });
    }
  });
});

describe('the same receipt on two accounts', () => {
  it('is certain on neither, because one file may be read into the wrong account', async () => {
    const [account, other] = nextAccounts();
    const row = await addPayer();
    const first = await upload(account, [row]);

    const second = await upload(other, [row]);

    expect(second.counts).toMatchObject({ lines: 1, duplicates: 0, certain: 0, likely: 1 });
    expect(await linesOf(second.id)).toMatchObject([{ perhaps: PERHAPS }]);
    expect(await bookAll(first.id)).toMatchObject({ booked: 0 });
    expect(await linesOf(first.id)).toMatchObject([{ perhaps: PERHAPS }]);
  });

  it('is in doubt only if its words are the same', async () => {
    const [account, other] = nextAccounts();
    const [row, unlike] = [await addPayer(), await addPayer()];
    await upload(account, [row]);

    const second = await upload(other, [{ ...unlike, description: 'INTERNET TRANSFER' }]);

    expect(await linesOf(second.id)).toMatchObject([{ state: 'certain', perhaps: null }]);
  });
});
