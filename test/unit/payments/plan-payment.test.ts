import { expect, it } from 'vitest';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { planPayment } from '#shared/invoices/plan-payment.ts';

const owe = (invoiceId: number | null, amountDue: number): OpenItem => ({
  kind: invoiceId === null ? 'opening' : 'invoice',
  invoiceId,
  number: invoiceId === null ? null : `INV-2026-00000${invoiceId}`,
  date: '2026-11-01',
  dueDate: null,
  amountDue,
  writtenOff: 0,
});

const ITEMS = [owe(1, 100), owe(null, 50.55), owe(2, 200)];

const paidOf = ({ parts }: ReturnType<typeof planPayment>) =>
  parts.map(({ item, cents }) => [item.invoiceId, cents]);

it('a payment pays what is due in its order, and the rest is credit', () => {
  const part = planPayment(ITEMS, 12_000);
  const more = planPayment(ITEMS, 40_000);

  expect([paidOf(part), part.creditCents]).toEqual([
    [
      [1, 10_000],
      [null, 2000],
    ],
    0,
  ]);
  expect([paidOf(more), more.creditCents]).toEqual([
    [
      [1, 10_000],
      [null, 5055],
      [2, 20_000],
    ],
    4945,
  ]);
});

it('a payment pays the named invoices before what is due longer', () => {
  const plan = planPayment(ITEMS, 16_000, new Map([[2, 15_000]]));

  expect(paidOf(plan)).toEqual([
    [1, 1000],
    [2, 15_000],
  ]);
  expect(plan.creditCents).toBe(0);
});

it('a payment to a client who owes nothing is credit', () => {
  expect(planPayment([], 500)).toEqual({ parts: [], recoveredCents: 0, creditCents: 500 });
});

it('a payment recovers what is written off only of the item that it names', () => {
  const items = [owe(1, 100), { ...owe(2, 40), writtenOff: 60 }, { ...owe(null, 0), writtenOff: 30 }];

  const unnamed = planPayment(items, 20_000);
  const named = planPayment(
    items,
    20_000,
    new Map([
      [2, 10_000],
      [null, 3000],
    ]),
  );

  expect([paidOf(unnamed), unnamed.recoveredCents, unnamed.creditCents]).toEqual([
    [
      [1, 10_000],
      [2, 4000],
    ],
    0,
    6000,
  ]);
  expect([paidOf(named), named.recoveredCents, named.creditCents]).toEqual([
    [
      [1, 7000],
      [2, 10_000],
      [null, 3000],
    ],
    9000,
    0,
  ]);
});
