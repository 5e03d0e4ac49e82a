import { describe, expect, it } from 'vitest';
import { openBankFile } from '#functions/domain/bank/reading/read-bank-file.ts';
import type { BankMapping } from '#shared/contract/bank/bank-files.ts';
import { type ReadOptions, readText } from '#test/support/bank/read-text.ts';

const read = (lines: readonly string[], options: ReadOptions = {}) => readText(lines.join('\n'), options);

const ABSA = 'Date,Description,Amount,Balance';

/** Reads one row of Absa's layout. */
const readRow = (date: string, amount: string, description = 'OW10002') =>
  read(['Date;Description;Amount;Balance', `${date};${description};${amount};`]).rows[0];

describe('amounts', () => {
  it.each([
    ['397', 39_700],
    ['397.5', 39_750],
    ['+397.00', 39_700],
    ['1 250,00', 125_000],
    ['1\u00A0250.00', 125_000],
    ['1,250.00', 125_000],
    ['1.250,00', 125_000],
    ['1,250', 125_000],
    ['12,50', 1250],
    ['.50', 50],
    ['R 1 250,50', 125_050],
    ['R1,250.50', 125_050],
    ['ZAR 10.00', 1000],
    ['1,250.00Cr', 125_000],
    ['1,250.00 CR', 125_000],
    ["'397.00", 39_700],
    ['9 999 999 999,99', 999_999_999_999],
  ])('%s is money in', (written, cents) => {
    expect(readRow('20261102', written)?.amountCents).toBe(cents);
  });

  it.each([
    '-397.00',
    '−397.00',
    '397.00-',
    '- 397,00',
    '(397.00)',
    'R -397.00',
    '-R397.00',
    '397.00Dr',
    '(R397.00)',
  ])('%s is money out', (written) => {
    expect(readRow('20261102', written, 'UNPAID OW10002')?.amountCents).toBe(-39_700);
  });

  it.each(['abc', '1.234', '12.345,6789', '1,23E+11', '10 000 000 000.00', '1-2', '--5', 'R'])(
    '%s is refused with the number of its row',
    (written) => {
      expect(() => readRow('20261102', written)).toThrow('The amount of row 2 cannot be read.');
    },
  );

  it('without a mark are money out in a column that marks only what came in', () => {
    const file = read([
      ABSA,
      '20261102,OW10002,"1,250.00Cr","2,250.00Cr"',
      '20261103,RENT,250.00,"2,000.00Cr"',
    ]);

    expect(file).toMatchObject({ skipped: { count: 1, cents: -25_000 }, closingCents: 200_000 });
  });
});

