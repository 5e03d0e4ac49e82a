import { describe, expect, it } from 'vitest';
import type { SeedEvent } from '#local/seed/book.ts';
import { CLIENT_EMAIL } from '#local/seed/demo-accounts.ts';
import { makeSeed, type SeedData } from '#local/seed/seed.ts';
import { PAYMENT_TERMS_DAYS } from '#shared/brand.ts';
import { dayAfter } from '#shared/dates.ts';
import { centsFromDecimal, lineCents } from '#shared/money.ts';
import {
  type Account,
  balanceOf,
  creditNote,
  creditOf,
  dueOf,
  type Item,
  issue,
  makeAccount,
  pay,
  refund,
  reverse,
  takeOn,
  writeOff,
} from '#test/judge/books.ts';

const seed = makeSeed({ clients: 250, now: new Date('2026-11-20T10:00:00Z') });
const ofKind = <Kind extends SeedEvent['kind']>(kind: Kind) =>
  seed.money.filter((event): event is SeedEvent & { kind: Kind } => event.kind === kind);

const ofDemoClient = ({ users, money }: SeedData) => {
  const number = users.find(({ User_Email }) => User_Email === CLIENT_EMAIL)?.OWNumber ?? '';

  return { number, events: money.filter(({ owNumber }) => owNumber === number) };
};

/** Replays what happened to a client in the judge's books. */
const replay = ({ users, money }: SeedData, owNumber: string): Account => {
  const account = makeAccount(0);
  const worldOf = (day: string) => ({ today: day, firstOpenDay: '', vatNumber: null, termsDays: 0 });
  const openingCents = centsFromDecimal(
    users.find(({ OWNumber }) => OWNumber === owNumber)?.User_Debit ?? '0.00',
  );
  takeOn(account, worldOf('2020-01-01'), openingCents, '2020-01-01', null);
  const newest = (kind: Item['kind']) => account.items.findLast((item) => item.kind === kind) as Item;

  for (const event of money.filter((one) => one.owNumber === owNumber)) {
    const world = worldOf(dayAfter(new Date(event.at), 0));
    switch (event.kind) {
      case 'invoice': {
        const dueDay = dayAfter(new Date(event.at), PAYMENT_TERMS_DAYS);
        const cents = event.lines.reduce((sum, line) => sum + lineCents(line), 0);
        issue(account, world, { id: 0, number: `INV-${account.items.length}`, cents, dueDay });
        break;
      }
      case 'payment': {
        const named = event.paysNewest ? [{ item: newest('invoice'), cents: event.cents }] : [];
        pay(account, world, { id: 0, bankDay: world.today, cents: event.cents, named, replaces: null });
        break;
      }
      case 'refund':
        refund(account, world, event.cents);
        break;
      case 'credit-note':
        creditNote(account, world, newest('invoice'), { id: 0, number: '', cents: event.cents });
        break;
      case 'write-off':
        writeOff(account, world, newest('invoice'), event.cents);
        break;
      case 'reversal':
        reverse(account, world, newest('payment'));
        break;
    }
  }

  return account;
};

/** Returns what is due of the invoices that are not paid, with the day on which they were due. */
const readUnpaid = (data: SeedData, owNumber: string) => {
  const account = replay(data, owNumber);

  return account.items
    .filter((item) => item.kind === 'invoice' && dueOf(account, item) > 0)
    .map((item) => ({ day: item.dueDay ?? '', dueCents: dueOf(account, item) }));
};

const owesOpening = (account: Account) =>
  account.items.some((item) => item.kind === 'opening' && dueOf(account, item) > 0);

