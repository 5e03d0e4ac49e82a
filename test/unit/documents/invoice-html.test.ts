import { describe, expect, it } from 'vitest';
import { cssString, html } from '#functions/documents/html.ts';
import { renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import { requirePrintableSize } from '#functions/domain/invoices/invoice-pdf.ts';
import { HTML_BYTES_MAX } from '#functions/ports/pdf-printer.ts';
import { LINE_DESCRIPTION_LENGTH_MAX, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import { makeInvoice } from '#test/support/invoices.ts';

const SCRIPT = '<script>alert("1")</script>';
const EVIL = '\u202Egnp.exe';
const ESCAPED_SCRIPT = '&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;';

/** What a reader sees of the totals: [label, amount] by row. */
const totalsOf = (document: string): string[][] => {
  const [, table = ''] = document.match(/<table class="totals">(.*?)<\/table>/s) ?? [];

  return [...table.matchAll(/<th>(.*?)<\/th>\s*<td>(.*?)<\/td>/gs)].map(([, label = '', amount = '']) => [
    label,
    amount,
  ]);
};

describe('a tax invoice', () => {
  const document = renderInvoiceHtml(
    makeInvoice({ supplier: { vatNumber: '4870261234' }, amountsCents: [100_000, 23_450] }),
  );

  it('is called so and shows the VAT numbers of both sides', () => {
    expect(document).toContain('<h1>Tax Invoice</h1>');
    expect(document).toContain('VAT number 4870261234');
    expect(document).toContain('VAT number 4123456789');
  });

  it('shows net, 15% VAT of prices that include it, and their sum', () => {
    expect(totalsOf(document)).toEqual([
      ['Total excluding VAT', 'R\u00A01\u00A0073,48'],
      ['VAT at 15%', 'R\u00A0161,02'],
      ['Total including VAT', 'R\u00A01\u00A0234,50'],
    ]);
    expect(document).toContain('Amount incl. VAT');
  });

  it('takes VAT from the total once, not from each line', () => {
    // 3 × 10 cents hold 1 cent each, but 30 cents hold 4.
    const small = renderInvoiceHtml(
      makeInvoice({ supplier: { vatNumber: '4870261234' }, amountsCents: [10, 10, 10] }),
    );

    expect(totalsOf(small)).toContainEqual(['VAT at 15%', 'R\u00A00,04']);
  });
});

describe.each([null, '', ' '])('an invoice of a supplier whose VAT number is %j', (vatNumber) => {
  it('is no tax invoice and says nothing of VAT', () => {
    const document = renderInvoiceHtml(
      makeInvoice({ supplier: { vatNumber }, buyer: { vatNumber: null }, amountsCents: [100_000, 23_450] }),
    );

    expect(document).toContain('<h1>Invoice</h1>');
    expect(totalsOf(document)).toEqual([['Total', 'R\u00A01\u00A0234,50']]);
    expect(document).not.toMatch(/\bVAT\b|\bTax\b/);
  });
});

describe('the document', () => {
  it('is titled by the invoice number and written in South African English', () => {
    const document = renderInvoiceHtml(makeInvoice({}));

    expect(document).toContain('<title>INV-2026-000123</title>');
    expect(document).toContain('<html lang="en-ZA">');
  });

  it('dates the invoice by the calendar of South Africa', () => {
    expect(renderInvoiceHtml(makeInvoice({ createdAt: '2026-11-20T22:30:00Z' }))).toContain('2026/11/21');
  });

  it('names the company and then the person, or only the person', () => {
    const company = renderInvoiceHtml(
      makeInvoice({ buyer: { name: 'Thandeka Nêl', organisation: 'Ubuntu Textiles' } }),
    );
    const person = renderInvoiceHtml(makeInvoice({ buyer: { name: 'Thandeka Nêl', organisation: null } }));

    expect(company).toMatch(
      /<strong><bdi>Ubuntu Textiles<\/bdi><\/strong>.*<div><bdi>Thandeka Nêl<\/bdi><\/div>/s,
    );
    expect(person).toContain('<strong><bdi>Thandeka Nêl</bdi></strong>');
    expect(person).not.toContain('<div><bdi>Thandeka Nêl</bdi></div>');
  });

  it('leaves no empty line or comma where a part of the address is missing', () => {
    const document = renderInvoiceHtml(
      makeInvoice({
        buyer: { address: null, town: 'Upington', postalCode: '', state: null, country: 'South Africa' },
      }),
    );

    expect(document).toContain('<div><bdi>Upington</bdi></div><div><bdi>South Africa</bdi></div>');
  });

  it.each([
    ["the buyer's name", makeInvoice({ buyer: { name: EVIL, organisation: 'Ubuntu' } })],
    ["the buyer's company", makeInvoice({ buyer: { organisation: EVIL } })],
    ["the buyer's address", makeInvoice({ buyer: { address: EVIL } })],
    ["the buyer's town", makeInvoice({ buyer: { town: EVIL } })],
    ["the buyer's postal code", makeInvoice({ buyer: { postalCode: EVIL } })],
    ["the buyer's state", makeInvoice({ buyer: { state: EVIL } })],
    ["the buyer's country", makeInvoice({ buyer: { country: EVIL } })],
    ['a line', makeInvoice({ description: EVIL, amountsCents: [100] })],
  ])('prints %s in an isolate, so that it turns the direction of nothing else', (_place, invoice) => {
    const document = renderInvoiceHtml(invoice);

    expect(document).toContain(`<bdi>${EVIL}</bdi>`);
    expect(document.split(EVIL)).toHaveLength(2);
  });

  it.each([
    ["the supplier's name", makeInvoice({ supplier: { name: SCRIPT } })],
    ["the supplier's address", makeInvoice({ supplier: { addressLines: [SCRIPT] } })],
    ["the buyer's name", makeInvoice({ buyer: { name: SCRIPT } })],
    ["the buyer's company", makeInvoice({ buyer: { organisation: SCRIPT } })],
    ["the buyer's town", makeInvoice({ buyer: { town: SCRIPT } })],
    ['a line', makeInvoice({ description: SCRIPT })],
    ['the number', makeInvoice({ invoiceNumber: SCRIPT })],
  ])('escapes markup in %s', (_place, invoice) => {
    const document = renderInvoiceHtml(invoice);

    expect(document).toContain(ESCAPED_SCRIPT);
    expect(document).not.toContain('<script');
  });

  it('cannot be left through its style by a supplier whose name is CSS or closes the element', () => {
    const [, style = ''] =
      renderInvoiceHtml(makeInvoice({ supplier: { name: '"; } </style><img src=x> \\' } })).match(
        /<style>(.*)<\/style>/s,
      ) ?? [];

    expect(style).not.toContain('<');
    expect(style).toContain('\\22 \\3b  \\7d  \\3c \\2f style\\3e \\3c img src\\3d x\\3e  \\5c "');
  });

  it('refers to nothing outside itself and forbids all loading and running', () => {
    const document = renderInvoiceHtml(makeInvoice({}));

    expect(document).not.toMatch(/\s(src|href)=|url\(|@import|data:/);
    expect(document).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;">`,
    );
  });

  it.each(['"', '€', '😀'])(
    'fits into what may be printed, with the longest lines made of %s',
    (character) => {
      const description = character.repeat(LINE_DESCRIPTION_LENGTH_MAX / character.length);
      const invoice = makeInvoice({ description, amountsCents: Array(LINE_ITEMS_MAX).fill(999_999_999_999) });

      expect(() => requirePrintableSize(renderInvoiceHtml(invoice))).not.toThrow();
    },
  );
});

describe('requirePrintableSize', () => {
  it('passes a document of exactly the largest size and refuses one byte more', () => {
    expect(() => requirePrintableSize('x'.repeat(HTML_BYTES_MAX))).not.toThrow();
    expect(() => requirePrintableSize('x'.repeat(HTML_BYTES_MAX + 1))).toThrow(/at most 1 MB/);
  });

  it('counts bytes and not characters', () => {
    expect(() => requirePrintableSize('€'.repeat(HTML_BYTES_MAX / 2))).toThrow(/at most 1 MB/);
  });
});

describe('html', () => {
  it('escapes texts, keeps markup and joins lists', () => {
    const items = ['a & b', '<c>'].map((item) => html`<li>${item}</li>`);

    expect(html`<ul title="${'"\''}">${items}</ul>`.markup).toBe(
      '<ul title="&#34;&#39;"><li>a &amp; b</li><li>&lt;c&gt;</li></ul>',
    );
  });
});

describe('cssString', () => {
  it('escapes all but letters, digits and spaces', () => {
    expect(cssString('INV-1 é😀\n')).toBe('"INV\\2d 1 \\e9 \\1f600 \\a "');
  });
});