describe('days', () => {
  it.each([
    '2026/11/02',
    '2026-11-02',
    '2026-11-02 08:15',
    '2026-11-02T08:15:00',
    '20261102',
    '02/11/2026',
    '02-11-2026',
    '02.11.2026',
    '02/11/26',
    '02 Nov 2026',
    '2 November 2026',
    '02-Nov-26',
    '02Nov2026',
    '02 Nov',
    'Mon, 2 Nov 2026',
    'Monday 02/11/2026',
    "'02 Nov'",
  ])('%s is 2 November 2026', (written) => {
    expect(readRow(written, '397.00')?.date).toBe('2026-11-02');
  });

  it.each(['2026/13/02', '31/11/2026', '29 Feb 2026', '02 Xyz 2026', '46328'])('%s is refused', (written) => {
    expect(() => readRow(written, '397.00')).toThrow('The date of row 2 cannot be read.');
  });

  const daysOf = (days: readonly string[], options: ReadOptions = {}) =>
    read([ABSA, ...days.map((day) => `${day},OW10002,1.00,`)], options).rows.map(({ date }) => date);
  const SLASHES = { date: 0, description: 1, amount: 2, dateFormat: 'DD/MM/YYYY' } as const;

  it('have the month first if one of them is a day only so', () => {
    expect(daysOf(['11/2/2026', '11/25/2026'])).toEqual(['2026-11-02', '2026-11-25']);
    expect(daysOf(['11/2/2026', '11/25/2026'], { mapping: SLASHES })).toEqual(['2026-11-02', '2026-11-25']);
  });

  it('have the day first if they can be read both ways, also where one stands before its neighbours', () => {
    expect(daysOf(['09/11/2026', '10/10/2026', '11/11/2026'])).toEqual([
      '2026-11-09',
      '2026-10-10',
      '2026-11-11',
    ]);
    expect(daysOf(['11/02/2026', '12/02/2026'])).toEqual(['2026-02-11', '2026-02-12']);
    expect(daysOf(['5/5/2026', '11/11/2026'])).toEqual(['2026-05-05', '2026-11-11']);
  });

  it.each([
    [
      'the days lie after tomorrow',
      ['11/12/2026', '10/05/2026'],
      'Is 11/12/2026 the 11th of December or the 12th of November?',
    ],
    [
      'zeros are missing',
      ['5/11/2026', '10/11/2026'],
      'Is 5/11/2026 the 5th of November or the 11th of May?',
    ],
  ])('are asked about if they can be read both ways and %s', (_, days, sentence) => {
    for (const mapping of [undefined, SLASHES]) {
      expect(() => daysOf(days, { mapping })).toThrow(
        expect.objectContaining({ code: 'days_unclear', fields: { dayOrder: sentence } }),
      );
    }
  });

  it('are read as the admin answered', () => {
    const days = ['5/11/2026', '10/11/2026'];
    for (const mapping of [undefined, SLASHES]) {
      expect(daysOf(days, { mapping, dayOrder: 'days-first' })).toEqual(['2026-11-05', '2026-11-10']);
      expect(daysOf(days, { mapping, dayOrder: 'months-first' })).toEqual(['2026-05-11', '2026-10-11']);
    }
  });

  it('of two digits have the year first if no other reading is of the last years', () => {
    expect(daysOf(['26/11/02', '26/11/17'])).toEqual(['2026-11-02', '2026-11-17']);
    expect(daysOf(['25/12/31', '26/01/02'], { mapping: SLASHES })).toEqual(['2025-12-31', '2026-01-02']);
    expect(daysOf(['02/11/26', '26/11/26'])).toEqual(['2026-11-02', '2026-11-26']);
    expect(daysOf(['11/02/26', '11/25/26'])).toEqual(['2026-11-02', '2026-11-25']);
  });

  it('of which a spreadsheet has rewritten some are refused', () => {
    expect(() => daysOf(['2026/05/11', '13/11/2026'])).toThrow('written in two ways');
  });

  it('after tomorrow are asked about in a column that was mapped with its months first', () => {
    const mapping = { ...SLASHES, dateFormat: 'MM/DD/YYYY' } as const;

    expect(daysOf(['11/5/2026'], { mapping })).toEqual(['2026-11-05']);
    expect(daysOf(['13/11/2026'], { mapping })).toEqual(['2026-11-13']);
    expect(() => daysOf(['12/11/2026'], { mapping })).toThrow(
      'Is 12/11/2026 the 12th of November or the 11th of December?',
    );
  });

  it('of day and month alone are near the other days of the file', () => {
    const mapping = { date: 1, description: 2, amount: 3, dateFormat: 'DD/MM' } as const;
    const rows = ['05/01/2025,30/12,OW10002,1.00', '05/01/2025,04/01,OW10003,2.00'];

    expect(read(rows, { mapping }).rows.map(({ date }) => date)).toEqual(['2024-12-30', '2025-01-04']);
  });

  it('without a year are never after today, and the newest is the first or the last row', () => {
    const days = (lines: string[]) =>
      read(['Date,Amount,Balance,Description', ...lines]).rows.map(({ date }) => date);

    expect(days(['28 Nov,1.00,,a', '27 Nov,1.00,,b', '29 Feb,1.00,,c'])).toEqual([
      '2025-11-28',
      '2026-11-27',
      '2024-02-29',
    ]);
  });
});