describe('the money of the demo data', () => {
  it('the demo client has an invoice in each of the last 24 months, and a payment for nearly every one', () => {
    const { events } = ofDemoClient(seed);
    const monthsOf = (kind: SeedEvent['kind']) =>
      new Set(events.filter((event) => event.kind === kind).map(({ at }) => at.slice(0, 7)));

    expect(monthsOf('invoice').size).toBeGreaterThanOrEqual(24);
    expect(monthsOf('payment').size).toBeGreaterThanOrEqual(23);
  });

  it('each month of a service is on one invoice of the demo data, with its days', () => {
    const billed = ofKind('invoice').flatMap(({ lines }) =>
      lines.flatMap(({ service, from, to }) => (service ? [{ service, from, to }] : [])),
    );
    const months = billed.map(({ service, from }) => `${seed.services.indexOf(service)} ${from}`);

    expect(billed.length).toBeGreaterThan(50);
    expect(new Set(months).size).toBe(months.length);
    expect(billed.filter(({ from = '', to = '' }) => !from.endsWith('-01') || to < from)).toEqual([]);
  });

  it('what happens in the demo data is in the order of time, and each invoice has lines with amounts', () => {
    const moments = seed.money.map(({ at }) => Date.parse(at));

    expect(moments).toEqual(moments.toSorted((one, other) => one - other));
    for (const { lines } of ofKind('invoice')) {
      expect(lines.map(lineCents).filter((cents) => cents <= 0)).toEqual([]);
      expect(lines).not.toEqual([]);
    }
  });

  it.each([
    '2026-11-20T10:00:00Z',
    '2026-12-01T00:00:30Z',
    '2026-12-03T05:00:00Z',
    '2026-12-03T07:00:00Z',
    '2027-03-01T09:00:00Z',
  ])(
    'the demo client owes a part of one overdue invoice, and a whole one that is not due yet, at %s',
    (at) => {
      const now = new Date(at);
      const data = makeSeed({ clients: 250, now });
      const { number, events } = ofDemoClient(data);
      const unpaid = readUnpaid(data, number);
      const totals = events.flatMap((event) =>
        event.kind === 'invoice' ? [event.lines.reduce((sum, line) => sum + lineCents(line), 0)] : [],
      );

      expect(unpaid.map(({ day }) => day < dayAfter(now, 0))).toEqual([true, false]);
      expect(totals).not.toContain(unpaid[0]?.dueCents);
      expect(totals.at(-1)).toBe(unpaid[1]?.dueCents);
    },
  );

  it('the demo data has clients with debts of several ages, with credit, and with an old balance and an invoice', () => {
    const numbers = new Set(seed.money.map(({ owNumber }) => owNumber));
    const clients = [...numbers].map((number) => ({
      account: replay(seed, number),
      unpaid: readUnpaid(seed, number),
    }));
    const months = new Set(clients.flatMap(({ unpaid }) => unpaid.map(({ day }) => day.slice(0, 7))));

    expect(months.size).toBeGreaterThanOrEqual(6);
    expect(clients.some(({ account }) => creditOf(account) > 0)).toBe(true);
    expect(clients.some(({ account, unpaid }) => owesOpening(account) && unpaid.length > 0)).toBe(true);
  });

  it('the demo data has a payment that was reversed, a refund within the credit, notes and a write-off', () => {
    expect(ofKind('reversal').length).toBeGreaterThan(1);
    expect(ofKind('credit-note')).toHaveLength(2);
    expect(ofKind('write-off')).toHaveLength(1);
    const [refunded] = ofKind('refund');
    const account = replay(seed, refunded?.owNumber ?? '');

    expect(refunded?.cents).toBeGreaterThan(0);
    expect(balanceOf(account)).toBe(0);
  });

  it('some invoice lines of the demo data have quantities above one, and some have fractions', () => {
    const quantities = ofKind('invoice').flatMap(({ lines }) => lines.map(({ quantity }) => quantity));

    expect(quantities.filter((quantity) => quantity > 1).length).toBeGreaterThan(3);
    expect(quantities.filter((quantity) => !Number.isInteger(quantity))).not.toEqual([]);
  });

  it('only clients that the browser tests share have invoices', () => {
    const sharedNumbers = new Set(seed.users.slice(0, 19).map(({ OWNumber }) => OWNumber));

    expect(seed.money.filter(({ owNumber }) => !sharedNumbers.has(owNumber))).toEqual([]);
  });
});
