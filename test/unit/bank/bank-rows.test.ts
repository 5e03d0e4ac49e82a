import { describe, expect, it } from 'vitest';
import type { BankMapping } from '#shared/contract/bank/bank-files.ts';
import { type ReadOptions, readText } from '#test/support/bank/read-text.ts';

const read = (lines: readonly string[], options: ReadOptions = {}) => readText(lines.join('\n'), options);

const textsOf = (lines: readonly string[], options: ReadOptions = {}) =>
  read(lines, options).rows.map(({ description, reference }) => [description, reference]);

const ABSA = 'Date,Description,Amount,Balance';
const MAPPING: BankMapping = { date: 0, description: 1, amount: 2, dateFormat: 'YYYY-MM-DD' };

describe('a row that the bank has not settled', () => {
  it.each([
    'Pending',
    'PENDING',
    '(Pending)',
    'Pending transaction',
    'Uncleared',
    'Hold',
    'On hold',
    'Authorised',
    'Authorisation',
    'Provisional',
    'Not cleared',
    'Reserved',
    'AUTH',
    'Declined',
    'Hangend',
    'Voorlopig',
  ])('is no line and no last day where a column of its own says ‘%s’', (status) => {
    const rows = ['2026-11-16,OW10002,397.00,Cleared', `2026-11-19,OW10003,845.00,${status}`];
    const expected = {
      rows: [{ description: 'OW10002' }],
      shown: [{ becomes: 'line' }, { becomes: 'pending', amountCents: 84_500 }],
      to: '2026-11-16',
    };

    expect(read(['Date,Narrative,Value,Status', ...rows], { mapping: MAPPING })).toMatchObject(expected);
    expect(read(rows, { mapping: MAPPING })).toMatchObject(expected);
  });

  it('is known by a column that only says yes or no', () => {
    const rows = ['2026-11-16,OW10002,397.00,Yes', '2026-11-19,OW10003,845.00,No'];

    expect(read(['Date,Narrative,Value,Cleared?', ...rows], { mapping: MAPPING })).toMatchObject({
      to: '2026-11-16',
    });
    expect(read(['Date,Narrative,Value,Chip', ...rows], { mapping: MAPPING })).toMatchObject({
      to: '2026-11-19',
    });
  });

  it('is known by a column of types too that was chosen as a second description', () => {
    const rows = ['2026-11-16,OW10002,397.00,EFT', '2026-11-19,OW10003,845.00,Pending'];
    const mapping = { ...MAPPING, description: [1, 3] };

    expect(read(['Date,Narrative,Value,Type', ...rows], { mapping })).toMatchObject({ to: '2026-11-16' });
  });

  it.each([
    '(Pending) Shop',
    'PENDING: SHOP',
    'Pending transaction shop',
    'PROVISIONAL DEPOSIT',
    'Uncleared cheque',
    'SHOP (Pending)',
    'SHOP *PENDING*',
    'HOLD: SHOP',
    'Authorisation hold SHOP',
  ])('is no line whose text is ‘%s’, and moves no balance', (text) => {
    const file = [ABSA, '20261116,OW10002,397.00,1397.00', `20261119,${text},50.00,1447.00`];

    expect(read(file)).toMatchObject({
      rows: { length: 1 },
      shown: [{}, { becomes: 'pending' }],
      skipped: { count: 1, cents: 0 },
      closingCents: 139_700,
      to: '2026-11-16',
    });
  });

  it('is one without a balance where others have one, and without a day', () => {
    const file = [
      ABSA,
      '20261116,OW10002,397.00,1397.00',
      '20261119,SHOP,-50.00,',
      'Pending,SHOP,-20.00,',
      ',Pending purchase,-30.00,',
    ];

    expect(read(file)).toMatchObject({
      shown: [{ becomes: 'line' }, ...Array(3).fill({ becomes: 'pending' })],
      closingCents: 139_700,
      to: '2026-11-16',
    });
  });

  it('is one below a heading that says so, up to the next heading', () => {
    const file = [
      'Pending transactions',
      '2026-11-19,OW10003,845.00',
      'Posted transactions',
      '2026-11-16,OW10002,397.00',
      ',Pending transactions of OW10002,',
      '2026-11-15,OW10004,1.00',
      'Uncleared items:',
      '2026-11-20,OW10005,2.00',
    ];

    expect(read(file, { mapping: MAPPING }).shown.map(({ becomes }) => becomes)).toEqual([
      'pending',
      'line',
      'line',
      'pending',
    ]);
  });

  it('is one that has only the day of the purchase, and no balance', () => {
    const mapping = { date: 0, description: 2, amount: 3, balance: 4, dateFormat: 'YYYY-MM-DD' } as const;
    const file = ['2026-11-16,2026-11-16,OW10002,397.00,1397.00', ',2026-11-18,SHOP,-50.00,'];

    expect(read(file, { mapping })).toMatchObject({ to: '2026-11-16', shown: [{}, { becomes: 'pending' }] });
    expect(() => read([...file, ',2026-11-19,FEE,-1.00,1396.00'], { mapping })).toThrow('The date of row 3');
  });

  it("is none because of a client's words", () => {
    const file = [
      'Date,Description,Reference,Service Fee,Amount,Balance',
      '20261116,EFT,Pending,0,397.00,1397.00',
      '20261117,Pending fees OW10002,Hold,0,1.00,1398.00',
    ];

    expect(read(file).rows).toHaveLength(2);
  });

  it('leaves nothing to read if there is no other', () => {
    expect(() => read([ABSA, '20261119,(Pending) SHOP,50.00,'])).toThrow('still pending');
  });

  it("is Nedbank's row of a provisional statement, with and without zeros, at the top and at the end", () => {
    const rows = ['19Nov2026,BROUGHT FORWARD,0,1000.00', '20Nov2026,OW10024,397,1397.00'];
    const ends = { openingCents: 100_000, closingCents: 139_700, to: '2026-11-20' };

    for (const row of ['19Nov2026,   PROVISIONAL STATEMENT,0,0,,', '24Nov2026,PROVISIONAL STATEMENT,,,,']) {
      expect(read([row, ...rows])).toMatchObject(ends);
      expect(read([...rows, row])).toMatchObject(ends);
      expect(read([...rows, row].toReversed())).toMatchObject(ends);
    }
  });
});

