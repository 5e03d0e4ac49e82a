import { describe, expect, it } from 'vitest';
import type { BankMapping } from '#shared/contract/bank/bank-files.ts';
import { type ReadOptions, readText } from '#test/support/bank/read-text.ts';

const read = (lines: readonly string[], options: ReadOptions = {}) => readText(lines.join('\n'), options);

/** Returns the amounts of all rows in rand, below 0 for money out. */
const amountsOf = (lines: readonly string[], options: ReadOptions = {}) =>
  read(lines, options).shown.map(({ amountCents }) => amountCents / 100);

/** Returns the refusal of a file. */
const refusalOf = (lines: readonly string[], options: ReadOptions = {}): unknown => {
  try {
    return read(lines, options);
  } catch (error) {
    return error;
  }
};

const PLACES = { date: 0, description: 1, dateFormat: 'YYYY-MM-DD' } as const;
const AMOUNT: BankMapping = { ...PLACES, amount: 2 };
const BALANCED: BankMapping = { ...AMOUNT, balance: 3 };
const IN_OR_OUT: BankMapping = { ...AMOUNT, inOrOut: 3 };
const SPLIT: BankMapping = { ...PLACES, debit: 2, credit: 3 };
const SPLIT_BALANCED: BankMapping = { ...SPLIT, balance: 4 };

describe('a column that says in or out', () => {
  it.each([
    ['CREDIT', 'DEBIT'],
    ['Cr', 'Dr'],
    ['C', 'D'],
    ['Kt', 'Dt'],
    ['IN', 'OUT'],
    ['Krediet', 'Debiet'],
    ['Money in', 'Money out'],
    ['EFT In', 'EFT Out'],
    ['Cash deposit', 'ATM withdrawal'],
    ['Payment received', 'Payment'],
    ['Incoming payment', 'Credit card purchase'],
  ])('may say %s and %s', (came, went) => {
    const file = [
      'Date,Narrative,Value,Kind',
      `2026-11-16,OW10002,397.00,${came}`,
      `2026-11-17,RENT,12500.00,${went}`,
    ];

    expect(amountsOf(file, { mapping: IN_OR_OUT })).toEqual([397, -12_500]);
  });

  it('may stand beside amounts that have a sign too', () => {
    const file = ['2026-11-16,OW10002,397.00,CREDIT', '2026-11-17,RENT,-12500.00,DEBIT'];

    expect(amountsOf(file, { mapping: IN_OR_OUT })).toEqual([397, -12_500]);
  });

  it.each([
    ['a debit that came back', ['RENT,-500.00,DEBIT,500.00', 'FEE BACK,20.00,DEBIT,520.00'], [-500, 20]],
    [
      'a credit that was taken back',
      ['RENT,500.00,DEBIT,500.00', 'OW10002,-20.00,CREDIT,480.00'],
      [-500, -20],
    ],
  ])('leaves to the balances what another sign says of %s', (_, rows, amounts) => {
    const mapping = { ...IN_OR_OUT, balance: 4 };
    const file = ['START,1000.00,CREDIT,1000.00', ...rows].map((row) => `2026-11-16,${row}`);

    expect(amountsOf(file, { mapping })).toEqual([1000, ...amounts]);
    expect(refusalOf(file, { mapping: IN_OR_OUT })).toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('The sign of the amount of row 3'),
    });
  });

  it.each(['TRF', ''])('is refused with the row where it says ‘%s’', (said) => {
    const file = ['2026-11-16,OW10002,397.00,CREDIT', `2026-11-17,OW10003,1.00,${said}`];

    expect(() => read(file, { mapping: IN_OR_OUT })).toThrow('Row 2 has');
  });

  it.each([
    ['in a mapped file', 'Date,Narrative,Value,Type', { mapping: AMOUNT }],
    ['in a file that is known by name', 'Date,Description,Reference,Service Fee,Amount,Balance,Type', {}],
  ])('is asked for if nobody chose it and the amounts have no sign, %s', (_, header, options) => {
    const known = header.includes('Service') ? ',,0.00' : '';
    const row = (text: string, amount: string, said: string) =>
      known ? `20261116,${text}${known},${amount},,${said}` : `2026-11-16,${text},${amount},${said}`;
    const file = [header, row('OW10002', '397.00', 'CREDIT'), row('RENT', '12500.00', 'DEBIT')];

    expect(() => read(file, options)).toThrow('The amounts have no sign, and column');
    expect(() => read(file.toSpliced(1, 1), options)).toThrow('The amounts have no sign, and column');
    expect(amountsOf(file.toSpliced(2, 1), options)).toEqual([397]);
  });
});

