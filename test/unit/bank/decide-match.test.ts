import { describe, expect, it } from 'vitest';
import {
  type ClientFit,
  type Clue,
  decideMatch,
  decideReturn,
  type LineToMatch,
} from '#functions/domain/bank/decide-match.ts';

const TODAY = '2026-12-07';
const LINE: LineToMatch = {
  date: '2026-12-05',
  description: 'FNB OB PMT J NAIDOO',
  reference: 'OW10002',
  amountCents: 49_900,
  hasBalance: true,
  seenInFileOf: null,
};
const CLIENT = 2;
const OTHER = 3;
const OW_NUMBER: Clue = { kind: 'owNumber', userId: CLIENT, reason: 'OW number OW10002' };

const clue = (kind: Clue['kind'], userId = CLIENT): Clue => ({
  kind,
  userId,
  reason: `${kind} of ${userId}`,
});
const fitOf = (what: Partial<ClientFit> = {}): ClientFit => ({
  userId: CLIENT,
  invoiceNumber: null,
  isAllDue: false,
  equalDebts: 0,
  dueCents: 0,
  isMonthlyPrice: false,
  payment: null,
  moved: null,
  ...what,
});
const ALL_DUE = fitOf({ isAllDue: true });
const OTHER_OWES = fitOf({ userId: OTHER, isAllDue: true });

const mobileOf = (userId: number, isVerified: boolean, number = '+27821234567'): Clue => ({
  ...clue('mobile', userId),
  mobile: { number, isVerified },
});

const decide = (clues: readonly Clue[], fits: readonly ClientFit[] = [], line: Partial<LineToMatch> = {}) =>
  decideMatch({ ...LINE, ...line }, 'FNB OB PMT J NAIDOO', clues, fits, TODAY);

describe('a line is certain', () => {
  it.each<[string, Clue[], ClientFit[]]>([
    ['an OW number, and the amount is all that is due', [OW_NUMBER], [ALL_DUE]],
    [
      'an OW number, and the amount is one open invoice',
      [OW_NUMBER],
      [fitOf({ invoiceNumber: 'INV-2026-000123' })],
    ],
    ['an OW number, and the payer paid before', [OW_NUMBER, clue('payer')], []],
    ['an invoice number, and the amount is all that is due', [clue('invoice')], [ALL_DUE]],
    ['an OW number and an invoice number of one client', [OW_NUMBER, clue('invoice')], [ALL_DUE]],
    ['although an organisation of another is named', [OW_NUMBER, clue('organisation', OTHER)], [ALL_DUE]],
    ['although digits are the OW number of another', [OW_NUMBER, clue('digits', OTHER)], [ALL_DUE]],
    ['although a username of another is named', [OW_NUMBER, clue('username', OTHER)], [ALL_DUE]],
    [
      'although another, whose address is not verified, has the mobile number',
      [OW_NUMBER, mobileOf(OTHER, false)],
      [ALL_DUE],
    ],
    [
      'although another has the mobile number of the client too',
      [OW_NUMBER, mobileOf(CLIENT, false), mobileOf(OTHER, true)],
      [ALL_DUE],
    ],
  ])('with %s', (_, clues, fits) => {
    expect(decide(clues, fits).state).toBe('certain');
  });
});

