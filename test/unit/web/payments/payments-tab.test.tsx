// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { preloadRow } from '#web/components/dialog/open-dialog.tsx';
import { PAYMENT_DIALOGS } from '#web/features/payments/payment-dialogs.ts';
import { PaymentsTab } from '#web/features/payments/payments-tab.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { WithDialogs } from '../with-dialogs.tsx';

const PAYMENT: ListedPayment = {
  id: 3,
  kind: 'payment',
  cursor: 'of 3',
  userId: 7,
  date: '2026-11-02',
  bankDate: '2026-11-02',
  amount: 300,
  method: 'eft',
  reference: null,
  note: null,
  allocations: [],
  unallocated: 300,
  reversedAt: null,
  reversalReason: null,
  reversalBankDate: null,
};

const CLIENT = { User_Name: 'Thandeka', User_Surname: 'Zulu', User_Org: null, OWNumber: 'OW10011' };

const DEBT = { owed: 0, credit: 300, takenOn: null, items: [] };

const showTab = async (answers: Answers, open?: string) => {
  const { show, sent } = await openBrowser(
    answers,
    `/admin?client=7&tab=payments${open ? `&open=${open}` : ''}`,
  );
  await Promise.all(Object.values(PAYMENT_DIALOGS).map(preloadRow));
  await act(async () =>
    show(
      <WithDialogs table={PAYMENT_DIALOGS} client={CLIENT}>
        <PaymentsTab userId={7} />
      </WithDialogs>,
    ),
  );

  return sent;
};

const openForm = async (open: string, refusals: Answers) => {
  const answers: Answers = {
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/payments': () => json([PAYMENT]),
    ...refusals,
  };
  const sent = await showTab(answers, open);
  fireEvent.input(await screen.findByLabelText(/^Reason/), { target: { value: 'Paid too much' } });

  return { answers, sent };
};

const pressMenuOf = async (name: RegExp) => {
  Object.assign(HTMLElement.prototype, { hidePopover: () => undefined });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover'));
  const button = await screen.findByRole('button', { name });
  await act(async () => fireEvent.click(button));

  return screen.findAllByRole('menuitem', { hidden: true });
};

const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
};

it('a reversal that somebody else was faster with says so, and keeps the typed reason', async () => {
  const { answers } = await openForm('payment.reverse:3', {
    'POST /api/admin/payments/3/reversal': () => json({ message: 'This payment is reversed already.' }, 409),
  });
  answers['GET /api/users/7/payments'] = () =>
    json([{ ...PAYMENT, reversedAt: '2026-11-23T10:00:00.000Z', reversalReason: 'Returned' }]);
  await press('Reverse payment');
  await screen.findByText('Returned');

  expect(screen.getByText('This payment is reversed already.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Paid too much');
});

it('a refund of credit that is gone meanwhile says so at the amount, and keeps the typed reason', async () => {
  const sentence = 'The client has less credit than that.';
  const { answers } = await openForm('credit.refund', {
    'POST /api/admin/users/7/refunds': () => json({ message: sentence, fields: { amount: sentence } }, 422),
  });
  answers['GET /api/users/7/debt'] = () => json({ ...DEBT, credit: 0 });
  await press('Record refund');
  await screen.findByText('The client has no credit on account that could be paid back.');

  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Paid too much');
});

it('a refund whose credit cannot be read says so, and begins after another try', async () => {
  const answers: Answers = {
    'GET /api/users/7/debt': () => json({ message: 'Not now.' }, 503),
    'GET /api/users/7/payments': () => json([PAYMENT]),
  };
  await showTab(answers, 'credit.refund');
  await screen.findByText('The credit could not be read');
  answers['GET /api/users/7/debt'] = () => json(DEBT);
  await press('Try again');

  expect(await screen.findByText(/^The client has R\s300,00 credit/)).toBeDefined();
});

const NEWCOMER = { createdOn: '2025-11-05', isRegistered: true, isVerified: false, isBilled: false };

it.each<[string | undefined, object | null]>([
  ['Registered on 5 November 2025, address not verified, never billed.', NEWCOMER],
  ['Added on 5 November 2025, never billed.', { ...NEWCOMER, isRegistered: false, isVerified: true }],
  ['Registered on 5 November 2025.', { ...NEWCOMER, isVerified: true, isBilled: true }],
  [undefined, null],
])('a refund of credit that was booked by typed words alone says: %s', async (words, newcomer) => {
  await openForm('credit.refund', { 'GET /api/users/7/debt': () => json({ ...DEBT, newcomer }) });

  expect(screen.queryByText(/by its name alone/)?.textContent.replace(/ A line.*/, '')).toBe(words);
});

const pageBefore = (before: number): ListedPayment[] =>
  Array.from({ length: PAYMENTS_SHOWN }, (_, index) => {
    const id = before - 1 - index;

    return { ...PAYMENT, id, cursor: `of ${id}` };
  });

const LAST_PAGE = 'GET /api/users/7/payments?before=of+100';
const answerLastPage = () => json([{ ...PAYMENT, id: 99, amount: 41 }]);

/** The pages of a client with two pages and one payment more. */
const PAGES: Answers = {
  'GET /api/users/7/debt': () => json(DEBT),
  'GET /api/users/7/payments': () => json(pageBefore(200)),
  'GET /api/users/7/payments?before=of+150': () => json(pageBefore(150)),
  [LAST_PAGE]: answerLastPage,
};

it('the last page of older payments gives the focus to its first payment', async () => {
  await showTab(PAGES);
  const button = await screen.findByRole('button', { name: 'Show older payments' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(screen.getAllByText('Payment by EFT')).toHaveLength(2 * PAYMENTS_SHOWN));
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));

  await waitFor(() => expect(document.activeElement?.getAttribute('data-payment')).toBe('99'));
});

