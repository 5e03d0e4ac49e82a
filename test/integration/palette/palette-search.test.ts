import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentCounters } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { NON_BREAKING_SPACE } from '#shared/numbers.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const CONTACT = 70_001;
const NOW = '2026-11-20T10:00:00Z';

let portal: TestPortal;
let cookie: string;
let userId: number;

const addTickets = (list: { id: number; subject: string }[]) =>
  portal.connection.insert(helpdeskTickets).values(
    list.map(({ id, subject }) => ({
      id,
      requester_id: CONTACT,
      status: 2,
      created_at: NOW,
      updated_at: NOW,
      fetched_at: NOW,
      description: '',
      description_start: '',
      ticket: { subject },
    })),
  );

beforeAll(async () => {
  portal = await startTestPortal();
  cookie = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
  userId = await addUser(portal, { User_Name: 'Anathi', User_Surname: 'Zulu', User_Support_Id: CONTACT });
  await portal.connection.insert(documentCounters).values([
    { series: 'INV', year: 2025, last_number: 999 },
    { series: 'INV', year: 2026, last_number: 999 },
  ]);
  await addInvoices(portal, userId, [
    { invoice_number: 'INV-2025-000123', total_amount: '10.00' },
    { invoice_number: 'INV-2026-000123', total_amount: '1250.50' },
    { invoice_number: 'INV-2026-000124', total_amount: '1250.50', status: 'paid' },
    { invoice_number: 'INV-2026-000125', total_amount: '1250.51' },
  ]);
  await addInvoices(portal, await addUser(portal, {}), [
    { invoice_number: 'INV-2026-000126', total_amount: '9999999999.99', status: 'pending' },
  ]);
  await portal.connection.insert(services).values({
    user_id: userId,
    service_category: 'SIM Card',
    account_type: '4G uncapped',
    account_username: 'zulu.fibre@owconnect.example',
    msisdn: '+27829998877',
    sim_serial_number: '8927001234567890123',
  });
  await addTickets([
    { id: 41, subject: 'Router 100% down' },
    { id: 42, subject: 'Invoice for March' },
  ]);
});
afterAll(() => portal.stop());

const ask = (query: string) =>
  portal.call('GET', `/api/admin/palette?q=${encodeURIComponent(query)}`, { cookie });

const find = async (query: string): Promise<PaletteAnswer> => {
  const { status, body } = await ask(query);
  expect(status).toBe(200);

  return body;
};

const findInvoices = async (query: string) =>
  (await find(query)).invoices.map(({ invoiceNumber }) => invoiceNumber.replace('INV-', ''));

describe('an administrator looks for an invoice in the palette', () => {
  it.each([
    ['its whole number', 'INV-2026-000123', ['2026-000123']],
    ['its number in small letters', 'inv-2026-000124', ['2026-000124']],
    ['its number without INV and zeros', '2026-124', ['2026-000124']],
    ['its number without zeros', 'INV-2026-124', ['2026-000124']],
    ['its number with blanks', 'Invoice 2026 124', ['2026-000124']],
    ['its number as the name of a file', 'INV–2026–000124.pdf', ['2026-000124']],
    ['its number within any year, the newest first', '123', ['2026-000123', '2025-000123']],
    [
      'a number that is half typed, open ones first',
      'INV-2026-00012',
      ['2026-000126', '2026-000125', '2026-000123', '2026-000124'],
    ],
    ['a number that is half typed in another year', 'INV-2025-0001', ['2025-000123']],
    [
      'its amount as the portal prints it',
      `R${NON_BREAKING_SPACE}1${NON_BREAKING_SPACE}250,50`,
      ['2026-000123', '2026-000124'],
    ],
    ['its amount with spaces', 'R 1 250,50', ['2026-000123', '2026-000124']],
    ['its amount with a dot', '1250.50', ['2026-000123', '2026-000124']],
    ['its amount with both signs', '1,250.50', ['2026-000123', '2026-000124']],
    ['its amount with the currency', 'ZAR 1250.5', ['2026-000123', '2026-000124']],
    ['its amount, to the cent', '1250,51', ['2026-000125']],
    ['the largest amount', '9 999 999 999,99', ['2026-000126']],
    ['an amount that no invoice can have', '99 999 999 999,99', []],
    ['the amount 0', '0,00', []],
    ['an amount that the portal does not understand', '1,250', []],
    ['a number of a year without invoices', '2019-123', []],
  ])('the palette finds an invoice by %s', async (_, query, expected) => {
    expect(await findInvoices(query)).toEqual(expected);
  });

  it('the palette lists an invoice once if its number and its amount match, and by number first', async () => {
    await addInvoices(portal, userId, [
      { invoice_number: 'INV-2026-000777', total_amount: '777.00', status: 'paid' },
      { invoice_number: 'INV-2026-000778', total_amount: '777.00' },
    ]);

    expect(await findInvoices('777')).toEqual(['2026-000777', '2026-000778']);
  });

  it('the palette lists at most eight invoices of an amount, and open ones before newer paid ones', async () => {
    const numbered = (from: number, status: string) =>
      Array.from({ length: 6 }, (_, at) => ({
        invoice_number: `INV-2026-000${from + at}`,
        total_amount: '337.00',
        status,
      }));
    await addInvoices(portal, userId, [...numbered(200, 'pending'), ...numbered(300, 'paid')]);

    expect(await findInvoices('R337')).toEqual(
      ['205', '204', '203', '202', '201', '200', '305', '304'].map((number) => `2026-000${number}`),
    );
  });
});