describe('a line behind others that are certain for its client', () => {
  const ONE = fitOf({ invoiceNumber: 'INV-2026-000123', equalDebts: 1, dueCents: 99_800 });
  const TWO = fitOf({ invoiceNumber: 'INV-2026-000123', equalDebts: 2, dueCents: 99_800 });

  it.each<[string, ClientFit, number[], string]>([
    ['likely if the one invoice of its amount is paid by them', ONE, [49_900], 'likely'],
    ['certain if a second invoice of its amount is open', TWO, [49_900], 'certain'],
    ['likely if they pay both invoices of its amount', TWO, [49_900, 49_900], 'likely'],
    ['likely if they leave less due than its amount', ONE, [60_000], 'likely'],
    ['likely if they pay all that is due', { ...ALL_DUE, dueCents: 49_900 }, [49_900], 'likely'],
    ['certain if they leave enough', ONE, [40_000], 'certain'],
  ])('is %s', (_, fit, paid, state) => {
    const { state: found, proposals } = decideMatch(
      { ...LINE, paidBefore: new Map([[CLIENT, paid]]) },
      'FNB OB PMT J NAIDOO',
      [OW_NUMBER],
      [fit],
      TODAY,
    );

    expect(found).toBe(state);
    expect(proposals[0]?.reasons.includes('Another line pays what is due')).toBe(state === 'likely');
  });

  it('is certain whatever is due if its payer paid before', () => {
    const line = { ...LINE, paidBefore: new Map([[CLIENT, [49_900]]]) };

    expect(decideMatch(line, 'J NAIDOO', [OW_NUMBER, clue('payer')], [ONE], TODAY).state).toBe('certain');
  });
});

describe('a line is only likely', () => {
  it.each<[string, Clue[], ClientFit[], Partial<LineToMatch>?]>([
    ['nothing agrees with the OW number', [OW_NUMBER], [fitOf()]],
    ['only the monthly price agrees with it', [OW_NUMBER], [fitOf({ isMonthlyPrice: true })]],
    ['the amount is what another owes', [OW_NUMBER], [fitOf({ userId: OTHER, isAllDue: true })]],
    ['digits alone name the client', [clue('digits')], [ALL_DUE]],
    [
      'only the payer, the mobile number and the name agree',
      [clue('payer'), clue('mobile'), clue('surname')],
      [ALL_DUE],
    ],
    ['an OW number of another stands there too', [OW_NUMBER, clue('owNumber', OTHER)], [ALL_DUE]],
    ['an invoice number of another stands there too', [OW_NUMBER, clue('invoice', OTHER)], [ALL_DUE]],
    ['the payer paid for another', [OW_NUMBER, clue('payer', OTHER)], [ALL_DUE]],
    [
      'a mobile number of another, whose address is verified, stands there',
      [OW_NUMBER, mobileOf(OTHER, true)],
      [ALL_DUE],
    ],
    [
      'a second mobile number, of another, stands beside that of the client',
      [OW_NUMBER, mobileOf(CLIENT, true), mobileOf(OTHER, true, '+27831112222')],
      [ALL_DUE],
    ],
    ['a service number of another stands there', [OW_NUMBER, clue('service', OTHER)], [ALL_DUE]],
    ['a client with nearly this number is named', [OW_NUMBER, clue('neighbour', OTHER)], [ALL_DUE]],
    ['the end of the number may be missing', [{ ...OW_NUMBER, isPerhapsCut: true }], [ALL_DUE]],
    [
      'a payment without a line is near',
      [OW_NUMBER],
      [{ ...ALL_DUE, payment: { id: 7, bankDate: '2026-12-03', amountCents: LINE.amountCents } }],
    ],
    [
      'a payment of another amount without a line is near, although the payer is known',
      [OW_NUMBER, clue('payer')],
      [fitOf({ payment: { id: 7, bankDate: '2026-12-03', amountCents: 30_000 } })],
    ],
    [
      'a payment of that amount was moved away, although the payer is known',
      [OW_NUMBER, clue('payer')],
      [fitOf({ moved: { id: 8, owNumber: 'OW10003', movedOn: '2026-12-04' } })],
    ],
    ['the file has no balances', [OW_NUMBER], [ALL_DUE], { hasBalance: false }],
    ['another file brought it with other words', [OW_NUMBER], [ALL_DUE], { seenInFileOf: '2026-12-03' }],
  ])('if %s', (_, clues, fits, line) => {
    expect(decide(clues, fits, line).state).toBe('likely');
  });
});