describe('a column of types that nobody chose', () => {
  const read2 = (one: string, two: string) =>
    amountsOf([`2026-11-16,OW10002,397.00,${one}`, `2026-11-17,OW10003,50.00,${two}`], { mapping: AMOUNT });

  it.each([
    ['Deposit', 'Payment'],
    ['EFT In', 'EFT Out'],
    ['Card purchase', 'Bank charge'],
  ])('is asked for where it says %s and %s of amounts without a sign', (one, two) => {
    expect(() => read2(one, two)).toThrow('column 4 says of each whether it came in');
  });

  it('is not asked for where each row is a payment, perhaps of a client', () => {
    expect(read2('Payment', 'EFT payment')).toEqual([397, 50]);
  });
});

describe('marks behind amounts', () => {
  it.each([
    ['Kt', ''],
    ['Kt', 'Dt'],
    ['Cr', ''],
    [' CR', ' DR'],
  ])('‘%s’ and ‘%s’ say in and out, and of a balance above and below 0', (came, went) => {
    const file = [
      `2026-11-16,RENT,500.00${went},"1,000.00${came}"`,
      `2026-11-17,OW10002,"1,397.00${came}","2,397.00${came}"`,
      `2026-11-18,CAR,"3,000.00${went}",603.00${went}`,
      `2026-11-19,OW10003,3.00${came},600.00${went}`,
    ];

    expect(amountsOf(file, { mapping: BALANCED })).toEqual([-500, 1397, -3000, 3]);
    expect(read(file, { mapping: BALANCED })).toMatchObject({ openingCents: 150_000, closingCents: -60_000 });
  });
});

describe('a plus before some amounts', () => {
  it.each(['+397.00', 'R +397.00', '397.00+'])('such as %s says that the others are money out', (written) => {
    const file = [`2026-11-16,OW10002,${written}`, '2026-11-17,RENT,50.00'];

    expect(amountsOf(file, { mapping: AMOUNT })).toEqual([397, -50]);
  });
});

describe('a column of money out', () => {
  it.each([
    ['below 0', '-70.55', '20.00'],
    ['above 0', '70.55', '-20.00'],
  ])(
    'that stands %s has a debit that came back with the other sign, if the balances say so',
    (_, out, back) => {
      const rows = [
        `2026-11-16,RENT,${out},,929.45`,
        '2026-11-17,OW10002,,397.00,1326.45',
        `2026-11-18,FEE REVERSED,${back},,1346.45`,
      ];

      expect(amountsOf(rows, { mapping: SPLIT_BALANCED })).toEqual([-70.55, 397, 20]);
      expect(amountsOf(rows.toReversed(), { mapping: SPLIT_BALANCED })).toEqual([20, 397, -70.55]);
      expect(() => read(rows, { mapping: SPLIT })).toThrow('The sign of the amount of row 3');
    },
  );

  it('that stands below 0 as a whole is money out without balances too', () => {
    const rows = ['2026-11-16,RENT,-70.55,', '2026-11-17,OW10002,,397.00', '2026-11-18,FEE,-1.00,'];

    expect(amountsOf(rows, { mapping: SPLIT })).toEqual([-70.55, 397, -1]);
  });
});

describe('amounts of which the balances move the other way', () => {
  it('are turned if the balances prove it by money in and money out', () => {
    const card = [
      '2026-11-16,SHOP,100.00,-100.00',
      '2026-11-17,OW10002,-60.00,-40.00',
      '2026-11-18,SHOP,20.00,-60.00',
    ];

    expect(amountsOf(card, { mapping: BALANCED })).toEqual([-100, 60, -20]);
    expect(refusalOf(card.slice(0, 2), { mapping: BALANCED })).toMatchObject({ code: 'balance_breaks' });
  });
});