it('the palette answers exactly the fields that it shows', async () => {
  const owner = { userId, userName: 'Anathi Zulu', company: null };

  expect(await find('INV-2026-000123')).toEqual({
    invoices: [
      {
        id: expect.any(Number),
        invoiceNumber: 'INV-2026-000123',
        totalAmount: 1250.5,
        status: 'pending',
        amountDue: 1250.5,
        credited: 0,
        writtenOff: 0,
        ...owner,
      },
    ],
    creditNotes: [],
    services: [],
    tickets: [],
  });
  expect(await find('082 999')).toEqual({
    invoices: [],
    creditNotes: [],
    services: [{ id: expect.any(Number), name: '4G uncapped', number: '+27829998877', ...owner }],
    tickets: [],
  });
  expect(await find('march')).toEqual({
    invoices: [],
    creditNotes: [],
    services: [],
    tickets: [{ id: 42, subject: 'Invoice for March', status: 2, ...owner }],
  });
});

it('the palette knows what of an invoice is due, credited and written off', async () => {
  const money = moneyCalls(portal, { cookie });
  const { body: invoice } = await money.issue(userId, 100);
  await money.credit(invoice.id, { amount: 30 });
  await money.writeOff(invoice.id, { amount: 20 });

  expect((await find(invoice.invoiceNumber)).invoices).toMatchObject([
    { totalAmount: 100, status: 'pending', amountDue: 50, credited: 30, writtenOff: 20 },
  ]);
});

it('the palette finds a credit note by any spelling of its number, and an invoice by its own only', async () => {
  const money = moneyCalls(portal, { cookie });
  const { body: invoice } = await money.issue(userId, 100);
  const { body: note } = await money.credit(invoice.id, { amount: 30 });
  const [, year, serial] = note.creditNoteNumber.split('-');
  const expected = {
    id: note.id,
    creditNoteNumber: note.creditNoteNumber,
    totalAmount: 30,
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoiceNumber,
    userId,
    userName: 'Anathi Zulu',
    company: null,
  };

  for (const query of [
    note.creditNoteNumber,
    `credit note ${year} ${Number(serial)}`,
    `#cn${year}${serial}.pdf`,
  ]) {
    expect(await find(query)).toMatchObject({ invoices: [], creditNotes: [expected] });
  }
  expect((await find(`${year}-${serial}`)).creditNotes).toEqual([expected]);
  expect(await find(`CN-${year}-${Number(serial)}0`)).toMatchObject({ invoices: [], creditNotes: [] });
  expect(await find(invoice.invoiceNumber)).toMatchObject({
    invoices: [{ id: invoice.id }],
    creditNotes: [],
  });
});

it.each([
  ['the number as the country dials it', '0829998877', '+27829998877'],
  ['the SIM in groups of four', '8927 0012 3456', '8927001234567890123'],
  ['a part of the username', 'FIBRE@ow', 'zulu.fibre@owconnect.example'],
])('the palette finds a service by %s and shows what matched', async (_, query, number) => {
  expect((await find(query)).services).toMatchObject([{ number }]);
});

it.each([
  ['its number', '41', [41]],
  ['its number with a hash', '#42', [42]],
  ['its number with an invisible character in it', '#4\u200b2', [42]],
  ['a part of its subject', 'voice for', [42]],
  ['a percent sign, literally', '100% d', [41]],
  ['a word that no subject holds', 'qzxwvk', []],
])('the palette finds a ticket by %s', async (_, query, ids) => {
  expect((await find(query)).tickets.map(({ id }) => id)).toEqual(ids);
});

it.each([
  '%%',
  '__',
  '\\\\',
  '---',
  '🛰️🛰️',
  "x' or '1'='1",
  '); drop table users; --',
  '£1 250',
  'Ω≈ç√',
  '٣٤٥',
])('the palette finds nothing for %j, and does not fail', async (query) => {
  expect(await find(query)).toEqual({ invoices: [], creditNotes: [], services: [], tickets: [] });
});

it.each([
  ['10,000 characters', 'x'.repeat(10_000)],
  ['one character', 'a'],
  ['no character', ''],
  ['control characters', '\0\0'],
])('the palette refuses a text of %s with a sentence', async (_, query) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { fields: { q: expect.any(String) } } });
});

it('the palette takes one statement in addition to the session check', async () => {
  portal.dataApi.calls.reset();
  await find('1250,50');

  expect(portal.dataApi.calls.byOperation).toEqual({ ExecuteStatement: 2 });
});
