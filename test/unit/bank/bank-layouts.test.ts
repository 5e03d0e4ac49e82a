import { describe, expect, it } from 'vitest';
import { type ReadOptions, readText } from '#test/support/bank/read-text.ts';

const read = (lines: readonly string[], options: ReadOptions = {}) => readText(lines.join('\r\n'), options);

/** Returns the lines of money in as 'day text, reference: rand'. */
const linesOf = (lines: readonly string[]) =>
  read(lines).rows.map(
    ({ date, description, reference, amountCents }) =>
      `${date} ${[description, reference].filter((text) => text).join(', ')}: ${amountCents / 100}`,
  );

const UNKNOWN = expect.objectContaining({ code: 'columns_unknown' });

const NEDBANK_ROWS = [
  '02Nov2026,BROUGHT FORWARD,,1000.00',
  '02Nov2026,OW10002,397.00,1397.00',
  '03Nov2026,RENT,-250.00,1147.00',
];

describe('a layout without a header', () => {
  it.each([
    ['names its columns', 'Date,Description,Amount,Running total'],
    ['names them in a language that nobody knows', 'Tag,Was,Wieviel,Stand'],
    ['has a debit and a credit', 'Date,Description,Debit,Credit'],
    ['has a fee', 'Date,Description,Fee,Amount'],
  ])('is not tried where a header stands above that %s', (_, header) => {
    expect(() => read([header, ...NEDBANK_ROWS])).toThrow(UNKNOWN);
    expect(() => read(['Statement', header, ...NEDBANK_ROWS])).toThrow(UNKNOWN);
  });

  it.each([
    ['a cell more', ['02Nov2026,SHOP,2.00,397.00,1397.00', '03Nov2026,OW10002,0.00,397.00,1794.00']],
    [
      'a debit and a credit',
      ['02Nov2026,RENT,12500.00,', '03Nov2026,OW10002,,397.00', '04Nov2026,FEE,50.00,'],
    ],
    ['days of another form', ['2026/11/02,RENT,-10.00,90.00', '2026/11/03,OW10002,397.00,487.00']],
    ['numbers of its rows', ['1,02/11/2026,RENT,-10.00,90.00', '2,03/11/2026,OW10002,397.00,487.00']],
  ])("is not Nedbank's if its rows have %s and Nedbank's lines do not stand above", (_, rows) => {
    expect(() => read(rows)).toThrow(UNKNOWN);
  });

  it("is Nedbank's by its lines above, or by its exact rows", () => {
    const above = ['Statement Enquiry : ', 'Account Number : ,1100000118'];

    expect(linesOf(NEDBANK_ROWS)).toEqual(['2026-11-02 OW10002: 397']);
    expect(linesOf([...above, ...NEDBANK_ROWS.map((row) => row.replace('02Nov2026', '2026/11/02'))])).toEqual(
      ['2026-11-02 OW10002: 397'],
    );
  });

  it("is Nedbank's with the numbers of statements, with its lines above or its rows brought forward", () => {
    const rows = [
      '1935,03/11/2026,BROUGHT FORWARD,0,2647971.89,,',
      '1935,03/11/2026,OW10024,397,2648368.89,,',
      '1936,10/11/2026,SUPPLIER,-1000,2647368.89,,',
    ];
    const ends = { bank: 'Nedbank', openingCents: 264_797_189, closingCents: 264_736_889 };

    expect(read(rows)).toMatchObject(ends);
    expect(read(['Statement Enquiry : ', ...rows.slice(1)])).toMatchObject(ends);
    expect(() => read(rows.slice(1))).toThrow(UNKNOWN);
  });
});

describe('the first row of a layout without a header', () => {
  const above = ['Statement Enquiry : ', 'Account Number : ,1100000118'];

  it('may have a day as a spreadsheet writes it', () => {
    const rows = ['7,11/3/2026,OW10002,397,1397', '7,11/16/2026,OW10003,1,1398'];

    expect(linesOf([...above, ...rows])).toEqual(['2026-11-03 OW10002: 397', '2026-11-16 OW10003: 1']);
  });

  it('is not lost if it has another shape', () => {
    const row = '02Nov2026,RENT,(3.00),1000.00';
    const rows = [row, '03Nov2026,OW10003,1.00,1001.00'];

    expect(read([...above, ...rows])).toMatchObject({ openingCents: 100_300, from: '2026-11-02' });
    expect(() => read([...above, row.replace('(3.00)', '3.00x'), ...rows])).toThrow('The amount of row 3');
  });
});

