import type { BankFile } from '#shared/contract/bank/bank-files.ts';

const NO_COUNTS: BankFile['counts'] = {
  lines: 0,
  skipped: 0,
  duplicates: 0,
  certain: 0,
  likely: 0,
  unmatched: 0,
  returned: 0,
  waiting: 0,
  closed: 0,
  booked: 0,
  unidentified: 0,
  ignored: 0,
  earlier: 0,
  perhapsSame: 0,
  ordered: 0,
};

const NO_SUMS: BankFile['sums'] = {
  certain: 0,
  booked: 0,
  unidentified: 0,
  open: 0,
  duplicates: 0,
  ignored: 0,
  returned: 0,
  fees: 0,
  other: 0,
};

type Change = Partial<Omit<BankFile, 'counts' | 'sums'>> & {
  counts?: Partial<BankFile['counts']>;
  sums?: Partial<BankFile['sums']>;
};

/** A file as the portal answers it: three lines of November, of which two are certain. */
export const bankFileOf = ({ counts, sums, ...change }: Change = {}): BankFile => ({
  id: 7,
  fileName: 'november.csv',
  format: 'csv',
  bank: 'FNB',
  account: '62001234567',
  from: '2026-11-20',
  to: '2026-11-23',
  bookFrom: '2026-11-01',
  opening: 1000,
  closing: 1600,
  state: 'ready',
  firstOpenDay: null,
  counts: { ...NO_COUNTS, lines: 3, certain: 2, likely: 1, ...counts },
  ties: true,
  sums: { ...NO_SUMS, open: 600, certain: 400, ...sums },
  canTakeBack: true,
  repeats: null,
  gapAfter: null,
  notes: [],
  uploadedBy: 'Lerato Khumalo',
  createdAt: '2026-11-23T07:12:00.000Z',
  ...change,
});
