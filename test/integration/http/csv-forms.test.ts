import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';
import { monthAfter } from '#shared/dates.ts';
import { billingRuns, serviceWrites } from '#test/support/billing-runs/run-calls.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { readCsvText } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** The number with which `writeAccount` issues. */
const VAT_NUMBER = '4870261234';
const HOSTILE_NAME = 'Botha; Seuns, "Boats"\n;=1+1 😀';

/** The query of each route that answers a CSV file: a new route without one fails. */
const QUERIES: Record<string, string> = {
  'users.export': '',
  'billing-runs.export': '',
  'books.export': 'from=2023-02-01&to=2023-02-28&',
  'books.export-vat-report': `period=2023-02&vatNumber=${VAT_NUMBER}&row=invoices&`,
  'debtors.export-statement': 'from=2023-02-01&to=2023-04-30&',
  'debtors.export': '',
  'debtors.export-credits': '',
  'books.export-bank-reconciliation': 'month=2023-02&',
  'books.export-closed-debtors': 'closing=1&',
};

const routes = allRoutes.flatMap(([id, { contentType, path }]) =>
  contentType?.startsWith('text/csv') ? [{ id, path }] : [],
);

let portal: TestPortal;
let admin: { cookie: string };
let debtor: number;
let runId: number;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER, VAT_REGISTERED_FROM: '2000-01-01' },
  });
  admin = await addCaller(portal, 'admin');
  debtor = await addUser(portal, {
    User_Name: HOSTILE_NAME,
    User_Surname: '=1+1',
    User_Org: HOSTILE_NAME,
    User_Mobile: '+27821234567',
    User_Debit: '-99.99',
  });
  const owing = writeAccount(portal, debtor);
  await owing.issue('2023-02-01', 123_456_789, '2023-02-08');
  await owing.pay('2023-02-20', 1_250, [], { reference: '8927000001234567890' });
  await writeAccount(portal, await addUser(portal, { User_Org: HOSTILE_NAME })).pay('2023-02-03', 4_000);
  await serviceWrites(portal).addService(debtor, { account_type: HOSTILE_NAME, msisdn: '+27821234567' });
  runId = (await billingRuns(portal).draft({ month: monthAfter(new Date(), 0) })).body.id;
  expect(await closingCalls(portal, admin).close('2023-02')).toMatchObject({ status: 201, body: { id: 1 } });
});
afterAll(() => portal.stop());

const fillPath = (path: string) => path.replace('{userId}', String(debtor)).replace('{id}', String(runId));

const readFile = async (path: string, query: string) => {
  const { status, body } = await portal.call('GET', `${fillPath(path)}?${query}`, admin);
  expect(status).toBe(200);

  return readCsvText(body);
};

const parse = (text: string, delimiter: string): string[][] => {
  const { data, errors } = Papa.parse<string[]>(text.slice(1), { delimiter, skipEmptyLines: true });
  expect(errors).toEqual([]);

  return data;
};

const AMOUNT = /^-?\d+\.\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;
const DIGITS = /^(0\d+|\d{12,})$/;

/** Writes a cell of the form for programs as the form for Excel has it. */
const forExcel = (cell: string): string => {
  if (AMOUNT.test(cell)) {
    return cell.replace('.', ',');
  }
  if (DAY.test(cell)) {
    return cell.replaceAll('-', '/');
  }

  return DIGITS.test(cell) ? `'${cell}` : cell;
};

it('every route that answers a CSV file is asked for both forms', () => {
  expect(routes.map(({ id }) => id).toSorted()).toEqual(Object.keys(QUERIES).toSorted());
});

describe.each(routes)('the file of $id', ({ id, path }) => {
  it('has the same cells for Excel and for programs, with amounts and days in the form of each', async () => {
    const query = QUERIES[id] ?? '';
    const programs = await readFile(path, `${query}for=programs`);
    const excel = await readFile(path, `${query}for=excel`);
    const cells = parse(programs, ',');

    expect(cells.flat().filter((cell) => AMOUNT.test(cell))).not.toEqual([]);
    expect(
      cells.flat().filter((cell) => DAY.test(cell)).length > 0 || id === 'books.export-closed-debtors',
    ).toBe(true);
    expect(cells.flat().filter((cell) => /^\d{4}\/|^-?\d+,\d|^-?\d+\.\d$/.test(cell))).toEqual([]);
    expect(parse(excel, ';')).toEqual(cells.map((row) => row.map(forExcel)));
    for (const text of [programs, excel]) {
      const split = [',', ';'].flatMap((mark) =>
        Papa.parse<string[]>(text.slice(1), { delimiter: mark }).data.flat(),
      );

      expect(text.startsWith('\uFEFF')).toBe(true);
      expect(split.filter((cell) => /^["\s]*=/.test(cell))).toEqual([]);
    }
  });

  it('is the form for programs for a caller who names none, and no other form is answered', async () => {
    const query = QUERIES[id] ?? '';
    const { status, body } = await portal.call('GET', `${fillPath(path)}?${query}for=paper`, admin);

    expect(await readFile(path, query)).toBe(await readFile(path, `${query}for=programs`));
    expect([status, body.fields]).toEqual([400, { for: expect.any(String) }]);
  });
});
