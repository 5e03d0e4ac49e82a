import { describe, expect, it } from 'vitest';
import { writeOfx } from '#test/support/bank/ofx-file.ts';
import { type ReadOptions, readText } from '#test/support/bank/read-text.ts';
import { decodeFile } from '#web/features/bank/decode-file.ts';

const ACCOUNT = '1050000001';
const read = (text: string, options: ReadOptions = {}) => readText(text, { accounts: [ACCOUNT], ...options });

const DEPOSIT = { date: '20261113', amount: '397.00', memo: 'Payment Received: OW10014', number: '1' };
const FEE = { date: '20261114', amount: '-12.50', memo: 'Monthly Account Fee', number: '2' };
const MORE = { date: '20261116', amount: '1150.00', memo: 'EFT OW10015', number: '3' };

const rowOf = (row: Partial<typeof DEPOSIT> & { type?: string; more?: string }, isXml = false) =>
  read(writeOfx([{ ...DEPOSIT, ...row }], { isXml })).rows[0];

describe.each([
  ['OFX 1, which is SGML without closing tags', false],
  ['OFX 2, which is XML', true],
])('%s', (_, isXml) => {
  it('tells account, days, signs and the number of each row without a question', () => {
    const file = read(
      writeOfx([DEPOSIT, FEE, MORE], { start: '20261101', end: '20261120', madeOn: '20261125110552', isXml }),
    );

    expect(file).toMatchObject({
      format: 'ofx',
      account: { kind: 'own', number: ACCOUNT },
      from: '2026-11-01',
      to: '2026-11-20',
      skipped: { count: 1, cents: -1250 },
      openingCents: null,
      notes: [],
    });
    expect(file.rows).toEqual([
      {
        row: 1,
        date: '2026-11-13',
        description: 'Payment Received: OW10014',
        reference: null,
        amountCents: 39_700,
        balanceCents: null,
        bankNumber: '1',
      },
      expect.objectContaining({ row: 3, date: '2026-11-16', amountCents: 115_000, bankNumber: '3' }),
    ]);
    expect(file.shown.map(({ amountCents, becomes }) => [amountCents, becomes])).toEqual([
      [39_700, 'line'],
      [-1250, 'out'],
      [115_000, 'line'],
    ]);
  });

  it('may be written in small letters, on one line, and with tags of other programs', () => {
    const text = writeOfx([{ ...DEPOSIT, more: '<INTU.BID>3000\n<INTU.USERID>x\n' }], { isXml }).replaceAll(
      /(<\/?)([A-Z.\d]+)>/g,
      (_all, open: string, name: string) => `${open}${name.toLowerCase()}>`,
    );

    expect(read(text.replaceAll('\n', '')).rows).toMatchObject([{ amountCents: 39_700, bankNumber: '1' }]);
  });

  it.each([5, 10, 30, 50, 70, 90, 97])('is refused as incomplete after %i hundredths of it', (part) => {
    const text = writeOfx([DEPOSIT, FEE, MORE], { isXml });
    const cut = text.slice(0, Math.floor((text.length * part) / 100));

    expect(() => read(cut)).toThrow(/complete|no CSV file of a bank|an XML file|no transactions/);
  });
});

describe('an amount', () => {
  it.each([
    ['397.00', 39_700],
    ['397,00', 39_700],
    ['+397.00', 39_700],
    ['397', 39_700],
    ['397.5', 39_750],
    ['397.0000', 39_700],
    ['  397.00  ', 39_700],
    ['15,000.00', 1_500_000],
    ['15.000,00', 1_500_000],
  ])('%j is read with comma, point and plus', (amount, cents) => {
    expect(rowOf({ amount })?.amountCents).toBe(cents);
  });

  it.each(['1.250', '1,250', '', 'abc', '3E5', '12.345', '99999999999.00'])(
    '%j is refused, because it may mean another one',
    (amount) => {
      expect(() => rowOf({ amount })).toThrow('Transaction 1: its amount cannot be read.');
    },
  );

  it('counts with its own sign, and a type that says otherwise is mentioned', () => {
    const file = read(writeOfx([{ ...DEPOSIT, type: 'DEBIT' }, FEE]));

    expect(file.rows).toMatchObject([{ amountCents: 39_700 }]);
    expect(file.notes).toEqual([
      'Transaction 1 is of type DEBIT, and its amount has the other sign. The sign counts.',
    ]);
  });

  it.each(['DEBIT', 'FEE', 'POS', 'ATM', 'DIRECTDEBIT'])(
    'of type %s is money out in a file that writes no minus',
    (type) => {
      const file = read(writeOfx([DEPOSIT, { ...FEE, amount: '12.50', type }]));

      expect(file.rows.map(({ bankNumber }) => bankNumber)).toEqual(['1']);
      expect(file.skipped).toEqual({ count: 1, cents: -1250 });
    },
  );

  it('is not guessed at where every sign contradicts its type', () => {
    const rows = [
      { ...DEPOSIT, amount: '-397.00', type: 'CREDIT' },
      { ...FEE, amount: '12.50', type: 'DEBIT' },
    ];

    expect(() => read(writeOfx(rows))).toThrow('other signs than its types');
  });

  it('in another currency is refused, and the one in which a client paid is no matter', () => {
    const inDollars = '<CURRENCY><CURRATE>18.2<CURSYM>USD</CURRENCY>';
    const paidInDollars = '<ORIGCURRENCY><CURRATE>18.2<CURSYM>USD</ORIGCURRENCY>';

    expect(() => rowOf({ more: inDollars })).toThrow('Transaction 1: it is in USD.');
    expect(rowOf({ more: paidInDollars })?.amountCents).toBe(39_700);
  });

  it('of nothing becomes no line', () => {
    expect(read(writeOfx([DEPOSIT, { ...FEE, amount: '0.00' }])).skipped).toEqual({ count: 1, cents: 0 });
  });
});