it('a refund and a correction are listed with their reasons, and only a payment can be reversed', async () => {
  const change = { ...PAYMENT, unallocated: 0 };
  await showTab({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/payments': () =>
      json([
        { ...change, id: 5, kind: 'correction', amount: -50, method: null, reason: 'Brought over wrongly' },
        { ...change, id: 4, kind: 'refund', amount: -63, method: 'cash', reason: 'Paid too much' },
        PAYMENT,
      ]),
  });
  await screen.findByText('Payment by EFT');

  expect(screen.getByText('Refund in cash').textContent).toBe('Refund in cashPaid too much');
  expect(screen.getByText('Correction of the opening balance').textContent).toContain('Brought over wrongly');
  expect(screen.getByText(/^−R\s63,00$/)).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^More about the/ })).toHaveLength(1);
  const items = await pressMenuOf(/^More about the payment of R\s300,00 of/);
  expect(items.map(({ textContent }) => textContent)).toEqual(['Move to another client', 'Reverse']);
});

it('an entry says its day at the bank where that is another one, and administrators read who wrote it and when', async () => {
  const written = { writtenBy: 'Lerato Khumalo', createdAt: '2026-11-03T08:05:00.000Z' };
  await showTab({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/payments': () =>
      json([
        { ...PAYMENT, ...written, bankDate: '2026-10-30' },
        {
          ...PAYMENT,
          ...written,
          id: 4,
          reversedAt: '2026-11-23T10:00:00.000Z',
          reversalReason: 'Returned',
          reversalBankDate: '2026-11-20',
          reversedBy: null,
        },
      ]),
  });
  await screen.findByText('Returned');

  const [late, returned] = document.querySelectorAll('[data-payment]');
  expect(late?.textContent).toContain('At the bank 2026/10/30');
  expect(late?.textContent).toContain('Recorded by Lerato Khumalo, Nov 03, 2026 10:05');
  expect(returned?.textContent).toContain('ReturnedAt the bank 2026/11/20Reversed Nov 23, 2026 12:00');
  expect(screen.getAllByText(/^At the bank/)).toHaveLength(2);
});