describe('a line is unmatched', () => {
  it('if nothing names a client', () => {
    expect(decide([])).toEqual({
      state: 'unmatched',
      payer: 'FNB OB PMT J NAIDOO',
      perhaps: null,
      perhapsPaymentId: null,
      proposals: [],
    });
  });

  it('if the invoice of this amount is not wholly due', () => {
    expect(decide([{ ...clue('amount'), reason: null }], [fitOf({ isMonthlyPrice: true })]).state).toBe(
      'unmatched',
    );
  });
});

describe('the proposals of a line', () => {
  it('are at most three, the likeliest first', () => {
    const clues = [clue('surname', 4), clue('digits', 5), clue('mobile', 6), OW_NUMBER];

    expect(decide(clues).proposals.map(({ userId }) => userId)).toEqual([CLIENT, 6, 5]);
  });

  it('give the longer reading of a number precedence', () => {
    const clues = [clue('owNumber', 4), clue('owNumber', 5)];

    expect(decide(clues).proposals.map(({ userId }) => userId)).toEqual([4, 5]);
  });

  it('put who paid before and owes the amount before an OW number with which nothing agrees', () => {
    const clues = [OW_NUMBER, clue('payer', OTHER), clue('surname', OTHER)];

    expect(decide(clues, [fitOf({ userId: OTHER, isAllDue: true })]).proposals[0]?.userId).toBe(OTHER);
  });

  const WORDS = (['surname', 'organisation', 'reference'] as const).map((kind) => clue(kind));

  it('put who owes exactly the amount before whom more typed words name', () => {
    const clues = [...WORDS, mobileOf(CLIENT, true), clue('surname', OTHER)];

    expect(decide(clues).proposals[0]?.userId).toBe(CLIENT);
    expect(decide(clues, [OTHER_OWES]).proposals[0]?.userId).toBe(OTHER);
  });

  it.each(['payer', 'service', 'username', 'owNumber', 'invoice'] as const)(
    'put whom a %s names before who owes exactly the amount and is named by every typed word',
    (kind) => {
      const clues = [...WORDS, mobileOf(CLIENT, true), clue(kind, OTHER)];

      expect(decide(clues, [ALL_DUE]).proposals.map(({ userId }) => userId)).toEqual([OTHER, CLIENT]);
    },
  );

  it.each(['surname', 'digits'] as const)(
    'put whom a %s names before whom the amount alone names',
    (kind) => {
      const clues = [{ ...clue('amount'), reason: null }, clue(kind, OTHER)];

      expect(decide(clues, [ALL_DUE]).proposals.map(({ userId }) => userId)).toEqual([OTHER, CLIENT]);
    },
  );

  it.each<[string, boolean, Clue[]]>([
    ['typed words alone', true, [...WORDS, mobileOf(CLIENT, true)]],
    ['a username besides', false, [...WORDS, clue('username')]],
    ['digits besides', false, [...WORDS, clue('digits')]],
    ['a number alone', false, [OW_NUMBER]],
  ])('say whether they rest on typed words alone: %s', (_, isByWords, clues) => {
    expect(decide(clues).proposals).toMatchObject([{ userId: CLIENT, isByWords }]);
  });

  it('name only the client of a line that is certain', () => {
    expect(decide([OW_NUMBER, clue('organisation', OTHER)], [ALL_DUE])).toMatchObject({
      state: 'certain',
      proposals: [{ userId: CLIENT }],
    });
  });

  it('name each reason once, the strongest first, and how the amount fits', () => {
    const clues = [clue('surname'), clue('surname'), OW_NUMBER];

    expect(decide(clues, [ALL_DUE]).proposals[0]?.reasons).toEqual([
      'OW number OW10002',
      'surname of 2',
      'Amount is all that is due',
    ]);
  });

  it.each<[Partial<ClientFit>, string[]]>([
    [
      { isAllDue: true, invoiceNumber: 'INV-2026-000123', isMonthlyPrice: true },
      ['Amount is all that is due'],
    ],
    [{ invoiceNumber: 'INV-2026-000123', isMonthlyPrice: true }, ['Amount is that of INV-2026-000123']],
    [{ isMonthlyPrice: true }, ['Amount is the monthly price']],
    [{}, []],
  ])('say how the amount fits: %j', (what, reasons) => {
    expect(decide([{ ...OW_NUMBER, reason: null }], [fitOf(what)]).proposals[0]?.reasons).toEqual(reasons);
  });

  it('name who owes exactly the amount if nothing else names anybody', () => {
    expect(decide([{ ...clue('amount'), reason: null }], [ALL_DUE])).toMatchObject({
      state: 'likely',
      proposals: [
        { userId: CLIENT, paymentId: null, reasons: ['Amount is all that is due'], isByWords: false },
      ],
    });
  });
});

