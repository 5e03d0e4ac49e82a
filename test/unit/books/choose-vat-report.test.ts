import { describe, expect, it } from 'vitest';
import { chooseReport, requireReport } from '#functions/domain/books/choose-vat-report.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { NO_VAT_NUMBER } from '#shared/books/vat-rows.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const PRESENT = '4123456789';
const EARLIER = '4987654321';
const SETTINGS: VatSettings = {
  vatNumber: PRESENT,
  taxPeriod: 'monthly',
  registeredFrom: '2025-04-11',
  creditNoteField: '1',
};

const daysOf = (period: string, vatNumber: string, change: Partial<VatSettings> = {}) => {
  const { period: days } = chooseReport({ period, vatNumber }, { ...SETTINGS, ...change });

  return `${days.from} to ${days.to}`;
};

describe('the days of a VAT report', () => {
  it.each([
    ['the present number, before its registration', PRESENT, '2025-03', '2025-03-01 to 2025-03-31'],
    ['the present number, in the period of its registration', PRESENT, '2025-04', '2025-04-11 to 2025-04-30'],
    ['the present number, in the next period', PRESENT, '2025-05', '2025-05-01 to 2025-05-31'],
    ['an earlier number, before the change', EARLIER, '2025-03', '2025-03-01 to 2025-03-31'],
    ['an earlier number, in the period of the change', EARLIER, '2025-04', '2025-04-01 to 2025-04-10'],
    ['an earlier number, in the period after the change', EARLIER, '2025-05', '2025-04-11 to 2025-05-31'],
    ['an earlier number, two periods after the change', EARLIER, '2025-06', '2025-06-01 to 2025-06-30'],
  ])('%s, are none that another report of it has', (_, vatNumber, month, days) => {
    expect(daysOf(month, vatNumber)).toBe(days);
  });

  it('of two months follow the registration in either month', () => {
    const twoMonths = { taxPeriod: 'even-months', registeredFrom: '2025-03-15' } as const;

    expect(daysOf('2025-04', PRESENT, twoMonths)).toBe('2025-03-15 to 2025-04-30');
    expect(daysOf('2025-04', EARLIER, twoMonths)).toBe('2025-03-01 to 2025-03-14');
    expect(daysOf('2025-06', EARLIER, twoMonths)).toBe('2025-03-15 to 2025-06-30');
  });

  it('are those of the whole period for each number if a registration begins with it', () => {
    const onTheFirst = { registeredFrom: '2025-04-01' };

    expect(daysOf('2025-04', PRESENT, onTheFirst)).toBe('2025-04-01 to 2025-04-30');
    expect(daysOf('2025-04', EARLIER, onTheFirst)).toBe('2025-04-01 to 2025-04-30');
    expect(daysOf('2025-05', EARLIER, onTheFirst)).toBe('2025-05-01 to 2025-05-31');
  });

  it('include the last day of a period on which a registration begins', () => {
    const onTheLast = { registeredFrom: '2025-04-30' };

    expect(daysOf('2025-04', PRESENT, onTheLast)).toBe('2025-04-30 to 2025-04-30');
    expect(daysOf('2025-04', EARLIER, onTheLast)).toBe('2025-04-01 to 2025-04-29');
    expect(daysOf('2025-05', EARLIER, onTheLast)).toBe('2025-04-30 to 2025-05-31');
  });

  it.each([
    ['day of registration', { registeredFrom: null }],
    ['number', { vatNumber: null }],
  ])('are those of the whole period while the settings name no %s', (_, change) => {
    expect(daysOf('2025-04', EARLIER, change)).toBe('2025-04-01 to 2025-04-30');
  });
});

describe('a VAT report', () => {
  const require = (
    asked: { period: string; vatNumber?: string },
    change: Partial<VatSettings> = {},
    filed: { isFiled?: boolean; sharesDayWithFiled?: boolean } = {},
  ) => {
    const settings = { ...SETTINGS, ...change };
    requireReport(
      chooseReport(asked, settings),
      settings,
      { isFiled: false, sharesDayWithFiled: false, ...filed },
      NOW,
    );
  };

  it('is of the present number unless another is asked for', () => {
    expect(chooseReport({ period: '2025-05' }, SETTINGS).vatNumber).toBe(PRESENT);
    expect(() => chooseReport({ period: '2025-05' }, { ...SETTINGS, vatNumber: null })).toThrow(
      NO_VAT_NUMBER,
    );
  });

  it('of a month that ends no tax period is refused, and one that ends it is not', () => {
    expect(() => require({ period: '2025-05' }, { taxPeriod: 'even-months' })).toThrow(
      'The tax periods end in an even month.',
    );
    expect(() => require({ period: '2025-06' }, { taxPeriod: 'odd-months' })).toThrow(
      'The tax periods end in an odd month.',
    );
    require({ period: '2025-06' }, { taxPeriod: 'even-months' });
    require({ period: '2025-05' });
  });

  it('of the present number from before its registration is refused, and that of an earlier number is not', () => {
    expect(() => require({ period: '2025-03' })).toThrow(
      'The company is registered for VAT from 11 April 2025.',
    );
    require({ period: '2025-03', vatNumber: EARLIER });
    require({ period: '2025-03' }, { registeredFrom: null });
    require({ period: '2025-04' }, { registeredFrom: '2025-04-30' });
  });

  it('that shares a day with a filed one is refused, and a filed one is always answered', () => {
    expect(() => require({ period: '2025-05' }, {}, { sharesDayWithFiled: true })).toThrow(
      'A filed VAT report of this number contains days of this period.',
    );
    require({ period: '2025-03' }, {}, { isFiled: true, sharesDayWithFiled: true });
  });
});