const UNSIGNED = [
  '2026-11-16,OW10002,397.00,1397.00',
  '2026-11-17,RENT,500.00,897.00',
  '2026-11-18,FEE,57.50,839.50',
];

describe('amounts without a sign', () => {
  it('never become money in where the balances fall, and may not lose their balances', () => {
    for (const file of [
      UNSIGNED,
      UNSIGNED.toReversed(),
      UNSIGNED.slice(1),
      ['Date,Description,Amount,Balance', ...UNSIGNED],
    ]) {
      for (const withoutBalances of [false, true]) {
        const options = file.length === 4 ? { withoutBalances } : { mapping: BALANCED, withoutBalances };

        expect(refusalOf(file, options)).toMatchObject({
          code: 'balance_breaks',
          message: expect.stringContaining('The amounts have no sign'),
          file: { row: expect.any(Number), quoted: expect.any(String), mayDropBalances: false },
        });
      }
    }
  });

  it('are not read in the other order, in which equal amounts would be money in', () => {
    const fees = [
      '2026-11-18,FEE,100.00,700.00',
      '2026-11-17,FEE,100.00,800.00',
      '2026-11-16,FEE,100.00,900.00',
    ];

    expect(refusalOf(fees, { mapping: BALANCED })).toMatchObject({ code: 'balance_breaks' });
    expect(
      amountsOf(
        fees.map((fee) => fee.replace(',100', ',-100')),
        { mapping: BALANCED },
      ),
    ).toEqual([-100, -100, -100]);
  });

  it('are money in where the balances rise by them, or where there are none', () => {
    const rising = ['2026-11-16,OW10002,397.00,1397.00', '2026-11-17,OW10003,100.00,1497.00'];

    expect(amountsOf(rising, { mapping: BALANCED })).toEqual([397, 100]);
    expect(amountsOf(rising, { mapping: AMOUNT })).toEqual([397, 100]);
    expect(read(rising, { mapping: AMOUNT }).notes).toEqual([expect.stringMatching(/counts as money in/)]);
    expect(read(rising, { mapping: BALANCED }).notes).toEqual([]);
  });

  it('are asked for beside types of which a few say neither in nor out', () => {
    const types = [
      '2026-11-16,OW10002,397.00,Deposit',
      '2026-11-16,RENT,500.00,Debit order',
      '2026-11-17,SAVINGS,1.20,Interest',
      '2026-11-18,BANK,57.50,Monthly fee',
    ];

    expect(refusalOf(types, { mapping: AMOUNT })).toMatchObject({
      message: expect.stringMatching(/column 4 says of each whether it came in/),
    });
  });
});

describe('a break of the balances', () => {
  it.each([
    ['a sign', BALANCED, ['RENT,-500.00,500.00', 'OW10002,1.00,777.00']],
    ['two columns', SPLIT_BALANCED, ['RENT,500.00,,500.00', 'OW10002,,1.00,777.00']],
    [
      'a column of money out beside the amount',
      { ...PLACES, debit: 2, amount: 3, balance: 4 },
      ['RENT,500.00,,500.00', 'OW10002,,1.00,777.00'],
    ],
    ['in or out', { ...IN_OR_OUT, balance: 4 }, ['RENT,500.00,DEBIT,500.00', 'OW10002,1.00,CREDIT,777.00']],
  ])('offers to drop them if the file has %s, and quotes the row', (_, mapping, rows) => {
    const file = rows.map((row) => `2026-11-16,${row}`);

    expect(refusalOf(file, { mapping })).toMatchObject({
      code: 'balance_breaks',
      file: { row: 2, quoted: file[1]?.replaceAll(/,+/g, ', '), mayDropBalances: true },
    });
    expect(read(file, { mapping, withoutBalances: true })).toMatchObject({
      rows: [{ amountCents: 100, balanceCents: null }],
      hasBalances: false,
      openingCents: null,
    });
  });
});
