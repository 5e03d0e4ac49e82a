import type { BankRole } from '#shared/bank/bank-columns.ts';

export type Words = Partial<Record<BankRole, string | readonly string[]>>;

export interface HeadedLayout {
  bank: string;
  /** The words of the header above each column; the texts of several columns are joined. */
  words: Words;
  /** Columns that the bank does not always write. */
  optional?: Words;
  /** Words of columns that are not read, but tell this bank's header from others. */
  marks?: readonly string[];
  /** True if a header with other words or another order is not this bank's. */
  isWhole?: boolean;
}

const FNB = {
  date: 'date',
  description: 'description',
  reference: 'reference',
  fee: 'service fee',
  balance: 'balance',
};

const CAPITEC = { credit: 'money in', debit: 'money out', balance: 'balance' };

const DISCOVERY = { date: 'value date', reference: 'beneficiary or cardholder', amount: 'amount' };

/** The banks that head their columns; the first that fits is taken. */
export const HEADED: readonly HeadedLayout[] = [
  { bank: 'FNB', words: { ...FNB, amount: 'amount' } },
  { bank: 'FNB', words: { ...FNB, amount: 'amount', date: 'effective date' } },
  { bank: 'FNB', words: { ...FNB, debit: 'debit', credit: 'credit' } },
  {
    bank: 'FNB',
    words: {
      date: 'date',
      description: ['description1', 'description2', 'description3'],
      amount: 'amount',
      balance: 'balance',
    },
  },
  {
    bank: 'Standard Bank',
    words: {
      date: 'date',
      description: 'description',
      reference: ['customer reference', 'originator reference'],
      amount: 'amount',
      balance: 'balance',
    },
  },
  {
    bank: 'Capitec Business',
    words: {
      account: 'account',
      date: 'date',
      description: 'description',
      reference: 'reference',
      amount: 'amount',
      fee: 'fees',
      balance: 'balance',
    },
  },
  {
    bank: 'Capitec',
    words: {
      account: 'account',
      date: 'posting date',
      // The other description can be changed in the bank's app.
      description: 'original description',
      credit: 'money in',
      debit: 'money out',
      balance: 'balance',
    },
    optional: { fee: 'fee' },
  },
  {
    bank: 'Capitec',
    words: {
      account: 'account',
      date: 'posting date',
      description: 'statement description',
      reference: 'long description',
      credit: 'credit amount',
      debit: 'debit amount',
      balance: 'balance',
    },
  },
  {
    bank: 'Capitec',
    words: { date: 'posting date', description: 'description', ...CAPITEC },
    optional: { account: 'account', fee: 'fee' },
  },
  {
    bank: 'Capitec',
    words: { date: 'date', description: 'description', ...CAPITEC, fee: 'fee' },
    marks: ['category'],
  },
  {
    bank: 'TymeBank',
    words: {
      date: 'date',
      description: 'description',
      fee: 'fees',
      debit: 'money out',
      credit: 'money in',
      balance: 'balance',
    },
    isWhole: true,
  },
  {
    bank: 'Investec',
    words: {
      date: 'posting date',
      description: 'description',
      debit: 'debits',
      credit: 'credits',
      balance: 'balance',
    },
    marks: ['transaction date'],
    isWhole: true,
  },
  {
    bank: 'Discovery',
    words: { ...DISCOVERY, description: 'description' },
    optional: { account: 'account number' },
    marks: ['value time', 'type'],
  },
  {
    bank: 'Discovery',
    words: { ...DISCOVERY, description: 'transaction description' },
    optional: { account: 'account number' },
    marks: ['value time', 'type'],
  },
  {
    bank: 'Nedbank',
    words: {
      date: 'date',
      description: 'description',
      fee: 'fees r',
      debit: 'debits r',
      credit: 'credits r',
      balance: 'balance r',
    },
    marks: ['tranlistno'],
  },
  {
    bank: 'Absa',
    words: {
      date: 'date',
      description: 'transaction description',
      fee: 'charge',
      debit: 'debit amount',
      credit: 'credit amount',
      balance: 'balance',
    },
    isWhole: true,
  },
  {
    bank: 'Standard Bank',
    words: {
      description: 'details',
      fee: 'service fee',
      debit: 'debit',
      credit: 'credit',
      date: 'date',
      balance: 'balance',
    },
    marks: ['page'],
    isWhole: true,
  },
  {
    bank: 'FNB',
    words: {
      date: 'date',
      description: 'description',
      amount: 'amount',
      balance: 'balance',
      fee: 'accrued bank charges',
    },
    isWhole: true,
  },
  {
    bank: 'Bank Zero',
    words: {
      date: 'date',
      description: 'description 1',
      reference: 'description 2',
      fee: 'fee',
      amount: 'amount',
      balance: 'balance',
    },
  },
  {
    bank: 'FNB',
    words: { date: 'date', amount: 'amount', balance: 'balance', description: 'description' },
    isWhole: true,
  },
  {
    bank: 'Absa',
    words: { date: 'date', description: 'description', amount: 'amount', balance: 'balance' },
    isWhole: true,
  },
];
