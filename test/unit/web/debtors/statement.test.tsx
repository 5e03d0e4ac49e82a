// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import type { Statement, StatementLine } from '#shared/contract/debtors/ledger-statements.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { sumStillPayable } from '#shared/invoices/still-payable.ts';
import { PROVIDER } from '#test/support/provider.ts';
import { StatementView } from '#web/features/debtors/statement-view.tsx';
import type { Period } from '#web/lib/money/periods.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const PERIOD = { from: '2026-09-03', to: '2026-10-20' };
const OWNER = {
  User_Name: 'Naledi',
  User_Surname: 'Mokoena',
  User_Org: 'Mokoena Design Studio',
  User_Address: null,
  User_Town: 'Randburg',
  User_Code: '2194',
  OWNumber: 'OW10007',
};

const line = (change: Partial<StatementLine>): StatementLine => ({
  date: '2026-10-01',
  kind: 'invoice',
  number: 'INV-2026-000002',
  description: 'Invoice',
  dueDate: '2026-10-08',
  bankDate: null,
  debit: 863,
  credit: null,
  balance: 713,
  ...change,
});

const statementOf = (change: Partial<Statement> = {}): Statement => ({
  userId: 7,
  ...PERIOD,
  opening: -150,
  lines: [
    line({}),
    line({
      date: '2026-10-05',
      kind: 'payment',
      number: null,
      description: 'Payment by EFT',
      dueDate: null,
      debit: null,
      credit: 300,
      balance: 413,
    }),
  ],
  closing: 413,
  ageing: { notDue: 0, days30: 413, days60: 0, days90: 0, older: 0 },
  credit: 0,
  due: 413,
  stillPayable: sumStillPayable([]),
  ...change,
});

const addressOf = ({ from, to }: Period, userId = 7) =>
  `GET /api/users/${userId}/statement?from=${from}&to=${to}`;

const DEBT_ADDRESS = 'GET /api/users/7/debt';

const Shown = ({ userId, first }: { userId: number; first: Period }) => {
  const [period, setPeriod] = useState(first);

  return (
    <StatementView
      userId={userId}
      owner={OWNER}
      period={period}
      onPeriodChange={setPeriod}
      howToPay={<p>How to pay</p>}
    />
  );
};

const showStatement = async (answers: Answers, first = PERIOD) => {
  const { show, sent } = await openBrowser(answers);
  const { rerender } = show(<Shown userId={7} first={first} />);

  return {
    countReads: () => sent.filter(({ route }) => route.includes('/statement?')).length,
    showOther: () => rerender(<Shown userId={8} first={PERIOD} />),
    text: () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '',
  };
};

/** The words of each row, with a line between its cells, also those that only a wide screen shows. */
const readRows = async (): Promise<string[]> => {
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);

  return rows.map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')).join('|'),
  );
};

const readTitle = () => screen.getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ');

const type = (label: string, day: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: day } });

it('a statement goes from the opening to the closing balance, with debits and credits', async () => {
  const { text } = await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf()),
    [DEBT_ADDRESS]: () => json({ owed: 500, credit: 0, takenOn: null, items: [] }),
  });

  expect(await readRows()).toEqual([
    expect.stringMatching(/^2026\/09\/03\|Opening balance.*\|\|\|R 150,00 credit$/),
    expect.stringMatching(
      /^2026\/10\/01\|Invoice INV-2026-000002, due 2026\/10\/08.*\|R 863,00\|\|.*R 713,00$/,
    ),
    expect.stringMatching(/^2026\/10\/05\|Payment by EFT.*\|\|R 300,00\|.*R 413,00$/),
    expect.stringMatching(/Closing balance.*R 863,00\|R 300,00\|R 413,00$/),
  ]);
  expect(readTitle()).toBe('R 413,00 owed on 2026/10/20');
  expect(text()).toContain('1–30 days lateR 413,00');
});

it('a printed statement bears its date, and the account with its number above the columns of each sheet', async () => {
  await showStatement({ [addressOf(PERIOD)]: () => json(statementOf({ closing: 0 })) });
  const [head] = within(await screen.findByRole('table')).getAllByRole('row', { hidden: true });

  expect(head?.textContent).toBe('Statement of account, Mokoena Design Studio, OW10007');
  expect(screen.getByText('Statement of account')).toBeTruthy();
  expect(screen.getByText('Statement date 2026/10/20')).toBeTruthy();
  expect(screen.getByText('Account number OW10007')).toBeTruthy();
});

it('a printed statement begins with the balance brought forward', async () => {
  await showStatement({ [addressOf(PERIOD)]: () => json(statementOf()) });
  const [first] = await readRows();
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));
  onTestFinished(() => act(() => void window.dispatchEvent(new Event('afterprint'))));

  expect((await readRows())[0]).toBe(first?.replace('Opening balance', 'Balance brought forward'));
});