describe('a row that looks like money and cannot be read', () => {
  it.each([
    ['whose day was cut in two', '1,8 Nov 2026,FEE,-1.00,1396.00'],
    ['whose amount was cut in two', '20261118,FEE,-1.0,0,1396.00'],
    ['whose balance was moved', '20261118,FEE,-1.00,,1396.00'],
  ])('is refused %s, though the balances of the others follow', (_, row) => {
    const file = [ABSA, '20261116,OW10002,397.00,1397.00'];

    expect(() => read([...file, row])).toThrow(/row 3|Row 3/);
    expect(() => read([ABSA, row, ...file.slice(1)])).toThrow(/row [23]|Row [23]/);
  });

  it.each([',,,', 'Debits,3,,-967.50', 'Turnover,2,,1000.04', 'Page 1 of 2,,,', 'Printed on 27/11/2026,,,'])(
    'is not one of the bank’s own below the table: %s',
    (row) => {
      expect(read([ABSA, '20261116,OW10002,397.00,1397.00', row]).rows).toHaveLength(1);
    },
  );
});

describe('a note of a balance', () => {
  it.each([
    ['OPEN BALANCE 0411 000000000000000', 'CLOSE BALANCE 0411 000000000000000'],
    ['Opening balance:', 'Closing balance:'],
    ['Balance brought forward', 'Balance carried forward'],
    ['Openingsaldo', 'Sluitingsaldo'],
    ['Saldo oorgebring', 'Saldo oorgedra'],
  ])('‘%s’ or ‘%s’ is proved, in either order of the rows', (open, close) => {
    const days = (opening: string, closing: string) => [
      ABSA,
      `20261116,${open},,${opening}`,
      '20261116,OW10002,397.00,1397.00',
      `20261116,${close},,1397.00`,
      `20261117,${open},,1397.00`,
      '20261117,RENT,-97.00,1300.00',
      `20261117,${close},,${closing}`,
    ];
    const newestFirst = (file: string[]) => [ABSA, ...file.slice(1).toReversed()];

    for (const order of [(file: string[]) => file, newestFirst]) {
      expect(read(order(days('1000.00', '1300.00')))).toMatchObject({
        openingCents: 100_000,
        closingCents: 130_000,
        rows: { length: 1 },
      });
      expect(() => read(order(days('1001.00', '1300.00')))).toThrow('does not follow');
      expect(() => read(order(days('1000.00', '1301.00')))).toThrow('does not follow');
    }
  });
});

