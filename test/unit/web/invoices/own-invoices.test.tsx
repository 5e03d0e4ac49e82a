// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Debt, OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter, formatDay } from '#shared/dates.ts';
import { makeOwnUser } from '#test/support/users/made-users.ts';
import { AmountOwed } from '#web/features/invoices/own/amount-owed.tsx';
import { OpenInvoices } from '#web/features/invoices/own/own-open-invoices.tsx';
import { PaidInvoices } from '#web/features/invoices/own/paid-invoices.tsx';
import { json, openBrowser } from '../screen.tsx';

const IN_3_DAYS = dayAfter(new Date(), 3);
const YESTERDAY = dayAfter(new Date(), -1);
const CLIENT = makeOwnUser({ User_Id: 7, OWNumber: 'OW10007', emailVerified: true });

const invoice = (id: number, change: Partial<Invoice> = {}): Invoice => ({
  id,
  invoiceNumber: `INV-2026-00000${id}`,
  status: 'pending',
  createdAt: '2026-11-13T08:00:00.000Z',
  totalAmount: 397,
  amountDue: 397,
  credited: 0,
  writtenOff: 0,
  fileName: null,
  dueDate: IN_3_DAYS,
  reference: 'OW10007',
  ...change,
});

const item = (id: number, change: Partial<OpenItem> = {}): OpenItem => ({
  kind: 'invoice',
  invoiceId: id,
  number: `INV-2026-00000${id}`,
  date: '2026-11-13',
  dueDate: IN_3_DAYS,
  amountDue: 397,
  writtenOff: 0,
  ...change,
});

const debtOf = (items: OpenItem[], credit = 0): Debt => ({
  owed: items.reduce((sum, { amountDue }) => sum + amountDue, 0),
  credit,
  takenOn: null,
  items,
});

const UNREACHABLE = () => json({ message: 'The database is not there.' }, 503);

const showMoney = async (
  debt: Debt | 'unreachable',
  {
    invoices = [],
    shown = <AmountOwed user={CLIENT} on="invoices" />,
    billing = () => json({ isTaxInvoice: false, termsDays: 7, bank: BANK_ACCOUNT }),
  }: { invoices?: Invoice[]; shown?: ReactElement; billing?: () => Response } = {},
) => {
  const { show, queryClient, router, sent } = await openBrowser({
    'GET /api/users/7/invoices': () => json(invoices),
    'GET /api/users/7/debt': debt === 'unreachable' ? UNREACHABLE : () => json(debt),
    'GET /api/billing-details': billing,
  });
  // The code of what opens by a press, or after the list.
  await act(async () => show(shown));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryByRole('status', { name: /^Loading/ })).toBeNull());
  const openHowToPay = async () => {
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'How to pay' })));
    await screen.findByText('Your payment reference');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  };

  return {
    router,
    sent,
    openHowToPay,
    readCard: () => within(screen.getByRole('region', { name: 'What is due' })),
    text: () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '',
  };
};

const watchClipboard = () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } });

  return copied;
};

it('a client who owes nothing still finds the bank details by the act that asks for them', async () => {
  const { router } = await showMoney(debtOf([]));
  await screen.findByText('Nothing is due');
  expect(screen.queryByRole('region', { name: 'How to pay' })).toBeNull();
  await act(() => router.navigate({ to: '/client', search: { pay: true } }));

  expect(await screen.findByRole('region', { name: 'How to pay' })).toBeDefined();
});

it('a client sees the amount owed, since when a part is overdue, what is due next, and how to pay', async () => {
  const { readCard, openHowToPay, sent, text } = await showMoney(
    debtOf([item(3, { dueDate: YESTERDAY }), item(4), item(5, { dueDate: dayAfter(new Date(), 9) })]),
  );

  expect(readCard().getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ')).toBe(
    'You owe R 1 191,00',
  );
  expect(text()).toContain(`R 397,00 overdue since ${formatDay(YESTERDAY, new Date())}`);
  expect(text()).toContain(`Next due ${formatDay(IN_3_DAYS, new Date())} (in 3 days), R 397,00`);
  expect(sent.map(({ route }) => route)).toEqual(['GET /api/users/7/debt']);

  await openHowToPay();
  for (const detail of Object.values(BANK_ACCOUNT)) {
    expect(readCard().getByText(detail)).toBeTruthy();
  }
});

const DETAILS = [
  `Account name: ${BANK_ACCOUNT.accountName}`,
  `Bank: ${BANK_ACCOUNT.bankName}`,
  `Branch code: ${BANK_ACCOUNT.branchCode}`,
  `Account number: ${BANK_ACCOUNT.accountNumber.replaceAll(' ', '')}`,
  `Account type: ${BANK_ACCOUNT.accountType}`,
  'Reference: OW10007',
];

