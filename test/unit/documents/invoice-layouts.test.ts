import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import { makeInvoice, thirdTerms } from '#test/support/invoices/invoices.ts';

const FIRST = { terms: null };
const WITHOUT_VAT = { supplier: { vatNumber: null }, buyer: { vatNumber: null, organisation: null } };
const QUANTITIES = [
  { description: 'Fixed 5G router', unitCents: 99_950, quantity: 2, amountCents: 199_900 },
  { description: 'Technician, hours', unitCents: 45_000, quantity: 1.125, amountCents: 50_625 },
  { description: 'Uncapped 5G, November 2026', unitCents: 39_700, quantity: 1, amountCents: 39_700 },
];
const FREE = [{ description: 'Moved to another tower', unitCents: 0, quantity: 1, amountCents: 0 }];

const LAYOUTS = {
  '1-tax-invoice.txt': makeInvoice(FIRST),
  '1-invoice.txt': makeInvoice({ ...FIRST, ...WITHOUT_VAT }),
  '1-made-again.txt': makeInvoice({ ...FIRST, copiedAt: '2027-03-01T08:00:00Z' }),
  '2-tax-invoice.txt': makeInvoice({}),
  '2-invoice.txt': makeInvoice(WITHOUT_VAT),
  '2-quantities.txt': { ...makeInvoice({}), lines: QUANTITIES, totalCents: 290_225 },
  '2-copy.txt': makeInvoice({ copiedAt: '2027-02-28T22:30:00Z' }),
  '3-tax-invoice.txt': makeInvoice({ terms: thirdTerms(0) }),
  '3-credit.txt': makeInvoice({ terms: thirdTerms(63_150) }),
  '3-invoice-credit.txt': makeInvoice({ ...WITHOUT_VAT, terms: thirdTerms(63_150) }),
  '3-paid-from-credit.txt': makeInvoice({ terms: thirdTerms(163_150) }),
  '3-nothing-to-pay.txt': { ...makeInvoice({ terms: thirdTerms(0) }), lines: FREE, totalCents: 0 },
  '2-name-in-chinese.txt': makeInvoice({
    buyer: { name: '李明', organisation: '北京科技 (Beijing Tech) Ltd' },
  }),
};

// An invoice that is made again must read like the original. To change the text or the look, write a
// further layout for future invoices; these files stay unchanged.
describe('stored layouts of issued invoices', () => {
  it.each(Object.entries(LAYOUTS))(
    'an issued invoice prints byte for byte as stored in %s',
    (file, invoice) => {
      const stored = readFileSync(join(import.meta.dirname, 'layouts', file), 'utf8');

      expect(renderInvoiceHtml(invoice)).toBe(stored);
    },
  );
});

it('a copy of an invoice differs from the original by one line with "Copy" and the South African date', () => {
  const first = renderInvoiceHtml(makeInvoice({}));
  const copy = renderInvoiceHtml(makeInvoice({ copiedAt: '2027-02-28T22:30:00Z' }));

  expect(copy.replace('<p class="copy">Copy, made on 2027/03/01</p>', '')).toBe(first);
  expect(first).not.toContain('Copy');
});