describe('a text that goes on in the next row', () => {
  it.each([
    [
      "of Absa's statement",
      [
        'Date,Transaction Description,Charge,Debit Amount,Credit Amount,Balance',
        '19/11/2026,Acb Credit,,,397.00,1397.00',
        ',Sample OW10002,,,,',
        '23/11/2026,Rent,,97.00,,1300.00',
      ],
      {},
    ],
    [
      "of Standard Bank's statement",
      [
        'Page,Details,Service Fee,Debit,Credit,Date,Balance',
        '10,Acb Credit,0.00,0.00,397.00,20261117,1397.00',
        ',Sample OW10002,,,,,',
        '10,Rent,0.00,-97.00,0.00,20261118,1300.00',
      ],
      {},
    ],
    [
      'of a file whose columns were chosen',
      ['2026-11-16,Acb Credit,397.00', ',Sample OW10002,', '2026-11-17,Rent,-1.00'],
      { mapping: MAPPING },
    ],
  ])('belongs to the line %s', (_, lines, options) => {
    expect(textsOf(lines, options)).toEqual([['Acb Credit / Sample OW10002', null]]);
  });

  it('is none after an empty row, of what the bank prints between pages, and of a fourth row', () => {
    const rows = (...texts: string[]) => [
      '2026-11-16,EFT,397.00',
      ...texts.map((text) => (text === '' ? '' : `,${text},`)),
      '2026-11-17,EFT,1.00',
    ];
    const first = (...texts: string[]) => textsOf(rows(...texts), { mapping: MAPPING })[0];

    expect(first('one', 'two', 'three', 'four')).toEqual(['EFT / one / two / three', null]);
    expect(first('', 'OW10002')).toEqual(['EFT', null]);
    expect(first('Page 1 of 2', 'OW10002')).toEqual(['EFT', null]);
    expect(first('Closing balance')).toEqual(['EFT', null]);
  });
});

describe('several columns of texts', () => {
  it('are read together, each once', () => {
    const mapping = { ...MAPPING, description: [1, 3], reference: [4, 5] };
    const file = ['2026-11-16,EFT,397.00,SAMPLE,OW10002,OW10002', '2026-11-17,EFT,1.00,EFT,,INV 7'];

    expect(textsOf(file, { mapping })).toEqual([
      ['EFT / SAMPLE', 'OW10002'],
      ['EFT', 'INV 7'],
    ]);
  });
});

describe('a file with money out only', () => {
  it('is read to its last day', () => {
    expect(read([ABSA, '20261116,RENT,-10.00,90.00', '20261117,FEE,-1.00,89.00'])).toMatchObject({
      rows: [],
      to: '2026-11-17',
      skipped: { count: 2, cents: -1100 },
      openingCents: 10_000,
      closingCents: 8900,
    });
  });
});

describe('quotes inside a text', () => {
  it('that the bank did not double are read if each row has its columns', () => {
    const file = [
      ABSA,
      '20261116,"Payment for "R397 from OW10002"; Conf# a0","397.00","1,397.00"',
      '20261117,"EFT OW10003","845.00","2,242.00"',
    ];

    expect(textsOf(file)).toEqual([
      ['Payment for "R397 from OW10002"; Conf# a0', null],
      ['EFT OW10003', null],
    ]);
  });

  it.each([
    ['hide a separator', '20261116,"Payment "A", B","397.00","1,397.00"'],
    ['end the text', '20261116,"EFT "SAMPLE"","397.00","1,397.00"'],
    ['never end', '20261116,"EFT "SAMPLE,397.00'],
  ])('are named if they %s, and not called an incomplete file', (_, row) => {
    expect(() => read([ABSA, row, '20261117,EFT,1.00,1398.00', '20261118,EFT,1.00,1399.00'])).toThrow(
      'The bank wrote quotes inside the text of row 2',
    );
  });
});