describe('a layout that is known by name', () => {
  it.each([
    [
      'Investec',
      [
        'Account Name:Mr T Sample  10010000135,,,,,',
        'Transaction Date,Posting Date,Description,Debits,Credits,Balance',
        '2026/11/16,2026/11/18,OW10002,,397,1347',
        '2026/11/14,2026/11/17,COFFEE SHOP,50,,950',
      ],
      ['2026-11-18 OW10002: 397'],
    ],
    [
      'Discovery',
      [
        '"Value Date","Value Time","Type","Description","Beneficiary or Cardholder","Amount"',
        '2026-11-20,17:56:21,"EFT","CAPITEC","OW10002",397.00',
        '2026-11-18,09:00:00,"Fee","Declined","",-6.00',
      ],
      ['2026-11-20 CAPITEC, OW10002: 397'],
    ],
    [
      'Discovery',
      [
        'Value Date,Value Time,Account Nickname,Account Number,Type,Transaction Description,Beneficiary or Cardholder,Amount,Category,SubCategory,Note',
        '2026-11-25,16:34:49,Cheque,17000000137,EFT,OW10002,,845.00,Other,Income,',
      ],
      ['2026-11-25 OW10002: 845'],
    ],
    [
      'TymeBank',
      [
        'Date,Description,Fees,Money Out,Money In,Balance',
        '03 Nov 2026,Payment from OW10002,,,"1,234.50","2,234.50"',
        '04 Nov 2026,EFT to supplier,2.00,100.00,,"2,132.50"',
      ],
      ['2026-11-03 Payment from OW10002: 1234.5'],
    ],
    [
      'Capitec',
      [
        'sep=,',
        'Sequence Number,Account,Posting Date,Transaction Date,Statement Description,Long Description,Parent Category,Sub-category,Debit Amount,Credit Amount,Balance',
        '1,1050000128,08/11/2026,05/11/2026,Payment Received: T Sample,OW10002,Other,Other,,397.00,1397.00',
        '2,1050000128,14/11/2026,11/11/2026,Card purchase,SHOP,Other,Other,47.50,,1349.50',
      ],
      ['2026-11-08 Payment Received: T Sample, OW10002: 397'],
    ],
    [
      'Capitec',
      [
        'Posting Date,Description,Money In,Money Out,Fee,Balance',
        '2026-11-02,OW10002,397.00,,,1397.00',
        '2026-11-03,SMS,,,-0.35,1396.65',
      ],
      ['2026-11-02 OW10002: 397'],
    ],
    [
      'Capitec',
      [
        'Date,Description,Category,Money In,Money Out,Fee*,Balance',
        '02/11/2026,OW10002,Other,397.00,,,1397.00',
        '13/11/2026,Shop,Food,,-50.00,-1.00,1346.00',
      ],
      ['2026-11-02 OW10002: 397'],
    ],
    [
      'Nedbank',
      [
        'Tranlistno,Date,Description,Fees(R),Debits(R),Credits(R),Balance(R)',
        '259,10/11/2026,FARMERS,,"2,921.58",,"-20,208.96"',
        ',10/11/2026,ATM FEE,65.00*,,,"-20,273.96"',
        '261,17/11/2026,OW10002,,,500.00,"-19,773.96"',
      ],
      ['2026-11-17 OW10002: 500'],
    ],
    [
      'Absa',
      [
        'Date,Transaction Description,Charge,Debit Amount,Credit Amount,Balance',
        '17/11/2026,Archive Stmt Enq,13.50 A,,,"343 560.98"',
        '19/11/2026,Acb Debit:External,15.00 T,944.27,,"342 616.71"',
        '23/11/2026,Acb Credit OW10002,,,397.00,"343 013.71"',
      ],
      ['2026-11-23 Acb Credit OW10002: 397'],
    ],
    [
      'Standard Bank',
      [
        'Page,Details,Service Fee,Debit,Credit,Date,Balance',
        '10,CREDIT TRANSFER,0.00,0.00,397.00,20261117,"6,537,203.66"',
        '10,PAYMENT TO,0.00,-13026.61,0.00,20261118,"6,524,177.05"',
      ],
      ['2026-11-17 CREDIT TRANSFER: 397'],
    ],
    [
      'FNB',
      [
        '"Account Number","62000000112"',
        'Date,Description,Amount,Balance,Accrued bank charges',
        '02 Nov 2026,OW10002,2500.00,35843.76,',
        '13 Nov 2026,Payment,-640.00,35203.76,15.00',
      ],
      ['2026-11-02 OW10002: 2500'],
    ],
  ])('is that of %s', (bank, file, lines) => {
    expect(read(file)).toMatchObject({ bank, hasBalances: bank !== 'Discovery' });
    expect(linesOf(file)).toEqual(lines);
  });

  it.each([
    ['Investec', 'Transaction Date,Posting Date,Description,Debits,Credits,Balance,Bank account'],
    ['Investec', 'Transaction Date,Posting Date,Description,Type,Debits,Credits,Balance'],
    ['TymeBank', 'Date,Description,Fees,Money Out,Money In,Status,Balance'],
    ['Absa', 'Date,Description,Type,Amount,Balance'],
  ])('is not that of %s under the header %s', (_, header) => {
    expect(() => read([header, '2026/11/02,2026/11/02,OW10002,1.00,2.00,3.00,4.00'])).toThrow(UNKNOWN);
  });

  it("is FNB's where the account stands in the line of the header", () => {
    const file = [
      'Account Number,62000000108,Account Name,SAMPLE TRADING,Effective Date,Description,Reference,Service Fee,Amount,Balance,',
      '2026-11-10,PAYSHAP,OW10002,0.00,110.00,214.67,',
      '2026-11-12,PAYMENT TO,Cables,0.00,-150.00,64.67,',
    ];

    expect(read(file)).toMatchObject({ bank: 'FNB', openingCents: 10_467 });
    expect(linesOf(file)).toEqual(['2026-11-10 PAYSHAP, OW10002: 110']);
  });

  it('asks for the columns if no row below its header can be read by it', () => {
    const shifted = ['Date,Description,Amount,Balance', 'x,2026-11-10,OW10002,397.00,497.00'];

    expect(() => read(shifted)).toThrow(UNKNOWN);
  });
});

