// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { NAMED_INVOICES_FULL, NAMED_INVOICES_MAX } from '#shared/contract/money-limits.ts';
import type { Debt, OpenItem, Payment } from '#shared/contract/payments/ledger-payments.ts';
import { ChosenInvoices } from '#web/features/payments/chosen-invoices.tsx';
import { PaymentDialog } from '#web/features/payments/payment-dialog.tsx';
import {
  entryForInvoice,
  isRecorded,
  likelyAmounts,
  newPayment,
  type PaymentForm,
  paymentForm,
  type ReadyPayment,
} from '#web/features/payments/payment-form.ts';
import { UNREADABLE_AMOUNT } from '#web/lib/forms/amount-entry.ts';
import { dialogSteps } from '../dialog-steps.ts';
import { type Answers, json, openBrowser } from '../screen.tsx';

const owe = (invoiceId: number, amountDue: number): OpenItem => ({
  kind: 'invoice',
  invoiceId,
  number: `INV-2026-00000${invoiceId}`,
  date: '2026-11-01',
  dueDate: '2026-11-08',
  amountDue,
  writtenOff: 0,
});

const CLIENT = { User_Name: 'Thandeka', User_Surname: 'Zulu', User_Org: null, OWNumber: 'OW10011' };

const openDialog = async (debt: Debt, payments: Payment[] = []) => {
  const answers: Answers = {
    'GET /api/users/7/debt': () => json(debt),
    'GET /api/users/7/payments': () => json(payments),
  };
  const browser = await openBrowser(answers);
  browser.show(<PaymentDialog {...dialogSteps()} subject={undefined} userId={7} client={CLIENT} />);
  const preview = await screen.findByRole('region', { name: 'What this payment pays' });
  const type = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}(\\*|$)`)), { target: { value } });

  return { ...browser, answers, type, textOf: () => (preview.textContent ?? '').replace(/\s/g, ' ') };
};

it('the dialog names the client, and fills in their own reference', async () => {
  await openDialog({ owed: 0, credit: 0, takenOn: null, items: [] });

  expect(screen.getByRole('dialog', { name: 'Payment from Thandeka Zulu, OW10011' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Reference').value).toBe('OW10011');
});

it('a press on a likely amount fills it in and leads back to the amount', async () => {
  await openDialog({
    owed: 300,
    credit: 0,
    takenOn: null,
    items: [owe(1, 100), { ...owe(2, 200), dueDate: '2999-01-31' }],
  });
  const amount = screen.getByLabelText<HTMLInputElement>(/^Amount/);
  fireEvent.click(screen.getByRole('button', { name: /^Overdue R\s100,00$/ }));
  expect(amount.value).toBe('100,00');
  fireEvent.click(screen.getByRole('button', { name: /^All R\s300,00$/ }));

  expect(amount.value).toBe('300,00');
  expect(document.activeElement).toBe(amount);
});

it('the overdue part is no likely amount if it is all, nothing, or more than the answer lists', () => {
  const debt = { credit: 0, takenOn: null };
  const labels = (owed: number, items: OpenItem[]) =>
    likelyAmounts({ ...debt, owed, items }, new Date('2026-11-20')).map(({ label }) => label);
  const later = { ...owe(2, 200), dueDate: '2026-12-08' };

  expect(labels(300, [owe(1, 100), later])).toEqual(['All', 'Overdue']);
  expect(labels(100, [owe(1, 100)])).toEqual(['All']);
  expect(labels(200, [later])).toEqual(['All']);
  expect(labels(500, [owe(1, 100)])).toEqual(['All']);
  expect(labels(0, [])).toEqual([]);
});

it('a preview names what each invoice gets, and what the client owes afterwards', async () => {
  const { type, textOf } = await openDialog({
    owed: 300,
    credit: 0,
    takenOn: null,
    items: [owe(1, 100), owe(2, 200)],
  });
  type('Amount', '150,50');

  expect(textOf()).toContain('INV-2026-000001Paid in full, due 2026/11/08R 100,00');
  expect(textOf()).toContain('INV-2026-000002R 149,50 stays owed, due 2026/11/08R 50,50');
  expect(textOf()).toContain('The client then owes R 149,50.');
});

it('a preview says that the debt has changed since the amount was typed, which stays', async () => {
  const debt = { owed: 100, credit: 0, takenOn: null, items: [owe(1, 100)] };
  const { type, textOf, answers, queryClient } = await openDialog(debt);
  type('Amount', '60');
  expect(textOf()).not.toContain('Changed meanwhile');
  answers['GET /api/users/7/debt'] = () => json({ ...debt, owed: 40, items: [owe(1, 40)] });
  await act(() => queryClient.refetchQueries({ queryKey: ['ledger', 'debt'] }));

  await waitFor(() =>
    expect(textOf()).toContain('Changed meanwhile: the client owed R 100,00, and owes R 40,00 now.'),
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('60');
  expect(textOf()).toContain('Credit leftR 20,00');
});

it('a preview adds what is left of a payment to the credit of the client', async () => {
  const { type, textOf } = await openDialog({ owed: 0, credit: 20, takenOn: null, items: [] });
  type('Amount', '100');

  expect(textOf()).toContain('Credit leftR 100,00');
  expect(textOf()).toContain('The client then owes nothing and has R 120,00 credit.');
});

it('a preview gives no credit while items owe that the answer had no room for', async () => {
  const { type, textOf } = await openDialog({ owed: 500, credit: 0, takenOn: null, items: [owe(1, 100)] });
  type('Amount', '450');

  expect(textOf()).toContain('Newer itemsR 350,00');
  expect(textOf()).toContain('The client then owes R 50,00.');
  expect(textOf()).not.toContain('Credit left');
});

it('a preview says by how much chosen invoices get more than the payment', async () => {
  const { type, textOf } = await openDialog({
    owed: 300,
    credit: 0,
    takenOn: null,
    items: [owe(1, 100), owe(2, 200)],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Choose invoices instead' }));
  for (const choice of screen.getAllByRole('checkbox')) {
    fireEvent.click(choice);
  }
  type('Amount', '250');

  expect(textOf()).toContain('Together the invoices get R 50,00 more than the payment.');
});

it('a preview says which invoice was chosen with more than it owes', async () => {
  const { type, textOf } = await openDialog({ owed: 100, credit: 0, takenOn: null, items: [owe(1, 100)] });
  fireEvent.click(screen.getByRole('button', { name: 'Choose invoices instead' }));
  fireEvent.click(screen.getByRole('checkbox'));
  type('Amount for INV-2026-000001', '120');
  type('Amount', '150');

  expect(textOf()).toContain('INV-2026-000001R 20,00 more than it owes');
});

it('a chosen invoice that was paid meanwhile can be left out after the refusal', async () => {
  const paid: Debt = { owed: 200, credit: 0, takenOn: null, items: [owe(2, 200)] };
  const sentence = 'This invoice owes R 0,00.';
  const { type, answers, sent } = await openDialog({
    owed: 300,
    credit: 0,
    takenOn: null,
    items: [owe(1, 100), owe(2, 200)],
  });
  type('Amount', '300');
  fireEvent.click(screen.getByRole('button', { name: 'Choose invoices instead' }));
  for (const choice of screen.getAllByRole('checkbox')) {
    fireEvent.click(choice);
  }
  answers['GET /api/users/7/debt'] = () => json(paid);
  answers['POST /api/admin/users/7/payments'] = () =>
    json({ message: sentence, fields: { 'allocations.0.amount': sentence } }, 422);
  fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave it out' }));

  expect(screen.queryByText(sentence)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));
  await waitFor(() =>
    expect(sent.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body)).toMatchObject([
      {
        allocations: [
          { invoiceId: 1, amount: 100 },
          { invoiceId: 2, amount: 200 },
        ],
      },
      { allocations: [{ invoiceId: 2, amount: 200 }] },
    ]),
  );
});

const FullChoice = () => {
  const form = useForm<PaymentForm, unknown, ReadyPayment>({
    defaultValues: {
      ...newPayment(),
      allocations: Array.from({ length: NAMED_INVOICES_MAX }, (_, index) => ({
        invoiceId: index + 2,
        amount: '1',
      })),
    },
  });

  return <ChosenInvoices form={form} items={[owe(1, 1), owe(2, 1)]} />;
};

it('the choice of invoices ends at the limit and says so, and goes on once one is left out', async () => {
  const { show } = await openBrowser();
  show(<FullChoice />);
  const [other, chosen] = screen.getAllByRole<HTMLInputElement>('checkbox');

  expect(other?.disabled).toBe(true);
  expect(chosen?.disabled).toBe(false);
  expect(screen.getByText(NAMED_INVOICES_FULL)).toBeDefined();
  fireEvent.click(chosen as HTMLInputElement);
  expect(other?.disabled).toBe(false);
  expect(screen.queryByText(NAMED_INVOICES_FULL)).toBeNull();
});

it('a payment of a future day, or without an amount, is not sent, and says so at its field', async () => {
  const { sent, type } = await openDialog({ owed: 100, credit: 0, takenOn: null, items: [owe(1, 100)] });
  expect(screen.queryByText(UNREADABLE_AMOUNT)).toBeNull();
  type('Date', '2999-01-01');
  fireEvent.click(screen.getByRole('button', { name: 'Record payment' }));

  expect(await screen.findByText('The date must not be in the future.')).toBeDefined();
  expect(screen.getByText('Enter an amount such as 1 250,50 or 1250.50')).toBeDefined();
  expect(sent.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
});

it('warnings about an old day and an amount above the debt stand at their fields and do not block', async () => {
  const { type } = await openDialog({ owed: 100, credit: 0, takenOn: null, items: [owe(1, 100)] });
  type('Amount', '101');
  type('Date', '2020-01-31');

  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/more than the client owes/).textContent).toMatch(/1,00/);
  expect(dialog.getByText('More than 90 days ago')).toBeDefined();
});

it('a payment of a closed month says where it will stand before it is recorded, and one of an open day nothing', async () => {
  const { type } = await openDialog({
    owed: 100,
    credit: 0,
    takenOn: null,
    firstOpenDay: '2026-11-01',
    items: [owe(1, 100)],
  });
  type('Date', '2026-10-31');
  const sentence =
    'October 2026 is closed: the payment will stand on 1 November 2026 and keep 31 October as its bank date.';

  expect(await screen.findByText(sentence)).toBeDefined();
  type('Date', '2026-11-01');
  await waitFor(() => expect(screen.queryByText(/is closed/)).toBeNull());
});

const PAYMENT = { kind: 'payment', bankDate: '2026-11-02', amount: 300, reversedAt: null } as const;

it('a payment counts as recorded before if one of its bank date and amount stands', () => {
  expect(isRecorded([PAYMENT], { date: '2026-11-02', amount: 'R 300,00' })).toBe(true);
  expect(isRecorded([PAYMENT], { date: '2026-11-03', amount: '300' })).toBe(false);
  expect(
    isRecorded([{ ...PAYMENT, reversedAt: '2026-11-03T10:00:00Z' }], { date: '2026-11-02', amount: '300' }),
  ).toBe(false);
  expect(isRecorded([{ ...PAYMENT, kind: 'correction' }], { date: '2026-11-02', amount: '300' })).toBe(false);
});

it('a newly chosen invoice gets what it owes, but at most what is left of the payment', () => {
  const form = { ...newPayment(), amount: '150', allocations: [{ invoiceId: 1, amount: '100' }] };

  expect(entryForInvoice(owe(2, 200), form)).toBe('50,00');
  expect(entryForInvoice(owe(2, 20), form)).toBe('20,00');
  expect(entryForInvoice(owe(2, 200), newPayment())).toBe('200,00');
});

it('an amount that cannot be read blocks the form, also that of a chosen invoice', () => {
  const typed = { ...newPayment(), amount: '1,250', allocations: [{ invoiceId: 1, amount: 'ten' }] };

  expect(paymentForm.safeParse(typed).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'amount',
    'allocations.0.amount',
  ]);
});