it('a line says the day of the bank where it is another one', async () => {
  const payment = { kind: 'payment', number: null, description: 'Payment by EFT', dueDate: null } as const;
  await showStatement({
    [addressOf(PERIOD)]: () =>
      json(statementOf({ lines: [line({ ...payment, bankDate: '2026-09-28' }), line(payment)] })),
  });

  const [, moved, other] = await readRows();
  expect(moved).toMatch(/\|Payment by EFT, at the bank 2026\/09\/28/);
  expect(other).not.toContain('at the bank');
});

it('the number of a voided invoice is apart from the reason', async () => {
  const voided = line({
    kind: 'reversal',
    description: 'Invoice voided: Issued twice',
    debit: null,
    credit: 863,
  });
  await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf({ lines: [voided] })),
    [DEBT_ADDRESS]: () => json({ owed: 500, credit: 0, takenOn: null, items: [] }),
  });

  expect((await readRows())[1]).toMatch(/\|Invoice voided: Issued twice \(INV-2026-000002\)/);
  // Characters that change the direction of writing, which a reason may contain, end with it (D56).
  expect(screen.getByText('Invoice voided: Issued twice').tagName).toBe('BDI');
});

const item = { kind: 'invoice', invoiceId: 2, number: 'INV-2026-000002', date: '2026-10-01' };
const ITEMS = [
  { ...item, dueDate: '2026-10-08', amountDue: 200 },
  { ...item, dueDate: '2999-01-31', amountDue: 300 },
];

it.each([
  [
    500,
    0,
    /R 500,00 owed on .*Please pay R 200,00 now \(overdue\) and R 300,00 by 31 January 2999\.How to pay$/,
  ],
  [0, 0, /Nothing owed on [\d/]+$/],
  [0, 20, /R 20,00 credit on [\d/]+$/],
])(
  'a statement of a past month asks for money only if the client owes something today: R %s, credit R %s',
  async (owed, credit, end) => {
    const { text } = await showStatement({
      [addressOf(PERIOD)]: () => json(statementOf()),
      [DEBT_ADDRESS]: () => json({ owed, credit, takenOn: null, items: owed > 0 ? ITEMS : [] }),
    });

    await waitFor(() => expect(text()).toMatch(end));
    expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', false);
  },
);

it.each([
  ['a month that is over', PERIOD, 'Nothing owed on 2026/10/20'],
  ['a period until today', { from: '2026-09-03', to: dayAfter(new Date(), 1) }, 'Nothing owed on'],
])(
  'the statement of %s names what is written off apart, with the way to pay it',
  async (_, period, balance) => {
    const written = {
      kind: 'invoice',
      invoiceId: 1,
      number: 'INV-1',
      date: '2026-09-04',
      dueDate: '2026-09-10',
    };
    const { text } = await showStatement(
      {
        [addressOf(period)]: () =>
          json(
            statementOf({
              ...period,
              closing: 0,
              due: 0,
              ageing: { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 },
              stillPayable: { amount: 337, invoices: 1, hasOpening: false, refunds: 0 },
            }),
          ),
        [DEBT_ADDRESS]: () =>
          json({ owed: 0, credit: 0, takenOn: null, items: [{ ...written, amountDue: 0, writtenOff: 337 }] }),
      },
      period,
    );

    await waitFor(() => expect(text()).toContain(balance));
    await waitFor(() =>
      expect(text()).toMatch(/R 337,00 of an older invoice is still payable\..*How to pay$/),
    );
    expect(text()).not.toContain('Please pay');
  },
);

it('a printed statement names the company with its registration number, and is not printed before they are known', async () => {
  let answer = (_: Response) => {};
  const { text } = await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf({ closing: 0 })),
    'GET /api/provider': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });

  await readRows();
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
  answer(json(PROVIDER));
  await waitFor(() => expect(text()).toContain(PROVIDER.name));
  for (const words of [
    'Registration number 2019/654321/07',
    '1 Long Street',
    PROVIDER.email,
    PROVIDER.phone,
  ]) {
    expect(text()).toContain(words);
  }
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', false);
});

it('a statement whose sender cannot be read says so, and is not printed', async () => {
  await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf({ closing: 0 })),
    'GET /api/provider': () => json({ message: 'Not now.' }, 503),
  });

  expect((await screen.findByRole('alert')).textContent).toContain('could not be read');
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
});

it('a statement of a past month is not printed before it is known what the client owes today', async () => {
  const { text } = await showStatement({ [addressOf(PERIOD)]: () => json(statementOf()) });

  await readRows();
  expect(text()).not.toContain('How to pay');
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
});