describe('a file that a spreadsheet saved again', () => {
  it('loses the account and the references whose digits the spreadsheet lost, and no others', () => {
    const capitec = (account: string, reference: string) => [
      'Account;Date;Description;Reference;Amount;Fees;Balance',
      `${account};2026/11/02;Payment received 1,5E+3;${reference};397,00;-1,50;395,50`,
    ];

    expect(read(capitec('1,23E+11', '1.23E+11'))).toMatchObject({
      account: { kind: 'none' },
      rows: [{ description: 'Payment received 1,5E+3', reference: null }],
    });
    expect(read(capitec('1051234567', '123000000000'))).toMatchObject({
      account: { kind: 'other', number: '1051234567' },
      rows: [{ reference: '123000000000' }],
    });
  });

  it('may have empty cells behind its header', () => {
    expect(read([`${ABSA},,`, '20261102,OW10002,397.00,1397.00,,'])).toMatchObject({
      bank: 'Absa',
      header: 'date|description|amount|balance',
    });
  });

  it('is read below the line that names its separator, with rows of equal length', () => {
    const lines = [
      'sep=;',
      'Account Number : ;1234567890;;',
      '02-Nov-26;BROUGHT FORWARD;;1000,00',
      '02-Nov-26;OW10002;397,00;1397,00',
    ];

    expect(read(lines)).toMatchObject({
      bank: 'Nedbank',
      account: { kind: 'other', number: '1234567890' },
      openingCents: 100_000,
    });
  });
});

describe('texts', () => {
  it('with a formula stay text', () => {
    const formula = "=cmd|' /C calc'!A0";

    expect(readRow('20261102', '397.00', formula)?.description).toBe(formula);
  });

  it('lose control characters and half surrogate pairs', () => {
    expect(readRow('20261102', '397.00', 'O\u0000W\u000710\uD800002\u007F 😀')?.description).toBe(
      'OW10002 😀',
    );
  });

  it('that are the words of a balance or a total are money if the balance moves', () => {
    const file = read([
      ABSA,
      '20261102,OPENING BALANCE,397.00,1397.00',
      '20261103,TOTAL,100.00,1497.00',
      '20261104,CLOSING BALANCE,0.00,1497.00',
    ]);

    expect(file.rows.map(({ amountCents }) => amountCents)).toEqual([39_700, 10_000]);
    expect(file).toMatchObject({
      openingCents: 100_000,
      closingCents: 149_700,
      skipped: { count: 1, cents: 0 },
    });
  });

  it.each([
    'UNPAID DEBIT ORDER',
    'DEBIT ORDER RETURNED',
    'R/D CHEQUE',
    'PAYMENT REVERSAL',
    'Dishonoured item',
    'REFER TO DRAWER',
  ])('with "%s" make money out a returned payment', (description) => {
    expect(readRow('20261102', '-397.00', description)).toMatchObject({ amountCents: -39_700, description });
  });

  it('of other money out make no line', () => {
    const file = read([ABSA, '20261102,OW10002,1.00,', '20261102,CARD PURCHASE THE RD STORE,-50.00,']);

    expect(file).toMatchObject({ skipped: { count: 1, cents: -5000 }, rows: [{ amountCents: 100 }] });
  });
});