it.each([
  ['reversal', 'payment.reverse:3', null],
  ['reversal that was made already', 'payment.reverse:3', '2026-11-23T10:00:00.000Z'],
  ['move', 'payment.move:3', null],
] as const)(
  'the dialog of a %s and the acts of a payment of a closed month name both of its days',
  async (_, opened, reversedAt) => {
    await showTab(
      {
        'GET /api/users/7/debt': () => json(DEBT),
        'GET /api/users/7/payments': () =>
          json([
            { ...PAYMENT, bankDate: '2026-10-20', reversedAt },
            { ...PAYMENT, id: 4, bankDate: '2026-10-20' },
          ]),
      },
      opened,
    );
    const days = '2026/11/02, at the bank 2026/10/20';
    await waitFor(() => expect(dialogText()).toContain(`of ${days}`));

    expect(
      screen
        .getAllByLabelText(/^More about the payment of/)
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(Array(2).fill(expect.stringMatching(new RegExp(`of ${days}$`))));
  },
);

it.each([
  ['refund', 'credit.refund', 'users/7/refunds', 'Record refund'],
  ['reversal', 'payment.reverse:3', 'payments/3/reversal', 'Reverse payment'],
] as const)(
  'a %s keeps the day on which the bank moved the money, today if none is chosen',
  async (_, opened, path, button) => {
    const { sent } = await openForm(opened, {
      [`POST /api/admin/${path}`]: () => json({ message: 'Not now.' }, 503),
    });
    const field = screen.getByLabelText<HTMLInputElement>('Date at the bank');
    expect(field.value).toBe(dayAfter(new Date(), 0));
    fireEvent.input(field, { target: { value: '2026-10-31' } });
    await press(button);
    await screen.findByText('Not now.');

    expect(sent.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({
      bankDate: '2026-10-31',
    });
    fireEvent.input(field, { target: { value: '2999-10-31' } });
    expect(await screen.findByText('The date must not be in the future.')).toBeDefined();
  },
);

it('the address of a reversal opens it for a payment of any age', async () => {
  await showTab(PAGES, 'payment.reverse:99');

  await screen.findByLabelText(/^Reason/);
  expect(
    screen.getByRole('dialog', { name: /^Reverse R\s41,00 from Thandeka Zulu, OW10011\?$/ }),
  ).toBeDefined();
});

/** The text of the dialog on top, with plain spaces. */
const dialogText = () => (screen.getAllByRole('dialog').at(-1)?.textContent ?? '').replace(/\s/g, ' ');

it('a reversal says what will be owed again, and what other credit of the client pays at once', async () => {
  const allocations = [
    { kind: 'invoice', invoiceId: 5, invoiceNumber: 'INV-2026-000005', amount: 200 },
    { kind: 'refund', invoiceId: null, invoiceNumber: null, amount: 60 },
  ];
  await showTab(
    {
      'GET /api/users/7/debt': () => json({ ...DEBT, credit: 100 }),
      'GET /api/users/7/payments': () => json([{ ...PAYMENT, allocations, unallocated: 40 }]),
    },
    'payment.reverse:3',
  );
  await screen.findByText('Owed again', { exact: true, selector: 'li:first-child *' });

  expect(dialogText()).toContain('INV-2026-000005Owed againR 200,00');
  expect(dialogText()).toContain('RefundOwed againR 60,00');
  expect(dialogText()).toContain('Credit on accountTaken offR 40,00');
  expect(dialogText()).toContain('Other credit of the clientPays what is owed again, at onceR 60,00');
  expect(dialogText()).toContain('The client then owes R 200,00.');
});

it('the reversal of a payment that was recorded by mistake has its reason filled in', async () => {
  await showTab(
    { 'GET /api/users/7/debt': () => json(DEBT), 'GET /api/users/7/payments': () => json([PAYMENT]) },
    'payment.reverse:3:mistake',
  );

  expect((await screen.findByLabelText<HTMLInputElement>(/^Reason/)).value).toBe('Recorded by mistake');
});

it('the address of a reversal that was made already says so and offers none', async () => {
  await showTab(
    {
      'GET /api/users/7/debt': () => json(DEBT),
      'GET /api/users/7/payments': () =>
        json([{ ...PAYMENT, reversedAt: '2026-11-23T10:00:00.000Z', reversalReason: 'Returned' }]),
    },
    'payment.reverse:3',
  );

  expect(await screen.findByText('This payment is reversed already')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reverse payment' })).toBeNull();
});

it('a refund to a client without credit says so and has no form', async () => {
  await showTab(
    {
      'GET /api/users/7/debt': () => json({ ...DEBT, owed: 50, credit: 0 }),
      'GET /api/users/7/payments': () => json([PAYMENT]),
    },
    'credit.refund',
  );

  expect(await screen.findByText('No credit to refund')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Record refund' })).toBeNull();
});

it('a refund says what goes back to the client and what stays', async () => {
  await openForm('credit.refund', {});
  expect(dialogText()).toContain('R 300,00 goes back to the client, who then has no credit on account.');
  fireEvent.input(screen.getByLabelText(/^Amount/), { target: { value: '100' } });
  expect(dialogText()).toContain('R 100,00 goes back to the client, who keeps R 200,00 credit on account.');
  fireEvent.input(screen.getByLabelText(/^Amount/), { target: { value: '301' } });
  expect(dialogText()).toContain("R 1,00 more than the client's credit.");
});

it('a payment of an opening balance or of a refund names the one that it is', async () => {
  const part = { invoiceId: null, invoiceNumber: null };
  await showTab({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/payments': () =>
      json([
        { ...PAYMENT, unallocated: 0, allocations: [{ ...part, kind: 'opening', amount: 300 }] },
        { ...PAYMENT, id: 4, unallocated: 0, allocations: [{ ...part, kind: 'refund', amount: 300 }] },
      ]),
  });

  expect(await screen.findByText('For opening balance')).toBeDefined();
  expect(screen.getByText('For refund')).toBeDefined();
});

it('the address of a reversal says that the client has no such payment', async () => {
  await showTab(PAGES, 'payment.reverse:5');

  expect(await screen.findByText('Payment not found')).toBeDefined();
  expect(screen.queryByLabelText(/^Reason/)).toBeNull();
});

it('the address of a reversal finds its payment after an older page could not be read', async () => {
  const answers = { ...PAGES, [LAST_PAGE]: () => json({ message: 'Busy' }, 400) };
  await showTab(answers, 'payment.reverse:99');
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByText('The payment could not be read');
  answers[LAST_PAGE] = answerLastPage;
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));

  expect(await dialog.findByLabelText(/^Reason/)).toBeDefined();
});

it('a reversed payment is recorded again with its own values and bank date, and names the one whose place it takes', async () => {
  const sent = await showTab(
    {
      'GET /api/users/7/debt': () => json(DEBT),
      'GET /api/users/7/payments': () =>
        json([
          {
            ...PAYMENT,
            bankDate: '2026-10-30',
            reference: 'OW7',
            reversedAt: '2026-11-23T10:00:00.000Z',
            reversalReason: 'Wrong',
          },
        ]),
      'POST /api/admin/users/7/payments': () => json(PAYMENT, 201),
    },
    'payment.record-again:3',
  );
  await screen.findByLabelText(/^Amount/);
  await press('Record payment again');

  await waitFor(() => expect(sent.some(({ route }) => route.startsWith('POST'))).toBe(true));
  expect(sent.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({
    date: '2026-10-30',
    amount: 300,
    reference: 'OW7',
    replaces: 3,
  });
});

it('an address of the adjustment of an account that came without a balance says why there is none', async () => {
  await showTab(
    { 'GET /api/users/7/debt': () => json(DEBT), 'GET /api/users/7/payments': () => json([PAYMENT]) },
    'opening.correct',
  );

  expect(await screen.findByText(/^This account came without a balance/)).toBeDefined();
  expect(screen.queryByLabelText(/^Amount/)).toBeNull();
});

it('a payment of the bank leads to its line, where it is undone, and offers no reversal', async () => {
  await showTab({
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/payments': () => json([{ ...PAYMENT, lineId: 41 }]),
  });
  const items = await pressMenuOf(/^More about the payment/);

  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Open in the bank file', '/admin?section=bank&line=41'],
  ]);
});

it('a reversal that is refused because the payment came from the bank leads to its line', async () => {
  await openForm('payment.reverse:3', {
    'POST /api/admin/payments/3/reversal': () =>
      json({ message: 'This payment came from the bank.', code: 'conflict', lineId: 41 }, 409),
  });
  await press('Reverse payment');
  const link = await screen.findByRole('link', { name: "Go to its line in the bank's file" });

  expect(link.getAttribute('href')).toBe('/admin?section=bank&line=41');
});

it('a payment is not moved without a client, and the dialog says so at the field', async () => {
  const { sent } = await openForm('payment.move:3', {});
  await press('Move payment');

  expect(await screen.findByText('Choose a client')).toBeDefined();
  expect(sent.some(({ route }) => route.endsWith('/move'))).toBe(false);
});

it('before a payment is moved, the dialog says what both clients owe then', async () => {
  const other = {
    id: 8,
    firstName: 'Priya',
    lastName: 'Naidoo',
    email: 'priya@example.com',
    owNumber: 'OW10012',
    company: null,
    phone: null,
    customerStatus: 'Active',
  };
  const invoice = {
    kind: 'invoice',
    invoiceId: 5,
    number: 'INV-2026-000012',
    date: '2026-11-01',
    dueDate: '2026-11-30',
    amountDue: 399,
    writtenOff: 0,
  };
  const { sent } = await openForm('payment.move:3', {
    'GET /api/admin/payers?amount=300&q=naidoo': () =>
      json([{ ...other, due: 399, isAllDue: false, invoiceNumber: null }]),
    'GET /api/users/8/debt': () => json({ owed: 399, credit: 0, takenOn: null, items: [invoice] }),
    'POST /api/admin/payments/3/move': () => json({ ...PAYMENT, userId: 8 }, 201),
  });
  const field = screen.getByRole('combobox', { name: /^Client who made it/ });
  fireEvent.change(field, { target: { value: 'naidoo' } });
  await screen.findByRole('option');
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }));

  expect(await screen.findByText(/^: The client then owes R\s99,00\.$/)).toBeDefined();
  expect(screen.getByText(/^: The client then owes nothing\.$/)).toBeDefined();
  await press('Move payment');
  expect(sent.find(({ route }) => route.endsWith('/move'))?.body).toEqual({
    userId: 8,
    reason: 'Paid too much',
  });
});