it('a statement of a past month whose debt today cannot be read asks for no money, is not printed, and offers another try', async () => {
  const { text } = await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf()),
    [DEBT_ADDRESS]: () => json({ message: 'Not now.' }, 503),
  });

  expect((await screen.findByRole('alert')).textContent).toContain('What is owed today could not be read');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
  expect(text()).not.toContain('How to pay');
});

it.each([
  [-100, 'R 100,00 credit on 2026/10/20'],
  [0, 'Nothing owed on 2026/10/20'],
])(
  'a statement that ends at R %s asks for no payment, and says so without entries, too',
  async (closing, title) => {
    const ageing = { notDue: 0, days30: 0, days60: 0, days90: 0, older: 0 };
    const statement = statementOf({ lines: [], closing, credit: -closing, due: 0, ageing });
    const { text } = await showStatement({ [addressOf(PERIOD)]: () => json(statement) });

    expect((await readRows())[1]).toContain('No invoices or payments in this period.');
    expect(readTitle()).toBe(title);
    expect(text()).not.toMatch(/How to pay|Not yet due/);
  },
);

it('a statement of a day with more credit than debts asks for no payment, and says both', async () => {
  const statement = statementOf({ closing: -100, credit: 513, due: 413 });
  const { text } = await showStatement({ [addressOf(PERIOD)]: () => json(statement) });

  await readRows();
  expect(readTitle()).toBe('R 100,00 credit on 2026/10/20');
  expect(text()).toContain('R 513,00 credit was not yet used for what was owed');
  expect(text()).not.toContain('How to pay');
});

it('dates that are missing or in the wrong order are refused at their fields, and stay as typed', async () => {
  const { countReads } = await showStatement({ [addressOf(PERIOD)]: () => json(statementOf()) });
  await readRows();

  type('First day', '');
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('First day is required')).toBeTruthy();

  type('First day', '2026-10-21');
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(screen.getByText('The last day must not be before the first')).toBeTruthy();
  expect(screen.getByLabelText('First day')).toHaveProperty('value', '2026-10-21');
  expect(countReads()).toBe(1);
});

it('a period that the server refuses says why at the last day, and keeps the dates', async () => {
  const sentence = 'A statement covers at most 5 years.';
  const long = { from: '2019-01-01', to: PERIOD.to };
  await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf()),
    [addressOf(long)]: () =>
      json({ message: sentence, code: 'unprocessable', fields: { to: sentence } }, 422),
  });
  await readRows();

  type('First day', long.from);
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByLabelText('Last day').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('First day')).toHaveProperty('value', long.from);
  expect(screen.queryByRole('table')).toBeNull();
});

it.each(['from', 'to'])('a refusal of the day %s stands at its field', async (name) => {
  const refusal = { message: 'Not this day', code: 'invalid_request', fields: { [name]: 'Not this day' } };
  await showStatement({ [addressOf(PERIOD)]: () => json(refusal, 400) });

  await screen.findByText('Not this day');
  const label = name === 'from' ? 'First day' : 'Last day';
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
});

it('a statement of a period that is not over says what is owed today and how to pay it', async () => {
  const today = dayAfter(new Date(), 0);
  const until = { from: PERIOD.from, to: dayAfter(new Date(), 40) };
  const { text } = await showStatement({ [addressOf(until)]: () => json(statementOf(until)) }, until);

  await readRows();
  expect(text()).toMatch(/How to pay$/);
  expect(readTitle()).toBe(`R 413,00 owed on ${formatDateShort(today)}`);
});

it('a chosen period is read at once; the statement before it stays until then, and is not printed', async () => {
  const { countReads, text } = await showStatement({
    [addressOf(PERIOD)]: () => json(statementOf()),
    [DEBT_ADDRESS]: () => json({ owed: 500, credit: 0, takenOn: null, items: [] }),
  });
  await readRows();
  await waitFor(() => expect(text()).toContain('R 500,00 owed'));
  fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'Last 12 months' } });

  expect(countReads()).toBe(2);
  expect(screen.queryByLabelText('First day')).toBeNull();
  expect(screen.getByRole('table').closest('[aria-busy=true]')).toBeTruthy();
  expect(screen.getByText('2026/09/03 to 2026/10/20')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
});

it("one client's statement is never shown while another's is loading", async () => {
  const { showOther } = await showStatement({ [addressOf(PERIOD)]: () => json(statementOf()) });
  await readRows();
  showOther();

  expect(await screen.findByRole('status', { name: 'Loading the statement' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('a statement that cannot be read says so, offers another try, and is not printed', async () => {
  let isThere = false;
  await showStatement({
    [addressOf(PERIOD)]: () => (isThere ? json(statementOf()) : json({ message: 'Not now.' }, 503)),
  });

  expect((await screen.findByRole('alert')).textContent).toContain('The statement could not be read');
  expect(screen.getByRole('button', { name: 'Print' })).toHaveProperty('disabled', true);
  isThere = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await readRows()).toHaveLength(4);
});