it('a client copies their reference, which is the OW number, or all that a bank asks for with the amount', async () => {
  const copied = watchClipboard();
  const { readCard, openHowToPay } = await showMoney(debtOf([item(2), item(3)]));
  await openHowToPay();

  fireEvent.click(readCard().getByRole('button', { name: 'Copy reference OW10007' }));
  fireEvent.click(readCard().getByRole('button', { name: 'Copy all details' }));
  await waitFor(() => expect(copied).toHaveLength(2));
  expect(copied[0]).toBe('OW10007');
  expect(copied[1]?.split('\n')).toEqual([...DETAILS, 'Amount: R 794,00']);
});

it('a client of whose debt a part is overdue chooses between that part and all of it, each with its details', async () => {
  const copied = watchClipboard();
  const { readCard, openHowToPay } = await showMoney(
    debtOf([item(2, { dueDate: YESTERDAY, amountDue: 163 }), item(3, { amountDue: 1037 })]),
  );
  await openHowToPay();
  const amounts = within(readCard().getByRole('list', { name: 'Amounts to pay' })).getAllByRole('listitem');
  const buttons = readCard().getAllByRole('button', { name: /^Copy details/ });

  expect(amounts.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^OverdueR 163,00/),
    expect.stringMatching(/^AllR 1 200,00/),
  ]);
  for (const button of buttons) {
    fireEvent.click(button);
  }
  await waitFor(() => expect(copied).toHaveLength(2));
  expect(copied.map((text) => text.split('\n'))).toEqual([
    [...DETAILS, 'Amount: R 163,00'],
    [...DETAILS, 'Amount: R 1 200,00'],
  ]);
});

it.each([
  ['is promised a mail', {}, 'Shows here 1 to 2 working days after you pay; we mail you.'],
  ['whose address is not verified is promised none', { emailVerified: false }, 'after you pay.'],
  ['whose address is blocked is promised none', { mail: 'blocked' }, 'after you pay.'],
  ['who switched our mails off is promised none', { mailsAreOn: false }, 'after you pay.'],
  ['of a portal without mail is promised none', { mail: 'off' }, 'after you pay.'],
] as const)('a client %s about a payment', async (_, change, sentence) => {
  const { openHowToPay, text } = await showMoney(debtOf([item(1)]), {
    shown: <AmountOwed user={{ ...CLIENT, ...change }} on="dashboard" />,
  });
  await openHowToPay();

  expect(text()).toContain(sentence);
});

it('a client sees each thing that is owed once: the invoices by their due day, then what has no invoice', async () => {
  const without = { invoiceId: null, number: null, dueDate: null };
  await showMoney(
    debtOf([
      item(2, { ...without, kind: 'opening', date: '2024-03-01', amountDue: 50 }),
      item(3, { ...without, kind: 'refund', date: YESTERDAY, amountDue: 20 }),
      item(4),
    ]),
    {
      shown: <OpenInvoices userId={7} />,
      invoices: [
        invoice(5, { status: 'paid', dueDate: YESTERDAY }),
        invoice(4, { amountDue: 97 }),
        invoice(3, { dueDate: '2024-03-02' }),
        invoice(1, { status: 'void' }),
      ],
    },
  );
  await screen.findByText('Opening balance');

  const items = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(items).toEqual([
    expect.stringMatching(/^INV-2026-000003Overdue since 2 Mar 2024R 397,00$/),
    expect.stringMatching(/^INV-2026-000004Due .*R 397,00R 97,00 still due$/),
    expect.stringMatching(/^Opening balanceOverdue since 1 Mar 2024R 50,00/),
    expect.stringMatching(/^Refund, owed againOverdue since .*R 20,00/),
  ]);
});

it('paid and void invoices are folded by years in Johannesburg, of which only the newest is open', async () => {
  await showMoney(debtOf([]), {
    shown: <PaidInvoices userId={7} />,
    invoices: [
      invoice(5),
      invoice(4, { status: 'paid', createdAt: '2025-12-31T22:30:00.000Z' }),
      invoice(3, { status: 'void', createdAt: '2025-12-31T21:30:00.000Z' }),
      invoice(2, { status: 'paid', createdAt: '2025-02-01T08:00:00.000Z' }),
    ],
  });
  const readNumbers = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 15));
  expect(readNumbers()).toEqual(['INV-2026-000004']);

  const older = screen.getByRole('button', { name: '2025 2 invoices' });
  expect(older.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(older);
  expect(readNumbers()).toEqual(['INV-2026-000004', 'INV-2026-000003', 'INV-2026-000002']);
});

