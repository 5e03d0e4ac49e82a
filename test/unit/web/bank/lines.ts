import type { BankForecast, BankLine, BankProposal } from '#shared/contract/bank/bank-lines.ts';

export const proposalOf = (
  userId: number,
  name: string,
  change: Partial<BankProposal> = {},
): BankProposal => ({
  userId,
  OWNumber: `OW100${userId}`,
  name,
  company: null,
  reasons: ['OW number'],
  paymentId: null,
  newcomer: null,
  ...change,
});

export const NAIDOO = proposalOf(11, 'Naidoo');
export const ZULU = proposalOf(12, 'Zulu');

/** An open line of 23 November that is likely Naidoo's, as the portal answers it. */
export const lineOf = (id: number, change: Partial<BankLine> = {}): BankLine => ({
  id,
  fileId: 7,
  date: '2026-11-23',
  description: `MAGTAPE CREDIT ${id}`,
  reference: null,
  amount: 450,
  state: 'likely',
  bookableFrom: null,
  standsOn: null,
  perhaps: null,
  perhapsPaymentId: null,
  proposals: [NAIDOO],
  paymentIds: [],
  booked: [],
  isOrdered: false,
  bookedBy: null,
  bookedAt: null,
  ...change,
});

/** A line after it was booked for one client. */
export const bookedLine = (id: number, client = NAIDOO, change: Partial<BankLine> = {}): BankLine => {
  const { userId, OWNumber, name, company } = client;
  const amount = change.amount ?? 450;

  return lineOf(id, {
    state: 'booked',
    paymentIds: [900 + id],
    booked: [{ paymentId: 900 + id, userId, OWNumber, name, company, amount }],
    bookedBy: 'Lerato Khumalo',
    bookedAt: new Date().toISOString(),
    ...change,
  });
};

export const forecastOf = (userId: number): BankForecast => ({
  userId,
  allocations: [
    { kind: 'invoice', invoiceId: 5, invoiceNumber: 'INV-2026-000012', amount: 399, recovered: 0 },
  ],
  unallocated: 51,
  due: 399,
  dueAfter: 0,
  reverses: [],
});