describe('a day', () => {
  it.each([
    '20261113',
    '20261113235959',
    '20261113120000.000[+2:SAST]',
    '20261113230000[0:GMT]',
    '20261113000000.000[-5:EST]',
    '202611131200',
    '2026-11-13',
    '2026-11-13T10:00:00+02:00',
  ])('is the one that the bank writes: %s', (date) => {
    expect(rowOf({ date })?.date).toBe('2026-11-13');
  });

  it.each(['2026111', '20261313', '2026111300000', '00001113', '99991113', 'today', '13112026'])(
    'that cannot be one is refused: %s',
    (date) => {
      expect(() => rowOf({ date })).toThrow('Transaction 1: its day cannot be read.');
    },
  );
});

describe('the first and last day', () => {
  const daysOf = (days: Parameters<typeof writeOfx>[1]) => {
    const { from, to } = read(writeOfx([DEPOSIT, MORE], days));

    return [from, to];
  };

  it.each<[string, Parameters<typeof writeOfx>[1], [string, string]]>([
    [
      'are DTSTART and DTEND',
      { start: '20261101', end: '20261120', madeOn: '20261125' },
      ['2026-11-01', '2026-11-20'],
    ],
    [
      'end on the day before the file was made',
      { start: '20261101', end: '20261125', madeOn: '20261125110552' },
      ['2026-11-01', '2026-11-24'],
    ],
    [
      'end on the newest row if that is of the day on which the file was made',
      { start: '20261101', end: '20261116', madeOn: '20261116' },
      ['2026-11-01', '2026-11-16'],
    ],
    [
      'end before today, also if the file says that it is of later',
      { end: '20261231', madeOn: '20270101' },
      ['2026-11-13', '2026-11-26'],
    ],
    [
      'end on the newest row if nobody knows when the file was made',
      { end: '20261125' },
      ['2026-11-13', '2026-11-16'],
    ],
    ['are those of the rows if the file names none', { madeOn: '20261125' }, ['2026-11-13', '2026-11-16']],
    [
      'are those of the rows if they lie outside',
      { start: '20261115', end: '20261115', madeOn: '20261125' },
      ['2026-11-13', '2026-11-16'],
    ],
  ])('%s', (_, days, expected) => {
    expect(daysOf(days)).toEqual(expected);
  });
});

