import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCreditNoteHtml } from '#functions/documents/credit-note-html.ts';
import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import { makeInvoice } from '#test/support/invoices/invoices.ts';

const { buyer, supplier } = makeInvoice({});

const NOTE: IssuedCreditNote = {
  creditNoteNumber: 'CN-2026-000007',
  createdAt: '2026-11-26T08:00:00Z',
  totalCents: 11_500,
  vatCents: 1_500,
  reason: 'not-delivered',
  explanation: 'Three days without a signal',
  buyer,
  supplier,
  terms: {
    layout: 1,
    vatPercent: 15,
    invoiceNumber: 'INV-2026-000123',
    invoicedAt: '2026-11-20T08:00:00Z',
    invoiceCents: 163_150,
  },
  lines: null,
  copiedAt: null,
};

const LAYOUTS = {
  'credit-note-1-tax.txt': NOTE,
  'credit-note-1.txt': { ...NOTE, vatCents: null, supplier: { ...supplier, vatNumber: null } },
  'credit-note-1-lines.txt': {
    ...NOTE,
    lines: [
      {
        lineId: 1,
        description: 'Uncapped 5G data',
        amountCents: 11_500,
        from: '2026-11-21',
        to: '2026-11-30',
      },
    ],
  },
  'credit-note-1-copy.txt': { ...NOTE, copiedAt: '2027-02-28T22:30:00Z' },
} satisfies Record<string, IssuedCreditNote>;

// A credit note that is made again must read like the original; these files stay unchanged.
describe('stored layouts of issued credit notes', () => {
  it.each(Object.entries(LAYOUTS))(
    'an issued credit note prints byte for byte as stored in %s',
    (file, note) => {
      const stored = readFileSync(join(import.meta.dirname, 'layouts', file), 'utf8');

      expect(renderCreditNoteHtml(note)).toBe(stored);
    },
  );
});
