// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { Payment } from '#shared/contract/payments.ts';
import { PaymentsTab } from '#web/features/payments/payments-tab.tsx';
import { type Answers, json, openBrowser } from './screen.tsx';

const PAYMENT: Payment = {
  id: 3,
  userId: 7,
  date: '2026-11-02',
  amount: 300,
  method: 'eft',
  reference: null,
  note: null,
  allocations: [],
  unallocated: 300,
  reversedAt: null,
  reversalReason: null,
};

const DEBT = { owed: 0, credit: 300, items: [] };

const openTab = async (
  opened: { openForm: 'refund' | undefined; reversedId: number | undefined },
  refusals: Answers,
) => {
  const answers: Answers = {
    'GET /api/users/7/debt': () => json(DEBT),
    'GET /api/users/7/payments': () => json([PAYMENT]),
    ...refusals,
  };
  const { show } = await openBrowser(answers);
  show(<PaymentsTab userId={7} {...opened} onFormClosed={() => undefined} />);
  fireEvent.input(await screen.findByLabelText(/^Reason/), { target: { value: 'Paid too much' } });

  return answers;
};

const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
};

it('a reversal that somebody else was faster with says so, and keeps the typed reason', async () => {
  const answers = await openTab(
    { openForm: undefined, reversedId: 3 },
    {
      'POST /api/admin/payments/3/reversal': () =>
        json({ message: 'This payment is reversed already.' }, 409),
    },
  );
  answers['GET /api/users/7/payments'] = () =>
    json([{ ...PAYMENT, reversedAt: '2026-11-23T10:00:00.000Z', reversalReason: 'Returned' }]);
  await press('Reverse payment');
  await screen.findByText('Returned');

  expect(screen.getByText('This payment is reversed already.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Paid too much');
});

it('a refund of credit that is gone meanwhile says so at the amount, and keeps the typed reason', async () => {
  const sentence = 'The client has less credit than that.';
  const answers = await openTab(
    { openForm: 'refund', reversedId: undefined },
    {
      'POST /api/admin/users/7/refunds': () => json({ message: sentence, fields: { amount: sentence } }, 422),
    },
  );
  answers['GET /api/users/7/debt'] = () => json({ ...DEBT, credit: 0 });
  await press('Record refund');
  await screen.findByText('The client has no credit that could be paid back.');

  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Paid too much');
});

const NEWEST = 200;
const pageBefore = (before: number): Payment[] =>
  Array.from({ length: PAYMENTS_SHOWN }, (_, index) => ({ ...PAYMENT, id: before - 1 - index }));

/** The pages of a client with two pages and one payment more. */
const PAGES: Answers = {
  'GET /api/users/7/debt': () => json(DEBT),
  'GET /api/users/7/payments': () => json(pageBefore(NEWEST)),
  'GET /api/users/7/payments?before=150': () => json(pageBefore(150)),
  'GET /api/users/7/payments?before=100': () => json([{ ...PAYMENT, id: 99, amount: 41 }]),
};

it('the last page of older payments gives the focus to its first payment', async () => {
  const { show } = await openBrowser(PAGES);
  show(<PaymentsTab userId={7} openForm={undefined} reversedId={undefined} onFormClosed={() => undefined} />);
  const button = await screen.findByRole('button', { name: 'Show older payments' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(screen.getAllByText('EFT')).toHaveLength(2 * PAYMENTS_SHOWN));
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  await waitFor(() => expect(button.isConnected).toBe(false));

  expect(document.activeElement?.getAttribute('data-payment')).toBe('99');
});
