import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderByLayout, renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import { makeInvoice, makeTerms } from '#test/support/invoices/invoices.ts';

const WITHOUT_VAT = { supplier: { vatNumber: null }, buyer: { vatNumber: null, organisation: null } };
const QUANTITIES = [
  { description: 'Fixed 5G router', unitCents: 99_950, quantity: 2, amountCents: 199_900 },
  { description: 'Technician, hours', unitCents: 45_000, quantity: 1.125, amountCents: 50_625 },
  { description: 'Uncapped 5G, November 2026', unitCents: 39_700, quantity: 1, amountCents: 39_700 },
];
const FREE = [{ description: 'Moved to another tower', unitCents: 0, quantity: 1, amountCents: 0 }];

const LAYOUTS = {
  '3-tax-invoice.txt': makeInvoice({}),
  '3-invoice.txt': makeInvoice(WITHOUT_VAT),
  '3-quantities.txt': { ...makeInvoice({}), lines: QUANTITIES, totalCents: 290_225 },
  '3-copy.txt': makeInvoice({ copiedAt: '2027-02-28T22:30:00Z' }),
  '3-name-in-chinese.txt': makeInvoice({
    buyer: { name: '李明', organisation: '北京科技 (Beijing Tech) Ltd' },
  }),
  '3-due-date.txt': makeInvoice({ terms: { termsDays: null, dueDate: '2026-12-15' } }),
  '3-credit.txt': makeInvoice({ terms: makeTerms(63_150) }),
  '3-invoice-credit.txt': makeInvoice({ ...WITHOUT_VAT, terms: makeTerms(63_150) }),
  '3-paid-from-credit.txt': makeInvoice({ terms: makeTerms(163_150) }),
  '3-above-5000.txt': makeInvoice({ amountsCents: [5_000_01] }),
  '3-complaints.txt': makeInvoice({
    supplier: { complaints: 'Complaints: accounts@owconnect.example; after 14 days ICASA, www.icasa.org.za' },
  }),
  '3-nothing-to-pay.txt': { ...makeInvoice({}), lines: FREE, totalCents: 0 },
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

it('an invoice prints in the layout that its terms name, also once there is a second one', () => {
  const layouts = { 3: () => 'the third', 4: () => 'the fourth' };
  const printIn = (layout: 3 | 4) => renderByLayout(layouts, { terms: { layout } });

  expect([printIn(3), printIn(4)]).toEqual(['the third', 'the fourth']);
});

it('a copy of an invoice differs from the original by one line with "Copy" and the South African date', () => {
  const first = renderInvoiceHtml(makeInvoice({}));
  const copy = renderInvoiceHtml(makeInvoice({ copiedAt: '2027-02-28T22:30:00Z' }));

  expect(copy.replace('<p class="copy">Copy, made on 2027/03/01</p>', '')).toBe(first);
  expect(first).not.toContain('Copy');
});