it.each([true, false])(
  'a failed read of what is owed offers another try, and the bank account all the same (on the dashboard: %s)',
  async (isOnDashboard) => {
    const { readCard } = await showMoney('unreachable', {
      shown: <AmountOwed user={CLIENT} on={isOnDashboard ? 'dashboard' : 'invoices'} />,
    });

    expect(readCard().getByRole('alert').textContent).toContain('What you owe could not be read');
    expect(readCard().getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(await readCard().findByText(BANK_ACCOUNT.accountNumber)).toBeTruthy();
  },
);

it('a client whose bank details cannot be read still reads the reference', async () => {
  const { readCard, openHowToPay } = await showMoney(debtOf([item(1)]), { billing: UNREACHABLE });
  await openHowToPay();

  expect(readCard().getByRole('alert').textContent).toContain('The bank details could not be read');
  expect(readCard().getByText('OW10007')).toBeTruthy();
});

it.each([
  [120, 'You have R 120,00 credit', 'Nothing is owed. Your credit pays your next invoice.'],
  [0, 'Nothing is due', 'You have no open invoice.'],
])(
  'a client who owes nothing and has R %s credit reads that, and no way to pay',
  async (credit, title, detail) => {
    const { readCard, text } = await showMoney(debtOf([], credit));

    expect(readCard().getByRole('heading', { level: 2 }).textContent?.replaceAll('\u00a0', ' ')).toBe(title);
    expect(text()).toContain(detail);
    expect(screen.queryByRole('button', { name: 'How to pay' })).toBeNull();
  },
);

it("'Nothing is due' waits until it is known whether anything was ever billed, and an amount does not", async () => {
  const { show } = await openBrowser({
    'GET /api/users/7/debt': () => json(debtOf([])),
    'GET /api/users/8/debt': () => json(debtOf([item(1)])),
  });
  show(
    <>
      <AmountOwed user={CLIENT} on="dashboard" isHeld />
      <AmountOwed user={{ ...CLIENT, User_Id: 8 }} on="dashboard" isHeld />
    </>,
  );

  expect(await screen.findByRole('heading', { name: /^You owe/ })).toBeTruthy();
  expect(screen.queryByText('Nothing is due')).toBeNull();
});

it('an open item without a due date is overdue from the day after its date, as in the statement', async () => {
  const { text } = await showMoney(debtOf([item(1, { dueDate: null, date: YESTERDAY })]));

  expect(text()).toContain(`All of it overdue since ${formatDay(YESTERDAY, new Date())}`);
});

it.each([
  [YESTERDAY, 'Overdue since'],
  [IN_3_DAYS, 'Due'],
])(
  'an invoice that is written off is open for its client, and overdue only after its day: %s',
  async (dueDate, due) => {
    const { text } = await showMoney(debtOf([]), {
      invoices: [invoice(1, { amountDue: 0, writtenOff: 97, dueDate })],
      shown: <OpenInvoices userId={7} />,
    });

    expect(text()).toContain('No longer in our books, still payable');
    expect(text()).toContain('R 97,00 still payable');
    expect(text()).toContain(`${due} ${formatDay(dueDate, new Date())}`);
    expect(text()).not.toContain(dueDate === IN_3_DAYS ? 'Overdue' : 'ritten off');
  },
);

it.each(['dashboard', 'invoices'] as const)(
  'who owes nothing in our books reads on the page %s what is still payable and how to pay it',
  async (on) => {
    const { text, openHowToPay } = await showMoney(
      debtOf([
        item(1, { amountDue: 0, writtenOff: 337 }),
        item(2, { amountDue: 0, writtenOff: 100, kind: 'opening' }),
      ]),
      { shown: <AmountOwed user={CLIENT} on={on} /> },
    );

    expect(text()).toContain('R 437,00 of an older invoice and the opening balance is still payable');
    expect(text()).toContain('Nothing is due in our books.');
    expect(text()).not.toContain('no open invoice');
    await openHowToPay();
    expect(screen.getByText(BANK_ACCOUNT.bankName)).toBeTruthy();
  },
);

it('what is written off is in no amount that is owed, overdue or due next', async () => {
  const { text } = await showMoney(
    debtOf([
      item(1, { amountDue: 50, dueDate: IN_3_DAYS }),
      item(2, { amountDue: 0, writtenOff: 337, dueDate: YESTERDAY }),
    ]),
  );

  expect(text()).toContain('You owe R 50,00');
  expect(text()).toContain('R 337,00 of an older invoice is still payable.');
  expect(text()).not.toContain('overdue');
});

it.each([
  [{ kind: 'opening', amountDue: 0, writtenOff: 30 }, 'R 30,00still payable'],
  [{ kind: 'refund', amountDue: 20, writtenOff: 30 }, 'R 20,00R 30,00 still payable'],
] as const)(
  'what is written off without an invoice is listed for its client: %o',
  async (change, amounts) => {
    const { text } = await showMoney(debtOf([item(1, { ...change, invoiceId: null, number: null })]), {
      shown: <OpenInvoices userId={7} />,
      invoices: [invoice(1, { status: 'paid', amountDue: 0 })],
    });

    await waitFor(() => expect(text()).toContain(amounts));
    expect(text()).toContain('No longer in our books, still payable');
  },
);

it('an invoice that is credited in full is settled and reads Credited', async () => {
  const { text } = await showMoney(debtOf([]), {
    invoices: [invoice(1, { status: 'void', amountDue: 0, credited: 397 })],
    shown: <PaidInvoices userId={7} />,
  });

  expect(text()).toContain('Credited');
  expect(text().toLowerCase()).not.toContain('void');
});
