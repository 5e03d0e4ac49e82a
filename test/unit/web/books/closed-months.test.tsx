// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Closing, OpenPoints, VatOfMonth } from '#shared/contract/books/closings.ts';
import type { ControlAccount } from '#shared/contract/books/control-account.ts';
import { formatDateShort, monthAfter } from '#shared/dates.ts';
import { daysOfMonth, nameMonth } from '#shared/months.ts';
import { ClosedMonths } from '#web/features/books/closings/closed-months.tsx';
import { CLOSING_DIALOGS } from '#web/features/books/closings/closing-dialogs.ts';
import { closableMonth, monthBehind } from '#web/features/books/closings/month-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

const TOTALS: ControlAccount = {
  from: '2026-01-01',
  to: '2026-01-31',
  opening: 100,
  invoices: 1150,
  creditNotes: -50,
  voids: 0,
  receipts: -700,
  returnedReceipts: 0,
  refunds: 0,
  adjustments: 0,
  writeOffs: 0,
  recoveries: 0,
  closing: 500,
  owed: 620,
  credit: 120,
  unidentified: { opening: 0, in: 350, out: 100, closing: 250 },
  closedAccounts: 0,
  agrees: true,
  isClosed: true,
};

/** The month before the present one, and the one before that. */
const LAST = monthAfter(new Date(), -1);
const BEFORE_LAST = monthAfter(new Date(), -2);

const closingOf = (month: string, change: Partial<Closing> = {}): Closing => ({
  id: 1,
  month,
  closedAt: '2026-11-03T07:12:00.000Z',
  closedBy: 'Lerato Khumalo',
  totals: TOTALS,
  ageing: { notDue: 620, days30: 0, days60: 0, days90: 0, older: 0 },
  vat: null,
  isFiled: false,
  openedAt: null,
  openedBy: null,
  reason: null,
  ...change,
});

const pointsOf = (month: string, change: Partial<OpenPoints> = {}): OpenPoints => ({
  month,
  missingCreditNotes: [],
  count: 0,
  openLines: { count: 0, amount: 0 },
  unidentified: { count: 0, amount: 0 },
  bankReadUntil: null,
  bankNeverRead: [],
  unbilled: { count: 0, amount: 0 },
  billingRun: null,
  oldestMonth: null,
  ...change,
});

const LIST = 'GET /api/admin/closings';
const CLOSE = 'POST /api/admin/closings';

/** The page, at the address of a dialog if one is named. */
const showMonths = async (closings: Closing[], answers: Answers = {}, open?: string) => {
  const browser = await openBrowser(
    { [LIST]: () => json(closings), ...answers },
    open ? `/admin?open=${open}` : '/admin',
  );
  await act(async () =>
    browser.show(
      <WithDialogs table={CLOSING_DIALOGS}>
        <ClosedMonths />
      </WithDialogs>,
    ),
  );

  return browser;
};

const openDialog = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('link', { name })));
};

const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
};

const dialogText = () => (screen.getByRole('dialog').textContent ?? '').replace(/\s/g, ' ');

it('the newest closed month is not offered to be opened again while its VAT is filed, and says why', async () => {
  await showMonths([closingOf(LAST, { isFiled: true }), closingOf(BEFORE_LAST)]);

  expect(await screen.findByText('VAT filed, so it stays closed')).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Open .* again$/ })).toBeNull();
});

it('the next month is closed after the dialog has said what that does, and its stored figures are shown', async () => {
  const { sent } = await showMonths([closingOf(BEFORE_LAST)], {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () => json(pointsOf(LAST)),
    [CLOSE]: () => json(closingOf(LAST), 201),
  });
  await screen.findByText(`${nameMonth(LAST)} is over and still open, so its figures can still change.`);
  await openDialog(`Close ${nameMonth(LAST)}…`);
  await screen.findByText(`No credit note is missing in ${nameMonth(LAST)}.`);
  expect(dialogText()).toContain(`Nothing more is dated in ${nameMonth(LAST)} or before`);
  expect(dialogText()).toContain(
    `A payment of ${nameMonth(LAST)} or before that you record later is dated 1 ${nameMonth(monthBehind(LAST))} and keeps its bank date.`,
  );

  await press(`Close ${nameMonth(LAST)}`);
  await screen.findByText(`${nameMonth(LAST)} is closed. These figures are stored:`);
  expect(dialogText()).toContain('Closing balanceR 500,00');
  expect(dialogText()).toContain('The closing balance agrees with the lists of debtors and credit.');
  expect(sent.find(({ route }) => route === CLOSE)?.body).toEqual({ month: LAST });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' }));
});

