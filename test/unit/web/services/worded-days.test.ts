import { describe, expect, it } from 'vitest';
import type { Service } from '#shared/contract/services.ts';
import { serviceBodyOf, serviceForm, serviceFormValues } from '#web/features/services/service-fields.ts';
import {
  changePrices,
  followStatus,
  noticeEnd,
  sayFirstDay,
  sayLastDay,
  sayNotice,
  sayPrices,
  usualPriceDay,
} from '#web/features/services/worded-days.ts';

const TODAY = '2026-11-27';
const SERVICE: Service = {
  id: 3,
  serviceCategory: 'SIM Card',
  accountType: 'LTE 50 GB',
  accountUsername: null,
  msisdn: null,
  simSerialNumber: null,
  pricePerMonth: 370,
  status: 'active',
  billFrom: '2026-11-01',
  billUntil: null,
  billedUntil: null,
  prices: [{ from: '2026-11-01', amount: 370 }],
  suspendedFor: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};
const PLANNED: Service = { ...SERVICE, prices: [...SERVICE.prices, { from: '2027-01-15', amount: 399 }] };

const plain = (text: string) => text.replace(/\s/g, ' ');

describe('days and prices in words', () => {
  it('a last day says what its month costs', () => {
    const days = { billFrom: '2026-11-01', billUntil: '2027-01-10' };

    expect(plain(sayLastDay(days, SERVICE))).toBe('Last day 10 January: R 119,35 for 10 of 31 days');
  });

  it('a last day after a change of price costs each part of its month at its own price', () => {
    const days = { billFrom: '2026-11-01', billUntil: '2027-01-20' };

    // 14 days at R 370,00 and 6 at R 399,00.
    expect(plain(sayLastDay(days, PLANNED))).toBe('Last day 20 January: R 244,33 for 20 of 31 days');
  });

  it('a first day says what is left of its month, up to the last day', () => {
    const days = { billFrom: '2026-11-10', billUntil: '' };

    expect(plain(sayFirstDay(days, SERVICE))).toBe('First day 10 November: R 259,00 for 21 of 30 days');
    expect(plain(sayFirstDay({ ...days, billUntil: '2026-11-10' }, SERVICE))).toContain('for 1 of 30 days');
  });

  it('a free service says no cost, and days in the wrong order say none either', () => {
    const free = { ...SERVICE, pricePerMonth: 0, prices: [] };

    expect(plain(sayLastDay({ billFrom: '', billUntil: '2027-01-10' }, free))).toBe('Last day 10 January');
    expect(plain(sayLastDay({ billFrom: '2027-02-01', billUntil: '2027-01-10' }, SERVICE))).toBe(
      'Last day 10 January',
    );
  });

  it("a consumer's notice ends on the 20th business day from today", () => {
    expect(noticeEnd(TODAY)).toBe('2026-12-29');
    expect(plain(sayNotice(TODAY))).toBe("A consumer's notice of 20 business days ends on 29 December");
  });
});

describe('a change of price', () => {
  const change = (service: Service, amount: number, from = '') =>
    changePrices(service, { amount, from }, TODAY);

  it('counts from the later of today and the day after the last billed one', () => {
    expect(usualPriceDay(SERVICE, TODAY)).toBe(TODAY);
    expect(usualPriceDay({ billedUntil: '2026-11-10' }, TODAY)).toBe(TODAY);
    expect(usualPriceDay({ billedUntil: '2026-12-31' }, TODAY)).toBe('2027-01-01');
  });

  it('from a later day leaves the price of today', () => {
    const changed = change(SERVICE, 399, '2027-01-15') ?? expect.unreachable();

    expect(plain(sayPrices(changed, TODAY))).toBe('R 370,00 a month, R 399,00 from 15 January 2027');
  });

  it('from today is the price of today', () => {
    expect(plain(sayPrices(change(SERVICE, 399) ?? expect.unreachable(), TODAY))).toBe('R 399,00 a month');
  });

  it('ends what was planned from its day on', () => {
    expect(change(PLANNED, 420, '2027-01-01')?.ended).toEqual([{ from: '2027-01-15', amount: 399 }]);
    expect(change(PLANNED, 420, '2027-02-01')?.ended).toEqual([]);
  });

  it("with today's amount removes what was planned", () => {
    const changed = change(PLANNED, 370, '2027-01-15');

    expect(changed?.prices).toEqual(SERVICE.prices);
    expect(changed?.ended).toHaveLength(1);

    const twice: Service = { ...PLANNED, prices: [...PLANNED.prices, { from: '2027-03-01', amount: 420 }] };
    expect(change(twice, 370, '2027-03-01')?.prices).toEqual(PLANNED.prices);
  });

  it('is none if the price of today is repeated without a day', () => {
    expect(change(PLANNED, 370)).toBeUndefined();
  });
});