describe('a line that may already be booked', () => {
  const payment = { id: 7, bankDate: '2026-12-03', amountCents: LINE.amountCents };
  const other = { id: 9, bankDate: '2026-12-02', amountCents: 30_000 };
  const moved = { id: 8, owNumber: 'OW10003', movedOn: '2026-12-04' };

  it.each<[Partial<ClientFit>, string, number | null]>([
    [{ payment }, 'Perhaps recorded on 3 December', 7],
    [{ payment, moved }, 'Perhaps recorded on 3 December', 7],
    [{ payment: other }, 'R\u00A0300,00 was recorded on 2 December without a line', null],
    [{ moved }, 'Perhaps moved to OW10003 on 4 December', 8],
    [{ payment: other, moved }, 'Perhaps moved to OW10003 on 4 December', 8],
    [
      { moved: { id: null, owNumber: null, movedOn: '2025-12-04' } },
      'Perhaps moved to another client on 4 December 2025',
      null,
    ],
  ])('names what was recorded for the first proposal: %j', (what, perhaps, perhapsPaymentId) => {
    expect(decide([OW_NUMBER], [fitOf(what)])).toMatchObject({ perhaps, perhapsPaymentId });
  });

  it('names what was recorded for another proposal among the reasons of that one', () => {
    const clues = [OW_NUMBER, clue('surname', OTHER)];

    expect(decide(clues, [fitOf({ userId: OTHER, payment })])).toMatchObject({
      perhaps: null,
      perhapsPaymentId: null,
      proposals: [
        { userId: CLIENT, reasons: ['OW number OW10002'] },
        { userId: OTHER, reasons: ['surname of 3', 'Perhaps recorded on 3 December'] },
      ],
    });
  });

  it('names the other file that brought it, with the year if that is another', () => {
    expect(decide([], [], { seenInFileOf: '2025-12-03' })).toMatchObject({
      perhaps: 'Perhaps in the file of 3 December 2025',
      perhapsPaymentId: null,
    });
  });

  it('names the payment rather than the file', () => {
    expect(decide([OW_NUMBER], [fitOf({ payment })], { seenInFileOf: '2026-12-01' }).perhaps).toBe(
      'Perhaps recorded on 3 December',
    );
  });
});

describe('a returned line', () => {
  const paid = (id: number, userId: number, bankDate: string) => ({ id, userId, bankDate });

  it('names payments of the client who is named first, then the newest', () => {
    const payments = [
      paid(21, OTHER, '2026-12-04'),
      paid(22, CLIENT, '2026-11-05'),
      paid(23, 4, '2026-12-03'),
      paid(24, CLIENT, '2026-12-01'),
    ];

    expect(decideReturn(null, [OW_NUMBER], payments, TODAY)).toEqual({
      state: 'returned',
      payer: null,
      perhaps: null,
      perhapsPaymentId: null,
      proposals: [
        {
          userId: CLIENT,
          paymentId: 24,
          reasons: ['OW number OW10002', 'Paid on 1 December'],
          isByWords: false,
        },
        {
          userId: CLIENT,
          paymentId: 22,
          reasons: ['OW number OW10002', 'Paid on 5 November'],
          isByWords: false,
        },
        { userId: OTHER, paymentId: 21, reasons: ['Paid on 4 December'], isByWords: false },
      ],
    });
  });

  it('names no payment if there is none', () => {
    expect(decideReturn(null, [OW_NUMBER], [], TODAY).proposals).toEqual([]);
  });
});