it('before a month is closed, the dialog says what of the bank is open in it', async () => {
  await showMonths([closingOf(BEFORE_LAST)], {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () =>
      json(
        pointsOf(LAST, {
          openLines: { count: 2, amount: 640.5 },
          unidentified: { count: 1, amount: 99 },
          bankReadUntil: `${LAST}-20`,
          bankNeverRead: ['62000001234'],
        }),
      ),
  });
  await screen.findByText('Lerato Khumalo', { exact: false, selector: 'bdi' });
  await openDialog(`Close ${nameMonth(LAST)}…`);

  expect(await screen.findByText(`The bank was read up to ${formatDateShort(`${LAST}-20`)}.`)).toBeDefined();
  expect(screen.getByText('The account ending in 1234 was never read.')).toBeDefined();
  expect(screen.getByRole('link', { name: '2 lines of the bank are open, R\u00a0640,50' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Unidentified R\u00a099,00' }).getAttribute('href')).toBe(
    '/admin?section=bank&view=unidentified',
  );
});

it('tax invoices without a credit note are named before their month is closed, and prevent nothing', async () => {
  await showMonths([closingOf(BEFORE_LAST)], {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () =>
      json(
        pointsOf(LAST, {
          count: 1,
          missingCreditNotes: [
            {
              invoiceId: 5,
              invoiceNumber: 'INV-2026-000005',
              userId: 7,
              voidedOn: `${LAST}-05`,
              amount: 115,
            },
          ],
        }),
      ),
  });
  await screen.findByText('Lerato Khumalo', { exact: false, selector: 'bdi' });
  await openDialog(`Close ${nameMonth(LAST)}…`);

  expect(await screen.findByText('1 tax invoice was voided without a credit note')).toBeDefined();
  expect(screen.getByRole('link', { name: 'INV-2026-000005' }).getAttribute('href')).toBe(
    '/admin?client=7&tab=invoices',
  );
  expect(screen.getByRole('button', { name: `Close ${nameMonth(LAST)}` })).toHaveProperty('disabled', false);
});

it.each([
  [true, 'The closing balance agrees with the lists of debtors and credit.'],
  [false, 'The closing balance does not agree with the lists of debtors and credit.They differ by R 2,00.'],
])(
  'before a month is closed, the dialog says whether its control account agrees: %s',
  async (agrees, sentence) => {
    const { from, to } = daysOfMonth(LAST);
    await showMonths([closingOf(BEFORE_LAST)], {
      [`GET /api/admin/ledger/totals?from=${from}&to=${to}`]: () =>
        json({ ...TOTALS, closing: agrees ? 500 : 502, agrees }),
    });
    await screen.findByText(/is over and still open/);
    await openDialog(`Close ${nameMonth(LAST)}…`);
    await screen.findByText(/^The closing balance/);

    expect(dialogText()).toContain(sentence);
  },
);

it.each([
  ['from the month of the oldest entry on', monthAfter(new Date(), -3), [-1, -2, -3]],
  ['of last month alone if no entry is older', monthAfter(new Date(), 0), [-1]],
  ['of last month alone if there is no entry', null, [-1]],
])('the first closing is offered %s', async (_, oldestMonth, months) => {
  await showMonths([], {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () => json(pointsOf(LAST, { oldestMonth })),
  });
  await screen.findByText(/^No month is closed yet/);
  await openDialog('Close a month…');
  await screen.findByText(/^No credit note is missing/);

  expect(
    within(screen.getByLabelText('Month'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(months.map((back) => nameMonth(monthAfter(new Date(), back))));
});

it('the first closing may be of any month that has entries and is over, and says that it closes all before it', async () => {
  const { sent } = await showMonths([], {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () =>
      json(pointsOf(LAST, { oldestMonth: BEFORE_LAST })),
    [`GET /api/admin/closings/open-points?month=${BEFORE_LAST}`]: () => json(pointsOf(BEFORE_LAST)),
    [CLOSE]: () => json(closingOf(BEFORE_LAST), 201),
  });
  await screen.findByText(/^No month is closed yet/);
  await openDialog('Close a month…');
  await screen.findByText(/^No credit note is missing/);
  fireEvent.change(await screen.findByLabelText('Month'), { target: { value: BEFORE_LAST } });
  expect(screen.getByText('The first closing closes all months before it, too.')).toBeDefined();
  await press(`Close ${nameMonth(BEFORE_LAST)}`);

  await screen.findByText(/These figures are stored/);
  expect(sent.find(({ route }) => route === CLOSE)?.body).toEqual({ month: BEFORE_LAST });
});

it('a closing that is refused says why, and the dialog stays', async () => {
  const sentence = 'Another month is next.';
  await showMonths([closingOf(BEFORE_LAST)], {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () => json(pointsOf(LAST)),
    [CLOSE]: () => json({ message: sentence, code: 'not_next' }, 409),
  });
  await screen.findByText(/is over and still open/);
  await openDialog(`Close ${nameMonth(LAST)}…`);
  await screen.findByText(/^No credit note is missing/);
  await press(`Close ${nameMonth(LAST)}`);

  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByText(`${nameMonth(LAST)} could not be closed`)).toBeDefined();
});

it('only the newest closed month is opened again, with a reason, and a refusal keeps what was typed', async () => {
  const sentence = 'A filed VAT period contains this month.';
  const { sent } = await showMonths([closingOf(LAST), closingOf(BEFORE_LAST)], {
    [`POST /api/admin/closings/${LAST}/opening`]: () => json({ message: sentence, code: 'filed' }, 409),
  });
  await screen.findByText(/^All months that are over are closed/);
  expect(screen.getAllByRole('link', { name: /^Open .* again$/ })).toHaveLength(1);
  await openDialog(`Open ${nameMonth(LAST)} again`);
  await screen.findByLabelText(/^Reason/);
  await press(`Open ${nameMonth(LAST)}`);
  expect(await screen.findByText('Reason is required')).toBeDefined();

  fireEvent.input(screen.getByLabelText(/^Reason/), { target: { value: 'A receipt was forgotten' } });
  await press(`Open ${nameMonth(LAST)}`);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('A receipt was forgotten');
  expect(sent.find(({ route }) => route.endsWith('/opening'))?.body).toEqual({
    reason: 'A receipt was forgotten',
  });
});

it.each([
  [
    'no older closing remains',
    [closingOf(LAST)],
    `${nameMonth(LAST)} and every month before it become open:`,
  ],
  ['an older closing remains', [closingOf(LAST), closingOf(BEFORE_LAST)], `${nameMonth(LAST)} becomes open:`],
])(
  'where %s, the dialog says which months become open and what keeps its date',
  async (_, closings, sentence) => {
    await showMonths(closings);
    await screen.findByText(/^All months that are over are closed/);
    await openDialog(`Open ${nameMonth(LAST)} again`);
    await screen.findByLabelText(/^Reason/);

    expect(dialogText()).toContain(sentence);
    expect(dialogText()).toContain(
      `A payment that was dated 1 ${nameMonth(monthBehind(LAST))} because ${nameMonth(LAST)} was closed keeps that date.`,
    );
  },
);

it.each([
  ['that is open', LAST, [closingOf(BEFORE_LAST)], `${nameMonth(LAST)} is open`],
  [
    'before another closed one',
    BEFORE_LAST,
    [closingOf(LAST), closingOf(BEFORE_LAST)],
    'A later month is closed, which must be opened first',
  ],
  ['whose VAT is filed', LAST, [closingOf(LAST, { isFiled: true })], 'VAT filed, so it stays closed'],
])(
  'a link that opens a month %s says why it cannot be opened again',
  async (_, month, closings, sentence) => {
    await showMonths(closings, {}, `month.open:${month}`);

    expect(await screen.findByText('Back to the page')).toBeDefined();
    expect(dialogText()).toContain(`Open ${nameMonth(month)} again?${sentence}`);
    expect(screen.queryByLabelText(/^Reason/)).toBeNull();
  },
);

it('a link that closes a month says from when on the next one can be closed if none is over', async () => {
  await showMonths([closingOf(LAST)], {}, 'month.close');

  expect(await screen.findByText('No month can be closed now')).toBeDefined();
  expect(dialogText()).toContain(`${nameMonth(monthBehind(LAST))} can be closed from 1 `);
});

it('the figures of the closing stay although no month is left to be closed', async () => {
  const closings = [closingOf(BEFORE_LAST)];
  const { queryClient } = await showMonths(closings, {
    [`GET /api/admin/closings/open-points?month=${LAST}`]: () => json(pointsOf(LAST)),
    [CLOSE]: () => json(closingOf(LAST), 201),
  });
  await screen.findByText(/is over and still open/);
  await openDialog(`Close ${nameMonth(LAST)}…`);
  await screen.findByText(/^No credit note is missing/);
  await press(`Close ${nameMonth(LAST)}`);
  await screen.findByText(/These figures are stored/);
  closings.unshift(closingOf(LAST));
  await act(async () => queryClient.invalidateQueries());
  await screen.findByText(/^All months that are over are closed/);

  expect(screen.getByText(/These figures are stored/)).toBeDefined();
});

it('a month that is open again is called reopened, which no button is', async () => {
  await showMonths([closingOf(LAST, { openedAt: '2026-11-05T08:00:00.000Z' }), closingOf(BEFORE_LAST)]);

  expect(await screen.findByText('Reopened')).toBeDefined();
  expect(screen.getAllByText('Open again')).toHaveLength(1);
});

it('a closing whose figures are missing is finished by closing its month once more', async () => {
  const answers: Answers = { [CLOSE]: () => json(closingOf(LAST), 201) };
  const { sent } = await showMonths([closingOf(LAST, { totals: null, ageing: null })], answers);
  await screen.findByText('The figures are missing.');
  await press(`Finish the closing of ${nameMonth(LAST)}`);

  expect(sent.find(({ route }) => route === CLOSE)?.body).toEqual({ month: LAST });
});

it('a month that was opened and closed again shows who did it and why, and its older figures beside the newer ones', async () => {
  await showMonths([
    closingOf(LAST, {
      closedAt: '2026-11-06T07:00:00.000Z',
      totals: { ...TOTALS, receipts: -800, closing: 400 },
    }),
    closingOf(LAST, {
      openedAt: '2026-11-05T08:00:00.000Z',
      openedBy: 'Sipho Ndlovu',
      reason: 'A receipt was forgotten',
    }),
  ]);
  await screen.findByText(/^Opened again/);
  const history = (document.body.textContent ?? '').replace(/\s/g, ' ');
  expect(history).toContain(
    'Closed Nov 06, 2026 09:00 by Lerato Khumalo · Age analysis as closedOpened again Nov 05, 2026 10:00 by Sipho Ndlovu: A receipt was forgotten',
  );
  await openDialog(`Figures of ${nameMonth(LAST)}`);

  const table = await screen.findByRole('table', { name: 'Stored figures' });
  const rowOf = (label: string) =>
    within(table).getByText(label).closest('tr')?.textContent?.replace(/\s/g, ' ');
  expect(rowOf('Receipts')).toBe('Receipts−R 800,00−R 700,00was different');
  expect(rowOf('Invoices')).toBe('InvoicesR 1 150,00R 1 150,00');
  expect(rowOf('Debtors, not yet due')).toContain('R 620,00');
});

const NOTHING = { gross: 0, net: 0, vat: 0, count: 0 };
const NO_ROWS = { invoices: NOTHING, creditNotes: NOTHING, writtenOff: NOTHING, recovered: NOTHING };
const vatOf = (number: string, vat: number): VatOfMonth => ({
  ofNumbers: {
    [number]: { ...NO_ROWS, invoices: { gross: 1150, net: 1150 - vat, vat, count: 1 } },
  },
  withoutVat: { ...NO_ROWS, creditNotes: { gross: -20, net: -20, vat: 0, count: 1 } },
});

it('the VAT rows that a closing stored are shown by VAT number, and beside them those of the older closing', async () => {
  await showMonths([
    closingOf(LAST, { closedAt: '2026-11-06T07:00:00.000Z', vat: vatOf('4870261234', 150) }),
    closingOf(LAST, { openedAt: '2026-11-05T08:00:00.000Z', vat: vatOf('4870261234', 149.99) }),
  ]);
  await screen.findByText(/^Opened again/);
  await openDialog(`Figures of ${nameMonth(LAST)}`);

  const table = await screen.findByRole('table', { name: 'Stored figures' });
  const rows = [...table.querySelectorAll('tr')].map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  expect(rows.slice(rows.indexOf('VAT number 4870261234'))).toEqual([
    'VAT number 4870261234',
    'Tax invoicesR 1 150,00R 1 150,00',
    'VAT in tax invoicesR 150,00R 149,99was different',
    'Credit notesR 0,00R 0,00',
    'VAT in credit notesR 0,00R 0,00',
    'Bad debts written offR 0,00R 0,00',
    'VAT in bad debts written offR 0,00R 0,00',
    'Bad debts recoveredR 0,00R 0,00',
    'VAT in bad debts recoveredR 0,00R 0,00',
    'Without VAT',
    'Invoices without VATR 0,00R 0,00',
    'Credit notes without VAT−R 20,00−R 20,00',
    'Bad debts written off without VATR 0,00R 0,00',
    'Bad debts recovered without VATR 0,00R 0,00',
  ]);
});

it.each([
  ['the month behind the newest closed one', ['2026-08', '2026-09'], '2026-12-01', '2026-10'],
  ['none before it is over', ['2026-11'], '2026-12-31', undefined],
  ['the month behind it over the end of a year', ['2026-12'], '2027-02-01', '2027-01'],
])('after a closing, what can be closed is %s', (_, closed, day, month) => {
  expect(
    closableMonth(
      closed.map((month) => closingOf(month)),
      new Date(`${day}T12:00:00Z`),
    ),
  ).toBe(month);
});

it('a month that was opened again can be closed again, and none behind it', () => {
  const opened = closingOf('2026-10', { openedAt: '2026-11-05T08:00:00.000Z' });

  expect(closableMonth([opened, closingOf('2026-09')], new Date('2026-12-05T12:00:00Z'))).toBe('2026-10');
});