describe('the header of another file', () => {
  it.each([
    ['below lines of three names', ['Name:,Thandi,Sample,', 'Date,Particulars,Value,Remainder']],
    [
      'below a line with a day and a figure',
      ['Balance at,20/11/2026,1397.00', 'Date,Particulars,Value,Rest'],
    ],
    ['above a second page with the same header', ['Date,Particulars,Value,Rest']],
  ])('is found %s', (_, lines) => {
    const rows = ['20/11/2026,OW10002,397.00,1397.00', lines.at(-1) ?? '', '21/11/2026,OW10003,1.00,1398.00'];
    const mapping = { date: 0, description: 1, amount: 2, balance: 3, dateFormat: 'DD/MM/YYYY' } as const;

    expect(read([...lines, ...rows], { mapping })).toMatchObject({
      header: lines.at(-1)?.toLowerCase().replaceAll(',', '|'),
      rows: [{ description: 'OW10002' }, { description: 'OW10003' }],
    });
  });
});

describe('a header below rows of money', () => {
  const row = '20261116,OW10002,397.00,1397.00';
  const header = 'Date,Description,Amount,Balance';

  it('is that of a second page, and the rows above it are not lost', () => {
    const mapping = { date: 0, description: 1, amount: 2, balance: 3, dateFormat: 'YYYYMMDD' } as const;

    expect(() => read([row, header, '20261117,OW10003,1.00,1398.00'])).toThrow(UNKNOWN);
    expect(read([row, header, '20261117,OW10003,1.00,1398.00'], { mapping }).rows).toHaveLength(2);
  });
});

describe('a file whose columns are asked', () => {
  const OTHER = ['When,Who,In,Out', '11/02/2026,OW10002,397.00,', '11/25/2026,RENT,,50.00'];
  const shownOf = (lines: readonly string[]) => {
    try {
      return read(lines);
    } catch (error) {
      return error;
    }
  };

  it('is shown with the rows around the first one that has a day and a figure, in their full width', () => {
    const above = Array.from({ length: 14 }, (_, index) => `Line ${index},Above`);
    const long = [...above, ...OTHER, ...Array.from({ length: 20 }, () => `1,2,3,4,5,${'x'.repeat(300)}`)];

    expect(shownOf(OTHER)).toMatchObject({
      code: 'columns_unknown',
      file: { rows: OTHER.map((line) => line.split(',')), rowsFrom: 1 },
    });
    expect(shownOf(long)).toMatchObject({
      file: {
        rows: [
          ['Line 12', 'Above'],
          ['Line 13', 'Above'],
          ['When', 'Who', 'In', 'Out'],
          ...Array(9).fill(expect.anything()),
        ],
        rowsFrom: 13,
      },
    });
  });
});
