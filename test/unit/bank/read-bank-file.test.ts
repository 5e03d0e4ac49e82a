import { describe, expect, it } from 'vitest';
import { type ReadOptions, readText } from '#test/support/bank/read-text.ts';

const read = (lines: readonly string[], options: ReadOptions = {}) => readText(lines.join('\r\n'), options);

/** Returns the amounts in rand, the days and the texts of the lines. */
const linesOf = (lines: readonly string[]) =>
  read(lines).rows.map(({ date, description, reference, amountCents }) => [
    date,
    description,
    reference,
    amountCents / 100,
  ]);

const STANDARD_BANK_HEADER =
  'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference';

const STANDARD_BANK = [
  'Business Online,,,,,,,,',
  'Statement,,,,,,,,',
  'Account Number,012 345 678,,,,,,,',
  'Account Name,OW CONNECT (PTY) LTD,,,,,,,',
  ...Array.from({ length: 10 }, () => ',,,,,,,,'),
  STANDARD_BANK_HEADER,
  ',,,OPEN BALANCE,,+10000.00,,,',
  '2026/11/02,2026/11/02,43,CREDIT TRANSFER,+397.00,+10397.00,EFT,0000012,OW10002',
  '2026/11/02,2026/11/02,43,SERVICE FEE,-57.50,+10339.50,FEE,,',
  '2026/11/03,2026/11/03,43,CASH DEPOSIT,+129.00,+10468.50,CASH,,',
  ',,,CLOSE BALANCE,,+10468.50,,,',
];

const FNB_HEADER = 'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER';

const FNB = [
  'ACCOUNT TRANSACTION HISTORY FOR ACCOUNT NUMBER 62000000001',
  '',
  FNB_HEADER,
  '2026/11/02,0,397,FNB APP PAYMENT FROM,OW10002,1397,0',
  '2026/11/03,0,-250.5,MAGTAPE DEBIT,RENT,1146.5,0',
];

const NEDBANK = [
  'Statement Enquiry :',
  'Account Number : ,1234567890',
  'Account Description : ,Business Current',
  'Statement Number : ,12',
  '02Nov2026,BROUGHT FORWARD,,1000.00',
  '02Nov2026,OW10002 DLAMINI,397.00,1397.00',
  '03Nov2026,BANK CHARGES,-57.50,1339.50',
  '03Nov2026,CARRIED FORWARD,,1339.50',
  '04Nov2026,PROVISIONAL STATEMENT,,1339.50',
];

const CAPITEC_HEADER = 'Account,Date,Description,Reference,Amount,Fees,Balance';

const CAPITEC = [
  'Capitec Business,,,,,,',
  'Transaction history,,,,,,',
  CAPITEC_HEADER,
  '1051234567,02/11/2026,Payment received,OW10002,397.00,-1.50,1395.50',
  '1051234567,03/11/2026,Monthly fee,,0.00,-50.00,1345.50',
  '1051234567,04/11/2026,Payment to supplier,Rent,-300.00,-2.00,1043.50',
  'Total,,,,97.00,-53.50,',
];

const BANK_ZERO = [
  'Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments',
  '2026-11-02,Monday,08:15,EFT,N DLAMINI,OW10002,0.00,1 397.00,2 397.00,No',
  '2026-11-03,Tuesday,09:00,Card,FUEL,,0.00,-97.00,2 300.00,No',
];

