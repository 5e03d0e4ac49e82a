import type { BankPreview } from '#shared/contract/bank/bank-files.ts';

type Change = Partial<Omit<BankPreview, 'counts'>> & { counts?: Partial<BankPreview['counts']> };

/** What would be stored of a file of November: two new lines and a fee. */
export const bankPreviewOf = ({ counts, ...change }: Change = {}): BankPreview => ({
  format: 'csv',
  bank: 'FNB',
  account: '62001234567',
  from: '2026-11-20',
  to: '2026-11-23',
  opening: 1000,
  closing: 1588,
  ties: true,
  sumIn: 600,
  sumOut: 12,
  lines: [
    { date: '2026-11-20', description: 'EFT OW10002', reference: null, amount: 400, becomes: 'line' },
    { date: '2026-11-21', description: 'EFT', reference: 'INV-2026-0041', amount: 200, becomes: 'line' },
    { date: '2026-11-23', description: 'MONTHLY FEE', reference: null, amount: -12, becomes: 'out' },
  ],
  counts: { lines: 2, returned: 0, out: 1, pending: 0, known: 0, earlier: 0, ...counts },
  bookFrom: '2026-11-01',
  suggestedBookFrom: '2026-11-01',
  notes: [],
  ...change,
});
