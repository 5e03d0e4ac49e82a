import { describe, expect, it } from 'vitest';
import { createInvoice } from '#functions/domain/invoices/invoices.ts';
import { GIVEN_NUMBER } from '#functions/ports/database/invoice-store.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { makeFakeInvoices } from '#test/support/fake-invoices.ts';
import { makeInvoice } from '#test/support/invoices.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const ADMIN = { userId: 1, role: 'admin', sessionId: 'of the admin', address: '198.51.100.7' } as const;
const CLIENT_ID = 7;
const ADDRESS_MISSING =
  "A tax invoice over R\u00a05\u00a0000,00 must show the client's address. Please add it first.";

const open = ({
  address = '12 Long Street' as string | null,
  vatNumber = '4870261234' as string | null,
} = {}) => {
  const { buyer, supplier } = makeInvoice({ buyer: { address }, supplier: { vatNumber } });
  const seller = { supplier, bank: BANK_ACCOUNT, termsDays: 7 };
  const { state, database } = makeFakeInvoices([], [[CLIENT_ID, buyer]]);

  return {
    state,
    supplier,
    issue: (amounts: number[], { userId = CLIENT_ID, now = NOW } = {}) =>
      createInvoice(
        { database, supplier: seller },
        ADMIN,
        {
          userId,
          lineItems: amounts.map((amount, index) => ({ description: `Line ${index}`, amount, quantity: 1 })),
        },
        now,
      ),
  };
};

describe('an invoice', () => {
  it('is issued with its number, its lines in cents, and both parties as they are now', async () => {
    const { state, supplier, issue } = open();
    const invoice = await issue([0.1, 0.2, 1234.56]);

    expect(invoice).toMatchObject({
      invoiceNumber: 'INV-2026-000001',
      status: 'pending',
      totalAmount: 1234.86,
    });
    expect(state.invoices.map(({ issued }) => issued)).toEqual([
      {
        userId: CLIENT_ID,
        year: 2026,
        totalCents: 123_486,
        supplier,
        terms: { layout: 2, vatPercent: 15, bank: BANK_ACCOUNT, termsDays: 7, dueDate: '2026-11-27' },
        lines: [
          { description: 'Line 0', unitCents: 10, quantity: 1, amountCents: 10 },
          { description: 'Line 1', unitCents: 20, quantity: 1, amountCents: 20 },
          { description: 'Line 2', unitCents: 123_456, quantity: 1, amountCents: 123_456 },
        ],
        requires: [],
        audit: { actorId: ADMIN.userId, action: 'invoices.create', address: ADMIN.address },
        activity: `Invoice ${GIVEN_NUMBER} issued for R\u00a01\u00a0234,86`,
        now: NOW,
      },
    ]);
  });

  it('is noted for its client, with its number', async () => {
    const { state, issue } = open();
    await issue([1234.5]);

    expect(state.activities).toEqual([
      {
        userId: CLIENT_ID,
        activityType: 'payment',
        description: 'Invoice INV-2026-000001 issued for R\u00a01\u00a0234,50',
      },
    ]);
  });

  it('counts from 1 in each year of the South African calendar, without a gap', async () => {
    const { issue } = open();
    const issueAt = async (instant: string) => (await issue([1], { now: new Date(instant) })).invoiceNumber;

    expect(await issueAt('2031-12-31T21:59:59Z')).toBe('INV-2031-000001');
    expect(await issueAt('2031-12-31T22:00:00Z')).toBe('INV-2032-000001');
    await expect(issue([1], { userId: 999, now: new Date('2032-02-01T08:00:00Z') })).rejects.toThrow();
    expect(await issueAt('2032-06-01T08:00:00Z')).toBe('INV-2032-000002');
  });

  it('for nobody is refused, and takes no number', async () => {
    const { state, issue } = open();
    const before = structuredClone(state);

    await expect(issue([1], { userId: 999 })).rejects.toMatchObject({
      code: 'not_found',
      message: 'User not found',
    });
    expect(state).toEqual(before);
  });
});

describe("the buyer's address", () => {
  it.each([
    ['one line over R 5 000', [5000.01]],
    ['lines that come to more than R 5 000', [2500, 2500.01]],
  ])('must be known for a tax invoice of %s: it is refused, and no number is taken', async (_, amounts) => {
    const { state, issue } = open({ address: null });
    const before = structuredClone(state);

    await expect(issue(amounts)).rejects.toMatchObject({
      code: 'unprocessable',
      message: ADDRESS_MISSING,
      fields: { User_Address: ADDRESS_MISSING },
    });
    expect(state).toEqual(before);
  });

  it.each([
    ['a tax invoice of R 5 000', [2500, 2500], { address: null }],
    ['an invoice of a supplier without a VAT number', [9000], { address: null, vatNumber: null }],
    ['a tax invoice that shows it', [9000], {}],
  ])('does not stand in the way of %s', async (_, amounts, parties) => {
    const { state, issue } = open(parties);
    await issue(amounts);

    expect(state.invoices).toHaveLength(1);
  });
});