describe("a bank's own file", () => {
  it("of Standard Bank's businesses is read below its 14 lines, with plus signs and without its balance rows", () => {
    const file = read(STANDARD_BANK);

    expect(file).toMatchObject({
      bank: 'Standard Bank',
      account: { kind: 'other', number: '012345678' },
      skipped: { count: 3, cents: -5750 },
      feeCents: 0,
      openingCents: 1_000_000,
      closingCents: 1_046_850,
      from: '2026-11-02',
      to: '2026-11-03',
      hasBalances: true,
    });
    expect(file.rows).toEqual([
      {
        row: 17,
        date: '2026-11-02',
        description: 'CREDIT TRANSFER',
        reference: 'OW10002 / 0000012',
        amountCents: 39_700,
        balanceCents: 1_039_700,
      },
      {
        row: 19,
        date: '2026-11-03',
        description: 'CASH DEPOSIT',
        reference: null,
        amountCents: 12_900,
        balanceCents: 1_046_850,
      },
    ]);
  });

  it("of Standard Bank's private accounts is read from its HIST records and proven by OPEN and CLOSE", () => {
    const records = [
      'ALL,0,ACC-NO,10012345678,,,0,0',
      'ALL,20261101,OPEN,1000.00,,,0,0',
      'HIST,20261102,,397.00,CREDIT TRANSFER,OW10002,1,0',
      'HIST,20261103,##,-57.50,SERVICE FEE,OPEN,1,0',
      'ALL,20261103,CLOSE,1339.50,,,0,0',
    ];

    expect(read(records)).toMatchObject({
      bank: 'Standard Bank',
      account: { kind: 'other', number: '10012345678' },
      rows: [
        { date: '2026-11-02', description: 'CREDIT TRANSFER', reference: 'OW10002', balanceCents: null },
      ],
      skipped: { count: 3, cents: -5750 },
      openingCents: 100_000,
      closingCents: 133_950,
      hasBalances: false,
    });
    expect(() => read(records.toSpliced(2, 1))).toThrow('The balance of row 4 does not follow');
    expect(read(records.toSpliced(2, 1), { withoutBalances: true })).toMatchObject({ closingCents: null });
  });

  it('of FNB is read below its two lines, also with null bytes in it', () => {
    expect(read(FNB)).toMatchObject({
      bank: 'FNB',
      account: { kind: 'other', number: '62000000001' },
      openingCents: 100_000,
      closingCents: 114_650,
      skipped: { count: 1, cents: -25_050 },
    });
    expect(linesOf(FNB)).toEqual([['2026-11-02', 'FNB APP PAYMENT FROM', 'OW10002', 397]]);
    expect(linesOf(FNB.map((line) => [...line].join('\0')))).toEqual(linesOf(FNB));
  });

  it('of FNB may have a debit and a credit column and the day first', () => {
    const split = [
      'Date,SERVICE FEE,Debit,Credit,DESCRIPTION,REFERENCE,Balance',
      '02/11/2026,,,397.00,PAYMENT,OW10002,1397.00',
      '13/11/2026,,250.50,,RENT,,1146.50',
    ];

    expect(read(split)).toMatchObject({ bank: 'FNB', closingCents: 114_650, to: '2026-11-13' });
    expect(linesOf(split)).toEqual([['2026-11-02', 'PAYMENT', 'OW10002', 397]]);
  });

  it("of FNB's private accounts gets the year of its days from today", () => {
    const days = [
      'Name:,MR X',
      'Account:,62000000001',
      '',
      'Date,Amount,Balance,Description',
      '20 Dec,100.00,1100.00,OW10002',
      '02 Jan,-50.00,1050.00,RENT',
      '26 Nov,100.00,1150.00,OW10003',
    ];

    expect(read(days)).toMatchObject({
      bank: 'FNB',
      account: { kind: 'other', number: '62000000001' },
      from: '2025-12-20',
      to: '2026-11-26',
    });
  });

  it("of FNB's statements is read from its numbered records, with the year of the statement", () => {
    const records = [
      "2,62000000001,'MR X','BUSINESS ACCOUNT'",
      "3,'Statement Number','From Date','To Date','Opening Balance','Closing Balance','VAT Paid'",
      "3,92,'11 December 2023','12 January 2024',1000.00,1347.00,0.00",
      "5,'Number','Date','Description1','Description2','Description3','Amount','Balance','Accrued Charges'",
      `5,1,'13 Dec',"FNB OB Pmt","N Dlamini","OW10002",397.00,1397.00,`,
      `5,2,'02 Jan',"Rent","","",-50.00,1347.00,5.00`,
      "6,'END'",
    ];

    expect(read(records)).toMatchObject({
      bank: 'FNB',
      account: { kind: 'other', number: '62000000001' },
      rows: [{ date: '2023-12-13', description: 'FNB OB Pmt / N Dlamini / OW10002', amountCents: 39_700 }],
      to: '2024-01-02',
      closingCents: 134_700,
      feeCents: 0,
    });
  });

  it('of Absa is read by its four words', () => {
    const absa = [
      'Date,Description,Amount,Balance',
      '20261102,DIGITAL PAYMENT CR  ABSA BANK OW10002      ,397.00,1397.00',
      '20261103,MONTHLY ACC FEE,-57.50,1339.50',
    ];

    expect(read(absa)).toMatchObject({
      bank: 'Absa',
      account: { kind: 'none' },
      header: 'date|description|amount|balance',
    });
    expect(linesOf(absa)).toEqual([['2026-11-02', 'DIGITAL PAYMENT CR ABSA BANK OW10002', null, 397]]);
  });

  it('of Nedbank is read by the shape of its rows, without carried, brought and provisional ones', () => {
    expect(read(NEDBANK)).toMatchObject({
      bank: 'Nedbank',
      account: { kind: 'other', number: '1234567890' },
      rows: [{ row: 6, date: '2026-11-02', description: 'OW10002 DLAMINI', amountCents: 39_700 }],
      skipped: { count: 4, cents: -5750 },
      openingCents: 100_000,
      closingCents: 133_950,
    });
  });

  it('of Capitec Business has a fee column, and its Total row and its rows of fees alone become no lines', () => {
    expect(read(CAPITEC)).toMatchObject({
      bank: 'Capitec Business',
      account: { kind: 'other', number: '1051234567' },
      rows: [{ row: 4, date: '2026-11-02', description: 'Payment received', reference: 'OW10002' }],
      skipped: { count: 3, cents: -30_000 },
      feeCents: 5350,
      openingCents: 100_000,
      closingCents: 104_350,
    });
  });

  it.each([
    ['with signs', '-300.00', '-1.50', '-50.00'],
    ['without signs', '300.00', '1.50', '50.00'],
  ])('of Capitec is read %s', (_, out, fee, monthly) => {
    const other = [
      'Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance',
      `1,1051234567,2026-11-02,2026-11-01,My client,PAYMENT OW10002,Income,Sales,397.00,,${fee},1395.50`,
      `2,1051234567,2026-11-03,2026-11-03,Rent,RENT,Costs,Rent,,${out},,1095.50`,
      `3,1051234567,2026-11-04,2026-11-04,Fee,MONTHLY FEE,Costs,Fees,,,${monthly},1045.50`,
    ];

    expect(read(other)).toMatchObject({
      bank: 'Capitec',
      rows: [{ date: '2026-11-02', description: 'PAYMENT OW10002', amountCents: 39_700 }],
      skipped: { count: 2, cents: -30_000 },
      feeCents: 5150,
      openingCents: 100_000,
      closingCents: 104_550,
    });
  });

  it('of Bank Zero is read with spaces in its amounts', () => {
    expect(read(BANK_ZERO)).toMatchObject({
      bank: 'Bank Zero',
      openingCents: 100_000,
      closingCents: 230_000,
    });
    expect(linesOf(BANK_ZERO)).toEqual([['2026-11-02', 'N DLAMINI', 'OW10002', 1397]]);
    expect(linesOf(BANK_ZERO.map((line, index) => `${index || 'Transaction Id'},${line}`))).toEqual(
      linesOf(BANK_ZERO),
    );
  });
});
