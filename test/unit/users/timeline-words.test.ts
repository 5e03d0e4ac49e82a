import { expect, it } from 'vitest';
import { wordMoment } from '#functions/domain/users/timeline-words.ts';
import type { LedgerMoment, MailMoment } from '#functions/ports/database/users/timeline-store.ts';

const PLACE = { at: '2026-11-20T22:30:00.000001Z', id: '7', actor: null };

const ENTRY: LedgerMoment = {
  ...PLACE,
  source: 'ledger',
  kind: 'payment',
  reversedKind: null,
  itemId: 7,
  invoiceId: null,
  number: null,
  invoiceNumber: null,
  date: '2026-11-21',
  bankDate: null,
  amount: 100,
  method: 'eft',
  reference: null,
  reason: null,
};

const MAIL: MailMoment = {
  ...PLACE,
  source: 'mail',
  kind: 'invoice',
  subject: 'Invoice INV-2026-000012',
  state: 'delivered',
  reason: null,
  invoiceId: 12,
  paymentId: null,
};

it.each<[string, LedgerMoment]>([
  // 22:30 in UTC is the next day in Johannesburg.
  ['Payment by EFT', ENTRY],
  ['Payment by EFT, made on 2026/11/20', { ...ENTRY, date: '2026-11-20' }],
  [
    'Payment by EFT, made on 2026/10/20, dated 2026/11/01, reference OW10002',
    { ...ENTRY, date: '2026-11-01', bankDate: '2026-10-20', reference: 'OW10002' },
  ],
  [
    'Payment by EFT, made on 2026/10/20, dated 2026/11/21',
    { ...ENTRY, date: '2026-11-21', bankDate: '2026-10-20' },
  ],
  [
    'Refund by EFT, at the bank 2026/10/20: Paid twice',
    { ...ENTRY, kind: 'refund', bankDate: '2026-10-20', reason: 'Paid twice' },
  ],
  [
    'Payment reversed, at the bank 2026/10/20: Payment by EFT was returned',
    {
      ...ENTRY,
      kind: 'reversal',
      reversedKind: 'payment',
      method: null,
      bankDate: '2026-10-20',
      reason: 'Payment by EFT was returned',
    },
  ],
  [
    'Credit note CN-2026-000011 of INV-2026-000033: Invoice was issued twice by us',
    {
      ...ENTRY,
      kind: 'credit-note',
      method: null,
      invoiceId: 33,
      number: 'CN-2026-000011',
      invoiceNumber: 'INV-2026-000033',
      reason: 'Invoice was issued twice by us',
    },
  ],
  [
    'Invoice INV-2026-000012',
    { ...ENTRY, kind: 'invoice', method: null, invoiceId: 12, number: 'INV-2026-000012' },
  ],
  [
    'Invoice INV-2026-000012 voided: Wrong client',
    {
      ...ENTRY,
      kind: 'reversal',
      reversedKind: 'invoice',
      method: null,
      invoiceId: 12,
      number: 'INV-2026-000012',
      reason: 'Wrong client',
    },
  ],
  [
    'Write-off (INV-2026-000012): Cannot be collected',
    {
      ...ENTRY,
      kind: 'write-off',
      method: null,
      invoiceId: 12,
      number: 'INV-2026-000012',
      reason: 'Cannot be collected',
    },
  ],
])('an entry of the ledger is told as %j', (words, entry) => {
  expect(wordMoment(entry)).toBe(words);
});

it.each<[string, Partial<MailMoment>]>([
  ['Mail “Invoice INV-2026-000012”: delivered', {}],
  ['Mail “Invoice”: waits', { subject: null, state: 'waiting' }],
  ['Mail “Invoice INV-2026-000012”: came back', { state: 'bounced' }],
  [
    'Mail “Invoice INV-2026-000012”: not sent (Mail is switched off)',
    { state: 'skipped', reason: 'switched-off' },
  ],
])('a mail is told as %j', (words, mail) => {
  expect(wordMoment({ ...MAIL, ...mail })).toBe(words);
});