describe('days that follow the status', () => {
  const follow = (service: Service, status: 'active' | 'inactive' | 'suspended', typed = {}) =>
    followStatus(service, { ...serviceFormValues(service, TODAY), ...typed }, status, TODAY);

  it('a service that is made inactive shows today as its last day, unless another one is there', () => {
    expect(follow(SERVICE, 'inactive').billUntil).toBe(TODAY);
    expect(follow(SERVICE, 'inactive', { billUntil: '2027-01-10' }).billUntil).toBe('2027-01-10');
    expect(follow({ ...SERVICE, billUntil: '2026-12-31' }, 'inactive').billUntil).toBe('2026-12-31');
    expect(follow(SERVICE, 'suspended').billUntil).toBe('');
  });

  it('the shown last day goes if the service stays active after all', () => {
    expect(follow(SERVICE, 'active', { status: 'inactive', billUntil: TODAY }).billUntil).toBe('');
  });

  it('a service that is made active again shows today as its first day, and loses a last one that has passed', () => {
    const ended: Service = { ...SERVICE, status: 'inactive', billUntil: '2026-11-20' };

    expect(follow(ended, 'active')).toEqual({ billFrom: TODAY, billUntil: '' });
    expect(follow({ ...ended, billUntil: '2026-12-31' }, 'active').billUntil).toBe('2026-12-31');
    expect(follow({ ...ended, billFrom: '2026-12-05' }, 'active').billFrom).toBe('2026-12-05');
  });
});

describe('what the form of a service sends', () => {
  const send = (service: Service | undefined, typed: object) => {
    const values = { ...serviceFormValues(service, TODAY), ...typed };

    return serviceBodyOf(service, serviceForm.parse(values), TODAY);
  };
  const days = ({ billFrom, billUntil, priceFrom }: ReturnType<typeof send>) => ({
    ...(billFrom !== undefined && { billFrom }),
    ...(billUntil !== undefined && { billUntil }),
    ...(priceFrom !== undefined && { priceFrom }),
  });

  it.each([
    ['untouched days', SERVICE, {}, {}],
    ['a last day', SERVICE, { billUntil: '2027-01-10' }, { billUntil: '2027-01-10' }],
    [
      'a last day that is taken away',
      { ...SERVICE, billUntil: '2027-01-10' },
      { billUntil: '' },
      { billUntil: null },
    ],
    ['today as the last day of what is made inactive', SERVICE, { status: 'inactive', billUntil: TODAY }, {}],
    [
      'the earlier first day of what is made active again',
      { ...SERVICE, status: 'inactive' },
      { status: 'active', billFrom: '2026-11-01' },
      { billFrom: '2026-11-01' },
    ],
    ['the first day of a new service', undefined, { billFrom: '2026-12-01' }, { billFrom: '2026-12-01' }],
    ['the usual first day of a new service', undefined, {}, {}],
    ['the day of a price', SERVICE, { priceFrom: '2027-01-15' }, { priceFrom: '2027-01-15' }],
  ])('%s', (_, service, typed, sent) => {
    expect(days(send(service, typed))).toEqual(sent);
  });
});
