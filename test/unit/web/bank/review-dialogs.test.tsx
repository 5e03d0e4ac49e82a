// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import { bankFileOf } from '#test/support/bank/bank-file.ts';
import { BankReview } from '#web/features/bank/review/bank-review.tsx';
import { UnidentifiedList } from '#web/features/bank/review/unidentified-list.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { bookedLine, forecastOf, lineOf, NAIDOO, ZULU } from './lines.ts';

const FILE = 'GET /api/admin/bank-files/7';
const BOOK_1 = 'POST /api/admin/bank-lines/1/book';

const listOf = (...lines: BankLine[]) => ({ lines, total: lines.length, page: 1 });

const show = async (answers: Answers, list = <BankReview fileId={7} StatementsDialog={() => null} />) => {
  const browser = await openBrowser({
    [FILE]: () => json(bankFileOf()),
    'GET /api/admin/bank-files/7/lines?page=1&state=unsure': () => json(listOf(lineOf(1))),
    'GET /api/admin/bank-lines/1/forecast?userId=11': () => json(forecastOf(11)),
    'GET /api/users/11/debt': () => json({ owed: 399, credit: 0, takenOn: null, items: [INVOICE] }),
    'GET /api/users/12/debt': () => json({ owed: 0, credit: 0, takenOn: null, items: [] }),
    'GET /api/search?q=zulu': () => json([ZULU_FOUND]),
    'GET /api/admin/payers?amount=51&q=zulu': () => json([ZULU_PAYER]),
    'GET /api/admin/payers?amount=450&q=zulu': () => json([ZULU_PAYER]),
    ...answers,
  });
  await act(async () => browser.show(list));

  return { ...browser, writes: () => browser.sent.filter(({ route }) => route.startsWith('POST')) };
};

const INVOICE = {
  kind: 'invoice',
  invoiceId: 5,
  number: 'INV-2026-000012',
  date: '2026-11-01',
  dueDate: '2026-11-30',
  amountDue: 399,
  writtenOff: 0,
};
const ZULU_FOUND = {
  id: 12,
  firstName: 'Thandeka',
  lastName: 'Zulu',
  email: 'zulu@example.com',
  owNumber: 'OW10012',
  company: null,
  phone: null,
  customerStatus: 'Active',
};
const ZULU_PAYER = { ...ZULU_FOUND, due: 0, isAllDue: false, invoiceNumber: null };

const pressKey = (key: string) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  });
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })));
const chooseClient = async (label: RegExp, typed: string) => {
  const field = screen.getByRole('combobox', { name: label });
  fireEvent.change(field, { target: { value: typed } });
  await screen.findByRole('listbox', { name: 'Clients' });
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));
};
const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(() => localStorage.clear());

const openDivision = async () => {
  const shown = await show({ [BOOK_1]: () => json(bookedLine(1)) });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('s');
  const amounts = await screen.findAllByLabelText<HTMLInputElement>(/^Amount/);
  const dialog = screen.getByRole('dialog', { name: /^Divide R\s450,00$/ });

  return { ...shown, dialog, amounts };
};

it('S divides a line, says what is left, and is not sent before the parts make up the line', async () => {
  const { dialog, amounts, writes } = await openDivision();
  type(amounts[0] as HTMLElement, '399,00');
  await chooseClient(/^Client 2/, 'zulu');
  type(amounts[1] as HTMLElement, '50');
  await press('Book the parts');
  expect(plain(dialog.textContent)).toContain('R 449,00 of R 450,00, R 1,00 is left');
  expect(writes()).toEqual([]);

  type(amounts[1] as HTMLElement, '');
  await press(/^The rest, R\s51,00$/);
  await press('Book the parts');
  await waitFor(() =>
    expect(writes()).toEqual([
      {
        route: BOOK_1,
        body: {
          parts: [
            { userId: 11, amount: 399, allocations: [] },
            { userId: 12, amount: 51, allocations: [] },
          ],
        },
      },
    ]),
  );
});