describe('balances', () => {
  const ROWS = [
    '20261102,OW10002,397.00,1397.00',
    '20261103,RENT,-50.00,1347.00',
    '20261103,OW10003,3.00,1350.00',
  ];
  const ENDS = { openingCents: 100_000, closingCents: 135_000, skipped: { count: 1, cents: -5000 } };

  it('prove a file whose rows are the oldest first or the newest first', () => {
    expect(read([ABSA, ...ROWS])).toMatchObject(ENDS);
    expect(read([ABSA, ...ROWS.toReversed()])).toMatchObject(ENDS);
  });

  it('prove a file whose rows are the newest first, those that only say a balance too', () => {
    const nedbank = [
      '26Nov2026,PROVISIONAL STATEMENT,,1350.00',
      '03Nov2026,CARRIED FORWARD,,1350.00',
      '03Nov2026,OW10003,3.00,1350.00',
      '02Nov2026,RENT,-50.00,1347.00',
      '02Nov2026,OW10002,397.00,1397.00',
      '02Nov2026,BROUGHT FORWARD,,1000.00',
    ];

    expect(read(nedbank)).toMatchObject({ ...ENDS, skipped: { count: 4, cents: -5000 } });
  });

  it('that follow in both orders follow by the dates', () => {
    const bounced = ['20261103,UNPAID,-100.00,1000.00', '20261102,OW10002,100.00,1100.00'];

    expect(read([ABSA, ...bounced])).toMatchObject({ openingCents: 100_000, closingCents: 100_000 });
    expect(read([ABSA, ...bounced.toReversed()])).toMatchObject({
      openingCents: 100_000,
      closingCents: 100_000,
    });
  });

  it.each([
    ['an amount that was changed', [ROWS[0], '20261103,RENT,-51.00,1347.00', ROWS[2]], 3],
    ['a row that is missing', [ROWS[0], ROWS[2], '20261104,FEE,-1.00,1349.00'], 3],
    ['two rows in another order', [ROWS[0], ROWS[2], ROWS[1]], 3],
  ])('break at %s, and the file is taken without them if it may be', (_, rows, row) => {
    const lines = [ABSA, ...rows.map(String)];

    expect(() => read(lines)).toThrow(
      expect.objectContaining({ code: 'balance_breaks', message: expect.stringContaining(`row ${row} `) }),
    );
    expect(read(lines, { withoutBalances: true })).toMatchObject({
      openingCents: null,
      closingCents: null,
      hasBalances: false,
      rows: expect.arrayContaining([expect.objectContaining({ balanceCents: null })]),
    });
  });

  it('break at the row that the bank says the account began or ended with', () => {
    const nedbank = (opening: string, closing: string) => [
      `02Nov2026,BROUGHT FORWARD,,${opening}`,
      '02Nov2026,OW10002,397.00,1397.00',
      `02Nov2026,CARRIED FORWARD,,${closing}`,
    ];

    expect(read(nedbank('1000.00', '1397.00')).closingCents).toBe(139_700);
    expect(() => read(nedbank('1001.00', '1397.00'))).toThrow('row 2');
    expect(() => read(nedbank('1000.00', '1398.00'))).toThrow('row 3');
  });

  const BANK_ZERO = 'Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments';
  const zero = (...rows: [fee: string, amount: string, balance: string][]) =>
    read([
      BANK_ZERO,
      ...rows.map(
        ([fee, amount, balance]) => `2026-11-02,Monday,08:15,EFT,OW10002,,${fee},${amount},${balance},No`,
      ),
    ]);

  it('include the fees of a column or leave them out, the same for all rows', () => {
    const taken = zero(['1.00', '100.00', '1099.00'], ['2.00', '50.00', '1147.00']);
    const leftOut = zero(['1.00', '100.00', '1100.00'], ['2.00', '50.00', '1150.00']);

    expect(taken).toMatchObject({ openingCents: 100_000, closingCents: 114_700, feeCents: 300 });
    expect(leftOut).toMatchObject({ openingCents: 100_000, closingCents: 115_000, feeCents: 0 });
    expect(() =>
      zero(['0', '100.00', '1100.00'], ['1.00', '100.00', '1199.00'], ['2.00', '50.00', '1249.00']),
    ).toThrow('the balance of row 4');
  });

  it('that are missing in some rows make these rows pending, with their fees', () => {
    const file = zero(['1.00', '100.00', '1099.00'], ['5.00', '70.00', ''], ['2.00', '50.00', '1147.00']);

    expect(file.rows).toHaveLength(2);
    expect(file).toMatchObject({ feeCents: 300, skipped: { count: 1, cents: 0 }, closingCents: 114_700 });
  });
});