describe('the words of a row', () => {
  it.each([
    ['Smith &amp; Sons &lt;OW10014&gt;', 'Smith & Sons <OW10014>'],
    ['Caf&#233; &#x4F;W10014', 'Café OW10014'],
    ['&amp;lt; stays', '&lt; stays'],
    ['Smith & Sons', 'Smith & Sons'],
    ['a < b and c', 'a < b and c'],
    ['<![CDATA[Smith & <Sons>, OW10014]]>', 'Smith & <Sons>, OW10014'],
    ['&copy; &lol9; &xxe;', '&copy; &lol9; &xxe;'],
    ['a&#0;b&#xD800;c&#99999999;', 'ab\uFFFDc&#99999999;'],
    ['&#1114112;', '\uFFFD'],
    ['Transfer INV 12, 13, 14, THANK YOU', 'Transfer INV 12, 13, 14, THANK YOU'],
    ['  two\n  lines  ', 'two lines'],
  ])('%j are read as %j', (memo, words) => {
    expect(rowOf({ memo })?.description).toBe(words);
  });

  it('come from name and memo, once if one begins with the other', () => {
    expect(rowOf({ more: '<NAME>EFT\n' })?.description).toBe('EFT / Payment Received: OW10014');
    expect(rowOf({ more: '<NAME>Payment Rec\n' })?.description).toBe('Payment Received: OW10014');
    expect(rowOf({ more: '<PAYEE><NAME>T Sample<CITY>Here</PAYEE>' })?.description).toBe(
      'T Sample / Payment Received: OW10014',
    );
  });

  it('have the numbers of cheque and reference, unless these say nothing new', () => {
    expect(rowOf({ more: '<CHECKNUM>000123\n<REFNUM>INV 7\n' })?.reference).toBe('000123 / INV 7');
    expect(rowOf({ more: '<CHECKNUM>0000\n<REFNUM>1\n' })?.reference).toBeNull();
  });

  it('in Windows-1252, under a header that says UTF-8, are read with each letter', () => {
    const bytes = Buffer.from(writeOfx([{ ...DEPOSIT, memo: 'Caf\xe9' }], { isXml: true }), 'latin1');

    expect(read(decodeFile(new Uint8Array(bytes))).rows[0]?.description).toBe('Café');
  });

  it('in UTF-16, under a header that says otherwise, are read with each letter', () => {
    const bytes = Buffer.from(`\uFEFF${writeOfx([{ ...DEPOSIT, memo: 'Café' }])}`, 'utf16le');

    expect(read(decodeFile(new Uint8Array(bytes))).rows[0]?.description).toBe('Café');
  });

  it('of a bank that took a payment back make a line below 0', () => {
    const file = read(writeOfx([DEPOSIT, { ...FEE, memo: 'UNPAID debit order' }]));

    expect(file.rows).toMatchObject([{ amountCents: 39_700 }, { amountCents: -1250 }]);
    expect(file.shown.map(({ becomes }) => becomes)).toEqual(['line', 'returned']);
  });
});

describe('what the bank may still change', () => {
  const PENDING = '<STMTTRNP><TRNTYPE>CREDIT<DTTRAN>20261124<TRNAMT>50.00<NAME>OW1</STMTTRNP>';

  it('becomes no line and no last day, in a list of its own or of type HOLD', () => {
    const text = writeOfx([DEPOSIT, { ...MORE, type: 'HOLD' }]).replace(
      '</BANKTRANLIST>',
      `</BANKTRANLIST><BANKTRANLISTP><DTASOF>20261124${PENDING}</BANKTRANLISTP>`,
    );
    const file = read(text);

    expect(file.rows.map(({ bankNumber }) => bankNumber)).toEqual(['1']);
    expect(file.shown.map(({ becomes }) => becomes)).toEqual(['line', 'pending', 'pending']);
    expect([file.skipped, file.to]).toEqual([{ count: 2, cents: 0 }, '2026-11-13']);
  });
});