it('removing a part of a divided line leaves the focus on the button that removes the next, or that adds one', async () => {
  await openDivision();
  await press('Add a part');
  await press('Remove client 2');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove client 2' }));
  await press('Remove client 2');

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a part' }));
});

it('what the parts of a line come to stands in the foot of the dialog', async () => {
  const { dialog } = await openDivision();

  expect(plain(dialog.querySelector('.chakra-dialog__footer')?.textContent)).toContain('R 0,00 of R 450,00');
});

it('a part names the invoice that it pays first, with no more than is due of it', async () => {
  const { amounts, writes } = await openDivision();
  await press('Remove client 2');
  type(amounts[0] as HTMLElement, '450');
  fireEvent.change(await screen.findByLabelText('Pays first'), { target: { value: '5' } });
  await press('Book the parts');

  await waitFor(() =>
    expect(writes()).toMatchObject([
      { body: { parts: [{ userId: 11, amount: 450, allocations: [{ invoiceId: 5, amount: 399 }] }] } },
    ]),
  );
});

const paymentOf = (id: number, amount: number, date = '2026-11-20') => ({
  id,
  kind: 'payment',
  cursor: `of ${id}`,
  userId: 11,
  date,
  bankDate: date,
  amount,
  method: 'card',
  reference: null,
  allocations: [],
  unallocated: 0,
  reversedAt: null,
  reversalReason: null,
  reversalBankDate: null,
});

/** The payments of a client in the days in which the line's money may have been recorded. */
const nearPaymentsOf = (userId: number) =>
  `GET /api/users/${userId}/payments?from=2026-11-09&to=2026-11-30` as const;
const FULL_PAGE = Array.from({ length: PAYMENTS_SHOWN }, (_, at) => ({
  ...paymentOf(100 + at, 70),
  reversedAt: '2026-11-03T08:00:00.000Z',
  cursor: `2026-11-02.${100 + at}`,
}));