describe('a file of another bank', () => {
  const OTHER = ['Statement,,,', 'When,Who,In,Out', '11/02/2026,OW10002,397.00,', '11/25/2026,RENT,,50.00'];
  const MAPPING: BankMapping = { date: 0, description: 1, credit: 2, debit: 3, dateFormat: 'MM/DD/YYYY' };

  it('is read by the columns that were chosen, which its header remembers', () => {
    expect(read(OTHER, { mapping: MAPPING })).toEqual({
      format: 'csv',
      bank: 'Other',
      account: { kind: 'none' },
      header: 'when|who|in|out',
      rows: [
        {
          row: 3,
          date: '2026-11-02',
          description: 'OW10002',
          reference: null,
          amountCents: 39_700,
          balanceCents: null,
        },
      ],
      shown: [
        { date: '2026-11-02', description: 'OW10002', reference: null, amountCents: 39_700, becomes: 'line' },
        { date: '2026-11-25', description: 'RENT', reference: null, amountCents: -5000, becomes: 'out' },
      ],
      skipped: { count: 1, cents: -5000 },
      days: expect.any(Array),
      feeCents: 0,
      notes: [],
      openingCents: null,
      closingCents: null,
      from: '2026-11-02',
      to: '2026-11-25',
      hasBalances: false,
    });
    expect(openBankFile(OTHER.join('\n')).header).toBe('when|who|in|out');
    expect(openBankFile('11/02/2026,OW10002,397.00,').header).toBe(
      '4 columns: n/n/yyyy, text, figure, empty',
    );
  });

  it.each([
    ['YYYY/MM/DD', '2026/11/02'],
    ['YYYY-MM-DD', '2026-11-02'],
    ['DD/MM/YYYY', '02/11/2026'],
    ['MM/DD/YYYY', '11/02/2026'],
    ['DD/MM', '02/11'],
    ['YYYYMMDD', '20261102'],
    ['DD MMM YYYY', '02 Nov 2026'],
    ['DDMMMYYYY', '02Nov2026'],
  ] as const)('may write its days as %s', (dateFormat, date) => {
    const mapping = { date: 0, description: 1, amount: 2, balance: 3, dateFormat };

    expect(read([`${date},OW10002,1.00,5.00`], { mapping })).toMatchObject({
      from: '2026-11-02',
      openingCents: 400,
    });
  });

  it.each([
    ['a date of another form', { ...MAPPING, dateFormat: 'YYYYMMDD' }, 'The date of row 3 cannot be read.'],
    ['a text in place of the amount', { ...MAPPING, credit: 1 }, 'The amount of row 3 cannot be read.'],
    ['a column that is missing', { ...MAPPING, balance: 9 }, 'Row 3 ends too early. Is the file complete?'],
    [
      'a text in place of all dates',
      { ...MAPPING, date: 1, debit: undefined, credit: 0 },
      'Row 3 has no date',
    ],
  ] as const)('is refused with the row if its columns were chosen with %s', (_, mapping, sentence) => {
    expect(() => read(OTHER, { mapping: mapping as BankMapping })).toThrow(
      expect.objectContaining({
        code: 'unprocessable',
        fields: { mapping: expect.stringContaining(sentence) },
      }),
    );
  });
});

describe('a file that is refused', () => {
  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['a file of empty rows', '\uFEFF\r\n,,\r\n', 'The file is empty.'],
    ['a PDF', '%PDF-1.7\n1 0 obj, 2, 3', 'This is a PDF.'],
    ['a workbook', 'PK\u0003\u0004 a,b,c', 'This is a ZIP archive.'],
    ['a text', 'Dear client,\nyour statement is ready.', 'This is no CSV file of a bank'],
    ['a cell cut in the middle', `${ABSA}\n20261102,"OW1000`, 'The quotes of row 2 do not close.'],
    ['a row cut in the middle', `${ABSA}\n20261102,OW10002,1.00,2.00\n20261103,OW1`, 'Row 3 ends too early.'],
    ['an amount without a day', `${ABSA}\n,OW10002,1.00,2.00`, 'The date of row 2 cannot be read.'],
    ['a balance that is none', `${ABSA}\n20261102,OW10002,1.00,x`, 'The balance of row 2 cannot be read.'],
    ['a header alone', ABSA, 'The file has no transactions.'],
    [
      'two accounts',
      'Account,Date,Description,Reference,Amount,Fees,Balance\n10000001,02/11/2026,a,b,1,0,1\n10000002,02/11/2026,a,b,1,0,2',
      'several accounts',
    ],
    ['10,001 rows', `${ABSA}\n${'20261102,OW10002,1.00,\n'.repeat(10_001)}`, 'at most 10,000 rows'],
  ])('is %s', (_, text, sentence) => {
    expect(() => read([text])).toThrow(
      expect.objectContaining({ code: 'unprocessable', fields: { text: expect.stringContaining(sentence) } }),
    );
  });

  it('is none of 10,000 rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `20261102,OW${index},1.00,${index + 1}.00`);

    expect(read([ABSA, ...rows])).toMatchObject({ closingCents: 1_000_000, rows: { length: 10_000 } });
  });
});
