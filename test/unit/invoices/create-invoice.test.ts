import { describe, expect, it } from 'vitest';
import { createInvoice, readBillingDetails } from '#functions/domain/invoices/create-invoice.ts';
import type {
  InvoiceStore,
  IssuedWith,
  NewInvoice,
} from '#functions/ports/database/invoices/invoice-store.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { makeInvoice } from '#test/support/invoices/invoices.ts';
import { SELLER } from '#test/support/provider.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';

const CLIENT_ID = 7;
const INVOICE = {
  id: 12,
  invoiceNumber: 'INV-2026-000012',
  createdAt: '2026-11-20T08:00:00.000Z',
  totalAmount: 1,
  fileName: null,
  dueDate: '2026-11-27',
  reference: 'OW10007',
} as const;
const ISSUED = { invoice: INVOICE, missing: [] };

interface Order {
  answer?: Awaited<ReturnType<InvoiceStore['issue']>>[number];
  vatNumber?: string | null;
  registeredFrom?: string;
  at?: string;
  settled?: Awaited<ReturnType<LedgerStore['settle']>>;
}

/** Orders an invoice with one line for each amount, from a database that answers as given. */
const order = (amounts: number[], change: Order = {}) => {
  const { answer, vatNumber, registeredFrom, at, settled } = {
    answer: ISSUED,
    vatNumber: '4870261234',
    registeredFrom: null,
    at: '2026-11-20T08:00:00Z',
    settled: [],
    ...change,
  };
  const { supplier } = makeInvoice({ supplier: { vatNumber } });
  const issued: (NewInvoice & IssuedWith)[] = [];
  const noted: RequestNote[] = [];
  const issue: InvoiceStore['issue'] = async (invoices, common) => {
    issued.push(...invoices.map((invoice) => ({ ...invoice, ...common })));

    return [answer];
  };

  return {
    issued,
    noted,
    supplier,
    issuing: createInvoice(
      {
        database: stubDatabase({
          invoices: { issue },
          ledger: { lock: async () => 'client' as const, settle: async () => settled },
        }),
        supplier: { supplier, registeredFrom, bank: BANK_ACCOUNT, termsDays: 7 },
        mailSettings: { isOn: false },
        note: (note) => void noted.push(note),
      },
      ADMIN,
      {
        userId: CLIENT_ID,
        lineItems: amounts.map((amount, index) => ({ description: `Line ${index}`, amount, quantity: 1 })),
      },
      new Date(at),
    ),
  };
};

describe('an invoice', () => {
  it('an invoice is issued with its lines in cents, their sum, its terms, and the current supplier', async () => {
    const { issued, noted, supplier, issuing } = order([0.1, 0.2, 1234.56]);

    expect(await issuing).toEqual({
      ...INVOICE,
      status: 'pending',
      amountDue: 1234.86,
      credited: 0,
      writtenOff: 0,
    });
    expect(noted).toEqual([{ invoice: { id: 12, number: 'INV-2026-000012' }, clients: [CLIENT_ID] }]);
    expect(issued).toEqual([
      {
        userId: CLIENT_ID,
        year: 2026,
        totalCents: 123_486,
        supplier,
        vatCents: 16_107,
        terms: { layout: 3, vatPercent: 15, bank: BANK_ACCOUNT, termsDays: 7, dueDate: '2026-11-27' },
        lines: [
          { description: 'Line 0', unitCents: 10, quantity: 1, amountCents: 10 },
          { description: 'Line 1', unitCents: 20, quantity: 1, amountCents: 20 },
          { description: 'Line 2', unitCents: 123_456, quantity: 1, amountCents: 123_456 },
        ],
        requires: [],
        audit: { actorId: ADMIN.userId, action: 'invoices.create', address: ADMIN.address },
        ordersMail: false,
        lane: null,
        activity: { before: 'Invoice ', after: ' issued for R\u00a01\u00a0234,86' },
        now: new Date('2026-11-20T08:00:00Z'),
      },
    ]);
  });

  it.each([
    ['2031-12-31T21:59:59Z', 2031],
    ['2031-12-31T22:00:00Z', 2032],
  ])('an invoice issued at %s counts in %d, the year of the South African calendar', async (at, year) => {
    const { issued, issuing } = order([1], { at });
    await issuing;

    expect(issued).toMatchObject([{ year }]);
  });

  it.each([
    ['a part of it', 1_000, { status: 'pending', amountDue: 5 }],
    ['all of it', 1_500, { status: 'paid', amountDue: 0 }],
  ])('an invoice of which credit pays %s answers what is left', async (_, amountCents, left) => {
    const older = {
      kind: 'invoice' as const,
      invoiceId: 11,
      invoiceNumber: 'INV-2026-000011',
      amountCents: 1_500,
    };
    const settled = [
      older,
      { ...older, invoiceId: INVOICE.id, invoiceNumber: INVOICE.invoiceNumber, amountCents },
    ];

    expect(await order([15], { settled }).issuing).toMatchObject(left);
  });

  it.each([
    ['2031-02-28T21:59:59Z', null, null],
    ['2031-02-28T22:00:00Z', '4870261234', 1_500],
  ])(
    'an invoice at %s bears the VAT number only from the first day of registration on',
    async (at, vatNumber, vatCents) => {
      const { issued, issuing } = order([115], { at, registeredFrom: '2031-03-01' });
      await issuing;

      expect(issued).toMatchObject([{ supplier: { vatNumber }, vatCents }]);
    },
  );

  it('billing details say what an invoice of now would be: a tax invoice from the first day of registration on', () => {
    const seller = {
      ...SELLER,
      supplier: { ...SELLER.supplier, vatNumber: '4870261234' },
      registeredFrom: '2031-03-01',
    };

    expect(readBillingDetails(seller, new Date('2031-02-28T21:59:59Z')).isTaxInvoice).toBe(false);
    expect(readBillingDetails(seller, new Date('2031-02-28T22:00:00Z')).isTaxInvoice).toBe(true);
  });

  it('an invoice for an unknown client is refused', async () => {
    await expect(order([1], { answer: undefined }).issuing).rejects.toMatchObject({
      code: 'not_found',
      message: 'User not found',
    });
  });
});

describe("the buyer's name and address", () => {
  it.each([
    ["requires the buyer's name and address for one line over R 5 000", [5000.01], {}, ['name', 'address']],
    [
      "requires the buyer's name and address for lines whose sum is over R 5 000",
      [2500, 2500.01],
      {},
      ['name', 'address'],
    ],
    ["does not require the buyer's name and address for R 5 000", [2500, 2500], {}, []],
    [
      "never requires the buyer's name and address if the supplier has no VAT number",
      [9000],
      { vatNumber: null },
      [],
    ],
    [
      "does not require the buyer's name and address before the first day of registration",
      [9000],
      { registeredFrom: '2026-11-21' },
      [],
    ],
  ])('an invoice %s', async (_, amounts, seller, requires) => {
    const { issued, issuing } = order(amounts, seller);
    await issuing;

    expect(issued).toMatchObject([{ requires }]);
  });

  it('an invoice without the required name and address is refused at these fields', async () => {
    const { issuing } = order([9000], { answer: { invoice: undefined, missing: ['name', 'address'] } });
    const [name, address] = ['name', 'address'].map(
      (part) =>
        `A tax invoice over R\u00a05\u00a0000,00 must show the client's ${part}. Please add it first.`,
    );

    await expect(issuing).rejects.toMatchObject({
      code: 'unprocessable',
      message: `${name} ${address}`,
      fields: { User_Name: name, User_Address: address },
    });
  });
});