it('payments that are recorded already are joined to a line, and what they are more than it is the fee', async () => {
  const { writes } = await show({
    [nearPaymentsOf(11)]: () => json(FULL_PAGE),
    [`${nearPaymentsOf(11)}&before=${FULL_PAGE.at(-1)?.cursor}`]: () =>
      json([paymentOf(31, 300), paymentOf(32, 160)]),
    [BOOK_1]: () => json(bookedLine(1)),
  });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('p');
  const boxes = await screen.findAllByRole('checkbox');
  const dialog = screen.getByRole('dialog', { name: /^Which payments are/ });
  expect(boxes).toHaveLength(2);
  const another = screen.getByRole('combobox', { name: /^Look at another client/ });
  expect(another.compareDocumentPosition(boxes[1] as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  fireEvent.click(boxes[0] as HTMLElement);
  expect(plain(dialog.textContent)).toContain('R 300,00 of R 450,00 chosen. R 150,00 is missing.');
  fireEvent.click(boxes[1] as HTMLElement);
  expect(plain(dialog.textContent)).toContain('Fee: R 10,00.');
  await press('It is these 2 payments');

  expect(writes()).toEqual([{ route: BOOK_1, body: { paymentIds: [31, 32], fee: 10 } }]);
});

it('a payment of another client than the one whose number the line bears is joined by a red button, which says so', async () => {
  const numbered = { ...ZULU, reasons: ['OW number OW10012', 'Surname Zulu'] };
  const named = { ...NAIDOO, reasons: ['Surname Naidoo'] };
  const { writes } = await show({
    'GET /api/admin/bank-files/7/lines?page=1&state=unsure': () =>
      json(listOf(lineOf(1, { proposals: [numbered, named] }))),
    'GET /api/admin/bank-lines/1/forecast?userId=12': () => json(forecastOf(12)),
    [nearPaymentsOf(11)]: () => json([paymentOf(31, 450)]),
    [nearPaymentsOf(12)]: () => json([paymentOf(41, 450)]),
    [BOOK_1]: () => json(bookedLine(1)),
  });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('2');
  await pressKey('p');
  fireEvent.click(await screen.findByRole('checkbox'));

  expect(screen.getByRole('alert').textContent).toBe(
    'The line bears the number of Zulu, and a payment of Naidoo is chosen.',
  );
  fireEvent.click(screen.getByRole('checkbox'));
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox'));
  await press('It is this payment');
  expect(writes()).toEqual([{ route: BOOK_1, body: { paymentIds: [31] } }]);
});

it('a part of a divided line names what it pays first, also what is written off of an invoice or a take-on balance', async () => {
  const item = { date: '2026-09-01', dueDate: '2026-09-08' };
  const { writes } = await show({
    'GET /api/users/11/debt': () =>
      json({
        userId: 11,
        balance: -100,
        owed: 100,
        credit: 0,
        openCount: 2,
        firstOpenDay: null,
        items: [
          { kind: 'opening', invoiceId: null, number: null, ...item, amountDue: 0, writtenOff: 70 },
          {
            kind: 'invoice',
            invoiceId: 5,
            number: 'INV-2026-000012',
            ...item,
            amountDue: 100,
            writtenOff: 250,
          },
        ],
      }),
    [BOOK_1]: () => json(bookedLine(1)),
  });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('s');
  const first = await screen.findByLabelText<HTMLSelectElement>('Pays first');
  await screen.findByRole('option', { name: /INV-2026-000012/ });
  expect([...first.options].map(({ textContent }) => plain(textContent))).toEqual([
    'The oldest debt',
    'Opening balance, R 70,00 written off',
    'INV-2026-000012, R 100,00 due, R 250,00 written off',
  ]);
  fireEvent.change(first, { target: { value: '5' } });
  await press('Remove client 2');
  await press(/^The rest/);
  await press('Book the parts');

  await waitFor(() =>
    expect(writes()).toEqual([
      {
        route: BOOK_1,
        body: { parts: [{ userId: 11, amount: 450, allocations: [{ invoiceId: 5, amount: 350 }] }] },
      },
    ]),
  );
});

it('payments of which more than a tenth would be the fee are not joined', async () => {
  await show({ [nearPaymentsOf(11)]: () => json([paymentOf(31, 501)]) });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('p');
  fireEvent.click(await screen.findByRole('checkbox'));

  expect(plain(screen.getByRole('dialog').textContent)).toContain(
    'Fee: R 51,00, which is more than a tenth.',
  );
  expect(screen.getByRole('button', { name: 'It is this payment' })).toHaveProperty('disabled', true);
});

const CERTAIN_FILE = bankFileOf({
  counts: { lines: 76, certain: 74, likely: 1 },
  sums: { certain: 33_450 },
});
const inJob = (ordered: number, booked: number): BankFile =>
  bankFileOf({
    state: 'booking',
    counts: { lines: 76, certain: 74 - booked, likely: 1, ordered, booked },
  });

it('all certain lines are booked by one press that says count and sum twice, and the progress is shown until the end', async () => {
  const states = [CERTAIN_FILE, inJob(40, 34)];
  const ended = bankFileOf({ counts: { lines: 76, certain: 0, likely: 3, booked: 72 } });
  const { writes, queryClient } = await show({
    [FILE]: () => json(states.shift() ?? ended),
    'POST /api/admin/bank-files/7/book-certain': () => json(inJob(74, 0), 202),
  });
  await screen.findAllByText(/MAGTAPE/);
  await press(/^Book all 74 certain · R\s33\s450,00$/);
  const confirm = await screen.findByRole('button', { name: 'Book 74 lines' });
  expect(screen.getByRole('dialog', { name: /^Book 74 lines, R\s33\s450,00\?$/ })).toBeDefined();
  await act(async () => fireEvent.click(confirm));
  expect(writes()).toEqual([{ route: 'POST /api/admin/bank-files/7/book-certain', body: {} }]);
  await screen.findByText('34 of 74');
  await act(() => queryClient.refetchQueries({ queryKey: ['ledger', 'bank-file'] }));

  expect(await screen.findByText('72 lines booked. 2 were no longer certain.')).toBeDefined();
  states.push(bankFileOf({ counts: { lines: 76, certain: 0, likely: 2, booked: 73 } }));
  await act(() => queryClient.refetchQueries({ queryKey: ['ledger', 'bank-file'] }));
  await waitFor(() => expect(screen.queryByText(/^72 lines booked/)).toBeNull());
});

it('says before all are booked how many stand on the first open day, and why', async () => {
  const counts = { lines: 76, certain: 74, closed: 3 };
  await show({ [FILE]: () => json(bankFileOf({ counts, firstOpenDay: '2026-12-01' })) });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('a');

  expect(plain((await screen.findByRole('dialog', { name: /^Book 74 lines/ })).textContent)).toContain(
    '3 of these stand on 1 December 2026, because the months up to November 2026 are closed.',
  );
});

describe('a line of a closed month', () => {
  const closed = { date: '2026-11-23', standsOn: '2026-12-01' };
  const STANDS =
    /^November 2026 is closed: .* will stand on 1 December 2026 and keep 23 November( 2026)? as its bank date\.$/;
  const showClosed = (line: BankLine) =>
    show({ 'GET /api/admin/bank-files/7/lines?page=1&state=unsure': () => json(listOf(line)) });

  it('says where it will stand beside what it pays, and in the dialog that divides it', async () => {
    await showClosed(lineOf(1, closed));
    expect(await screen.findAllByText(STANDS)).toHaveLength(1);
    await pressKey('s');

    await screen.findByRole('button', { name: 'Book the parts' });
    expect(within(screen.getByRole('dialog')).getByText(STANDS)).toBeDefined();
  });

  it('that the bank returned says so in the question before it is reversed', async () => {
    const proposals = [{ ...NAIDOO, paymentId: 77, reasons: ['Paid on 20 November'] }];
    await showClosed(lineOf(1, { ...closed, state: 'returned', amount: -450, proposals }));
    await screen.findAllByText(/MAGTAPE/);
    await pressKey('Enter');

    await screen.findByLabelText(/^Reason/);
    expect(within(screen.getByRole('alertdialog')).getByText(STANDS)).toBeDefined();
  });

  it('that is joined to payments says nothing there, because nothing is written', async () => {
    await showClosed(lineOf(1, closed));
    await screen.findAllByText(/MAGTAPE/);
    await pressKey('p');

    await screen.findByRole('button', { name: 'It is this payment' });
    expect(within(screen.getByRole('dialog')).queryByText(STANDS)).toBeNull();
  });
});

it('A asks whether all certain lines are booked', async () => {
  await show({ [FILE]: () => json(CERTAIN_FILE) });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('a');

  expect(await screen.findByRole('dialog', { name: /^Book 74 lines/ })).toBeDefined();
});

it('the question before all are booked names the clients of the first five lines, and counts the others', async () => {
  const lines = [11, 12, 13, 14, 15, 16].map((id) =>
    lineOf(id, { state: 'certain', amount: 100 + id, proposals: [id === 12 ? ZULU : NAIDOO] }),
  );
  await show({
    [FILE]: () => json(CERTAIN_FILE),
    'GET /api/admin/bank-files/7/lines?page=1&state=certain': () => json({ lines, total: 74, page: 1 }),
  });
  await screen.findAllByText(/MAGTAPE/);
  await pressKey('a');
  await screen.findByText('and 69 more');

  expect(
    within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual(['NaidooR 111,00', 'ZuluR 112,00', 'NaidooR 113,00', 'NaidooR 114,00', 'NaidooR 115,00']);
});

it('a file whose lines are all known says so, leads to the first file, and is not called finished', async () => {
  const known = bankFileOf({ repeats: 4, counts: { lines: 0, certain: 0, likely: 0, duplicates: 5 } });
  await show({
    [FILE]: () => json(known),
    'GET /api/admin/bank-files/7/lines?page=1&state=unsure': () => json(listOf()),
  });

  expect(await screen.findByText('Nothing to book')).toBeDefined();
  expect(screen.getByText('Nothing new: all 5 lines are known from an earlier file')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the first file' }).getAttribute('href')).toBe(
    '/admin?section=bank&file=4',
  );
  expect(screen.queryByText(/Finished/)).toBeNull();
});

const UNIDENTIFIED = 'GET /api/admin/unidentified?page=1';
const NEWCOMER = { createdOn: '2025-11-05', isRegistered: true, isVerified: false, isBilled: false };
const SAID = 'Registered on 5 November 2025, address not verified, never billed';

it.each<[string, string | null, string]>([
  ['once', null, 'Book R 450,00 for Naidoo?'],
  [
    'once, also if it may be booked already',
    'Perhaps recorded on 20 November',
    'Book R 450,00 for Naidoo as well?',
  ],
])(
  'Enter for an account of which only typed words are known asks %s, and books nothing before',
  async (_, perhaps, title) => {
    const proposals = [{ ...NAIDOO, newcomer: NEWCOMER }];
    const { writes } = await show({
      'GET /api/admin/bank-files/7/lines?page=1&state=unsure': () =>
        json(listOf(lineOf(1, { perhaps, proposals }))),
      [BOOK_1]: () => json(bookedLine(1)),
    });
    expect(await screen.findByText(SAID)).toBeDefined();
    await pressKey('Enter');
    const dialog = await screen.findByRole('alertdialog');

    await waitFor(() => expect(dialog.textContent.replaceAll('\u00A0', ' ')).toContain(title));
    expect(dialog.textContent).toContain(SAID);
    expect(dialog.textContent.includes('booked twice')).toBe(perhaps !== null);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    expect(writes()).toEqual([]);
    await press(perhaps === null ? 'Book it' : 'Book it as well');

    await waitFor(() =>
      expect(writes()).toEqual([
        expect.objectContaining({ route: BOOK_1, body: { parts: [{ userId: 11, amount: 450 }] } }),
      ]),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
  },
);

const NOBODYS = lineOf(1, { state: 'unidentified', proposals: [] });

const showUnidentified = async (answers: Answers = {}) => {
  const shown = await show(
    { [UNIDENTIFIED]: () => json({ ...listOf(NOBODYS), sum: 450 }), ...answers },
    <UnidentifiedList />,
  );
  await screen.findAllByText(/MAGTAPE/);

  return shown;
};

it('money of nobody is listed with its sum, and booked for a client who is searched for', async () => {
  const { writes } = await showUnidentified({
    'GET /api/admin/bank-lines/1/forecast?userId=12': () => json(forecastOf(12)),
    [BOOK_1]: () => json(bookedLine(1)),
  });
  expect(plain(document.body.textContent)).toContain('R 450,00 in 1 line');
  await pressKey('Enter');
  await screen.findByRole('combobox', { name: /^Client/ });
  await chooseClient(/^Client/, 'zulu');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pressKey('Enter');

  expect(writes()).toEqual([{ route: BOOK_1, body: { parts: [{ userId: 12, amount: 450 }] } }]);
});

it('money of nobody that went back is noted with its day and a reason', async () => {
  const { writes } = await showUnidentified({
    [BOOK_1]: () => json(lineOf(1, { state: 'booked', proposals: [] })),
  });
  await press(/^Sent back/);
  await screen.findByLabelText(/^Date at the bank/);
  const dialog = screen.getByRole('dialog', { name: /^R\s450,00 was sent back$/ });
  await press('Note it');
  expect(await within(dialog).findByText('Reason is required')).toBeDefined();
  type(screen.getByLabelText(/^Date at the bank/), '2026-11-24');
  fireEvent.input(screen.getByLabelText(/^Reason/), { target: { value: 'Wrong account' } });
  await press('Note it');

  await waitFor(() =>
    expect(writes()).toEqual([
      { route: BOOK_1, body: { sentBack: { bankDate: '2026-11-24', reason: 'Wrong account' } } },
    ]),
  );
});