describe('the account', () => {
  it.each([
    ['1050000001', { kind: 'own', number: ACCOUNT }],
    ['0001050000001', { kind: 'own', number: ACCOUNT }],
    ['1050-000-001', { kind: 'own', number: ACCOUNT }],
    ['470010 1050000001', { kind: 'own', number: ACCOUNT }],
    ['******0001', { kind: 'own', number: ACCOUNT }],
    ['1050000999', { kind: 'other', number: '1050000999' }],
    ['******0999', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('of ACCTID %j is %j', (account, found) => {
    expect(read(writeOfx([DEPOSIT], { account })).account).toEqual(found);
  });

  it('is that of the statement, not that of the other side of a transfer', () => {
    const more = '<BANKACCTTO><BANKID>1<ACCTID>1050000999<ACCTTYPE>SAVINGS</BANKACCTTO>';

    expect(read(writeOfx([{ ...DEPOSIT, more }])).account).toEqual({ kind: 'own', number: ACCOUNT });
  });

  it('is one: a file of several, of a bank or of cards, is refused', () => {
    const card = '<CCSTMTRS><CURDEF>ZAR<CCACCTFROM><ACCTID>5200000000000001</CCACCTFROM></CCSTMTRS>';
    const text = writeOfx([DEPOSIT]).replace(
      '</OFX>',
      `<CREDITCARDMSGSRSV1>${card}</CREDITCARDMSGSRSV1></OFX>`,
    );

    expect(() => read(text)).toThrow('The file is about several accounts.');
  });

  it('in two statements is read if they share no day', () => {
    const [one, other] = [
      writeOfx([DEPOSIT], { start: '20261101', end: '20261115' }),
      writeOfx([MORE], { start: '20261116', end: '20261120' }),
    ];
    const statement = (text: string) => text.slice(text.indexOf('<BANKMSGSRSV1>'), text.indexOf('</OFX>'));
    const both = (text: string) => one.replace('</OFX>', `${statement(text)}</OFX>`);

    expect(read(both(other)).rows).toMatchObject([{ bankNumber: '1' }, { bankNumber: '3' }]);
    expect(() => read(both(one))).toThrow('two statements of the same days');
  });

  it.each(['USD', 'EUR', 'usd'])('in %s is refused', (currency) => {
    expect(() => read(writeOfx([DEPOSIT], { currency }))).toThrow(
      `The file is in ${currency}. The portal reads accounts in rand only.`,
    );
  });

  it('of investments is refused', () => {
    expect(() => read(writeOfx([DEPOSIT]).replaceAll('STMTRS>', 'INVSTMTRS>'))).toThrow(
      'investments or a loan',
    );
  });
});

describe('the closing balance', () => {
  const closingOf = (amount: string, date: string) => {
    const { closingCents, notes } = read(
      writeOfx([DEPOSIT, MORE], { end: '20261120', madeOn: '20261121', balance: { amount, date } }),
    );

    return [closingCents, notes];
  };

  it('is that of the ledger, not what is available', () => {
    const text = writeOfx([DEPOSIT], { balance: { amount: '1397.00', date: '20261113' } });
    const available = '<AVAILBAL><BALAMT>9999.00<DTASOF>20261113</AVAILBAL></STMTRS>';

    expect(read(text.replace('</STMTRS>', available)).closingCents).toBe(139_700);
  });

  it.each([
    ['of a day before the newest row', '1547.00', '20261113', 'is of 13 November 2026'],
    ['of a day after the file', '1547.00', '20261122', 'is of 22 November 2026'],
    ['that cannot be read', 'n/a', '20261120', 'cannot be read'],
  ])('%s does not count, and that is said', (_, amount, date, note) => {
    expect(closingOf(amount, date)).toEqual([null, [expect.stringContaining(note)]]);
  });

  it('below 0 is one', () => {
    expect(closingOf('-20.00', '20261120')).toEqual([-2000, []]);
  });
});

describe('a hostile file', () => {
  it.each([
    ['entities that grow', '<!DOCTYPE OFX [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'],
    ['an entity from a file', '<!DOCTYPE OFX [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>'],
    ['an entity of parameters', '<!DOCTYPE OFX [<!ENTITY % p SYSTEM "http://example.com/x.dtd"> %p;]>'],
  ])('that declares %s is refused', (_, doctype) => {
    const text = writeOfx([{ ...DEPOSIT, memo: '&b; &xxe;' }], { isXml: true }).replace(
      '<OFX>',
      `${doctype}<OFX>`,
    );

    expect(() => read(text)).toThrow('declares a language of its own');
  });

  it('may name the document type of OFX, which is never fetched', () => {
    const text = writeOfx([DEPOSIT]).replace(
      '<OFX>',
      '<!DOCTYPE OFX SYSTEM "http://example.com/ofx.dtd"><OFX>',
    );

    expect(read(text).rows).toHaveLength(1);
  });

  it.each([
    ['no end of a row', (text: string) => text.replace('</STMTTRN>', '')],
    [
      'no end of the last row',
      (text: string) => text.replace('</STMTTRN>\n</BANKTRANLIST>', '</BANKTRANLIST>'),
    ],
    ['no beginning of a row', (text: string) => text.replace('<STMTTRN>', '')],
    ['a row between two that has lost its ends', (text: string) => text.replace('</STMTTRN>\n<STMTTRN>', '')],
    ['a row outside a statement', (text: string) => text.replace('<STMTRS>', '')],
    ['two amounts in a row', (text: string) => text.replace('<MEMO>', '<TRNAMT>5.00<MEMO>')],
  ])('with %s is refused', (_, change) => {
    expect(() => read(change(writeOfx([DEPOSIT, MORE])))).toThrow(/broken/);
  });

  it.each([
    [
      'a million rows',
      'a file may have at most 10,000 transactions',
      '<STMTTRN></STMTTRN>'.repeat(1_000_000),
    ],
    ['a million open comments', 'The file ends too early', '<!--'.repeat(1_000_000)],
    ['a million open texts', 'The file ends too early', '<![CDATA['.repeat(1_000_000)],
    ['a million signs', 'The file ends too early', '<'.repeat(1_000_000)],
    ['a name of a million letters', 'The file ends too early', `<${'a'.repeat(1_000_000)}`],
    ['a million nested tags', 'The file ends too early', '<a>'.repeat(1_000_000)],
    ['a value of a million entities', 'The file ends too early', `<MEMO>${'&#6'.repeat(1_000_000)}`],
    ['a million declarations', 'declares a language of its own', '<!DOCTYPE OFX ['.repeat(1_000_000)],
  ])('of %s is refused within seconds', (_, sentence, body) => {
    const text = `OFXHEADER:100\n<OFX><STMTRS>${body}`;
    const before = performance.now();

    expect(() => read(text)).toThrow(new RegExp(sentence, 'i'));
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('without a transaction is refused', () => {
    expect(() => read(writeOfx([]))).toThrow('The file has no transactions.');
  });
});
