import { describe, expect, it } from 'vitest';
import { cssString, html } from '#functions/documents/html.ts';
import { renderInvoiceHtml } from '#functions/documents/invoice-html.ts';
import { requirePrintableSize } from '#functions/domain/invoices/run-invoice-pdf-job.ts';
import { HTML_BYTES_MAX } from '#functions/ports/pdf-printer.ts';
import { LINE_DESCRIPTION_LENGTH_MAX, LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import type { IssuedInvoice } from '#shared/invoices/issued-invoice.ts';
import { makeInvoice } from '#test/support/invoices/invoices.ts';

const SCRIPT = '<script>alert("1")</script>';
const EVIL = '\u202Egnp.exe';
const ESCAPED_SCRIPT = '&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;';

/** Returns the totals as a reader sees them: [label, amount] by row. */
const totalsOf = (document: string): string[][] => {
  const rows = document.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>\s*<td class="amount">(.*?)<\/td>/gs);

  return [...rows].map(([, label = '', amount = '']) => [label, amount]);
};

/** Returns the texts of a table's cells of one kind, row by row. */
const cellsOf = (document: string, tag: 'th' | 'td'): string[][] =>
  [...document.matchAll(/<tr.*?<\/tr>/gs)]
    .map(([row]) => [...row.matchAll(new RegExp(`<${tag}.*?>(.*?)</${tag}>`, 'gs'))])
    .filter((cells) => cells.length > 1)
    .map((cells) => cells.map(([, content = '']) => content.replaceAll(/<.*?>/g, '')));

const withLines = (lines: IssuedInvoice['lines']): IssuedInvoice => ({
  ...makeInvoice({}),
  lines,
  totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
});

describe('a tax invoice', () => {
  const document = renderInvoiceHtml(
    makeInvoice({ supplier: { vatNumber: '4870261234' }, amountsCents: [100_000, 23_450] }),
  );

  it('a tax invoice has that title and shows the VAT numbers of supplier and client', () => {
    expect(document).toContain('<h1>Tax Invoice</h1>');
    expect(document).toContain('VAT number 4870261234');
    expect(document).toContain('VAT number 4123456789');
  });

  it('a tax invoice shows the total without VAT, the 15% VAT that its prices include, and the total with VAT', () => {
    expect(totalsOf(document)).toEqual([
      ['Total excluding VAT', 'R\u00A01\u00A0073,48'],
      ['VAT at 15%', 'R\u00A0161,02'],
      ['Total including VAT', 'R\u00A01\u00A0234,50'],
    ]);
    expect(document).toContain('Amount incl. VAT');
  });

  it('a tax invoice computes VAT once from the total, not from each line', () => {
    // 3 × 10 cents hold 1 cent each, but 30 cents hold 4.
    const small = renderInvoiceHtml(
      makeInvoice({ supplier: { vatNumber: '4870261234' }, amountsCents: [10, 10, 10] }),
    );

    expect(totalsOf(small)).toContainEqual(['VAT at 15%', 'R\u00A00,04']);
  });

  it.each([
    [14, ['VAT at 14%', 'R\u00A0140,00']],
    [15.5, ['VAT at 15,5%', 'R\u00A0152,99']],
  ])('a tax invoice shows VAT at its stored rate of %s %%', (vatPercent, row) => {
    const before = renderInvoiceHtml(makeInvoice({ amountsCents: [114_000], terms: { vatPercent } }));

    expect(totalsOf(before)).toContainEqual(row);
  });
});

describe('lines of an invoice', () => {
  it('an invoice shows quantity and unit price in all lines if one line has a quantity other than one', () => {
    const document = renderInvoiceHtml(
      withLines([
        { description: 'Router', unitCents: 99_950, quantity: 12, amountCents: 1_199_400 },
        { description: 'Hours', unitCents: 45_000, quantity: 1.125, amountCents: 50_625 },
        { description: 'Minutes', unitCents: 1, quantity: 99_999.5, amountCents: 100_000 },
      ]),
    );

    expect(cellsOf(document, 'th')).toEqual([
      ['No.', 'Description', 'Quantity', 'Unit price', 'Amount incl. VAT'],
    ]);
    expect(cellsOf(document, 'td')).toEqual([
      ['1', 'Router', '12', 'R\u00A0999,50', 'R\u00A011\u00A0994,00'],
      ['2', 'Hours', '1,125', 'R\u00A0450,00', 'R\u00A0506,25'],
      ['3', 'Minutes', '99\u00A0999,5', 'R\u00A00,01', 'R\u00A01\u00A0000,00'],
    ]);
  });

  it('an invoice shows neither quantity nor unit price if each line has the quantity one', () => {
    const document = renderInvoiceHtml(makeInvoice({ amountsCents: [39_700] }));

    expect(cellsOf(document, 'th')).toEqual([['No.', 'Description', 'Amount incl. VAT']]);
    expect(cellsOf(document, 'td')).toEqual([['1', 'Uncapped 5G data, line 1', 'R\u00A0397,00']]);
  });
});

describe('how to pay', () => {
  const bank = {
    accountName: 'OW <Connect>',
    bankName: 'Nedbank',
    branchCode: '198765',
    accountNumber: '1 234',
    accountType: 'Savings',
  };

  it('an invoice shows the stored bank account, due date and payment reference', () => {
    const document = renderInvoiceHtml(
      makeInvoice({
        terms: { bank, termsDays: 30, dueDate: '2026-12-20', reference: 'OW10099' },
        amountsCents: [100],
      }),
    );

    for (const told of [
      '<dt>Bank</dt><dd>Nedbank</dd>',
      '<dt>Account name</dt><dd>OW &lt;Connect&gt;</dd>',
      '<dt>Account type</dt><dd>Savings</dd>',
      '<dt>Branch code</dt><dd>198765</dd>',
      '<dt>Account number</dt><dd>1 234</dd>',
      '<p class="reference">OW10099</p>',
      '<dt>Due date</dt><dd>2026/12/20</dd>',
      '<dt>Amount due</dt><dd>R\u00A01,00</dd>',
    ]) {
      expect(document).toContain(told);
    }
  });

  it.each([
    [7, 'Please pay within 7 days, by 2026/11/27.'],
    [1, 'Please pay within 1 day, by 2026/11/27.'],
    [0, 'Please pay today, 2026/11/27.'],
    [null, 'Please pay by 2026/11/27.'],
  ])('an invoice with terms of %s days says: %s', (termsDays, sentence) => {
    expect(renderInvoiceHtml(makeInvoice({ terms: { termsDays } }))).toContain(`<p>${sentence}</p>`);
  });
});

describe('characters that the fonts lack', () => {
  const billTo = (buyer: Partial<IssuedInvoice['buyer']>) => {
    const [, part = ''] =
      renderInvoiceHtml(makeInvoice({ buyer })).match(/<h2>Bill to<\/h2>(.*?)<\/section>/s) ?? [];

    return [...part.matchAll(/<p.*?>(.*?)<\/p>/g)].map(([, line = '']) => line.replaceAll(/<.*?>/g, ''));
  };

  it('an invoice prints the client number after the printable part of a name', () => {
    const lines = billTo({ name: '李明 Ming', organisation: '北京科技 Beijing Tech' });

    expect(lines.slice(0, 2)).toEqual(['Beijing Tech (OW10042)', 'Ming (OW10042)']);
  });

  it('an invoice prints the client number if no character of the name is printable', () => {
    expect(billTo({ name: '李明', organisation: null })[0]).toBe('Client (OW10042)');
  });

  it('an invoice prints a question mark for an unprintable character in an address or a line', () => {
    expect(billTo({ address: '22 Long Street 北京' })).toContain('22 Long Street ?');
    expect(renderInvoiceHtml(makeInvoice({ description: 'Router 😀 black' }))).toContain('Router ? black');
  });

  it('an invoice prints a printable name without the client number', () => {
    expect(billTo({ name: 'प्रिया Nêl', organisation: null })[0]).toBe('प्रिया Nêl');
  });
});

describe.each([null, '', ' '])('an invoice of a supplier whose VAT number is %j', (vatNumber) => {
  it('an invoice of a supplier without a VAT number is no tax invoice and does not mention VAT', () => {
    const document = renderInvoiceHtml(
      makeInvoice({ supplier: { vatNumber }, buyer: { vatNumber: null }, amountsCents: [100_000, 23_450] }),
    );

    expect(document).toContain('<h1>Invoice</h1>');
    expect(totalsOf(document)).toEqual([['Total', 'R\u00A01\u00A0234,50']]);
    expect(document).not.toMatch(/\bVAT\b|\bTax\b/);
  });
});

describe('the HTML document of an invoice', () => {
  it('an invoice document has its kind and number as title and en-ZA as language', () => {
    const document = renderInvoiceHtml(makeInvoice({}));

    expect(document).toContain('<title>Tax Invoice INV-2026-000123</title>');
    expect(document).toContain('<html lang="en-ZA">');
  });

  it('an invoice shows its date in South African time', () => {
    expect(renderInvoiceHtml(makeInvoice({ createdAt: '2026-11-20T22:30:00Z' }))).toContain('2026/11/21');
  });

  it('an invoice names the company and then the person, or only the person', () => {
    const company = renderInvoiceHtml(
      makeInvoice({ buyer: { name: 'Thandeka Nêl', organisation: 'Ubuntu Textiles' } }),
    );
    const person = renderInvoiceHtml(makeInvoice({ buyer: { name: 'Thandeka Nêl', organisation: null } }));

    expect(company).toMatch(
      /<p class="party"><bdi>Ubuntu Textiles<\/bdi><\/p>.*<p><bdi>Thandeka Nêl<\/bdi><\/p>/s,
    );
    expect(person).toContain('<p class="party"><bdi>Thandeka Nêl</bdi></p>');
    expect(person).not.toContain('<p><bdi>Thandeka Nêl</bdi></p>');
  });

  it('an invoice has no empty line or comma for a missing part of the address', () => {
    const document = renderInvoiceHtml(
      makeInvoice({
        buyer: { address: null, town: 'Upington', postalCode: '', state: null, country: 'South Africa' },
      }),
    );

    expect(document).toContain('<p><bdi>Upington</bdi></p><p><bdi>South Africa</bdi></p>');
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
  ])('an invoice isolates the text direction of %s with bdi', (_place, invoice) => {
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
  ])('an invoice escapes markup in %s', (_place, invoice) => {
    const document = renderInvoiceHtml(invoice);

    expect(document).toContain(ESCAPED_SCRIPT);
    expect(document).not.toContain('<script');
  });

  it("a supplier's name cannot break out of the style of an invoice", () => {
    const [, style = ''] =
      renderInvoiceHtml(makeInvoice({ supplier: { name: '"; } </style><img src=x> \\' } })).match(
        /<style>(.*)<\/style>/s,
      ) ?? [];

    expect(style).not.toContain('<');
    expect(style).toContain('\\22 \\3b  \\7d  \\3c \\2f style\\3e \\3c img src\\3d x\\3e  \\5c "');
  });

  it('an invoice document loads nothing, and its policy forbids all loading and scripts', () => {
    const document = renderInvoiceHtml(makeInvoice({}));

    expect(document).not.toMatch(/\s(src|href)=|url\(|@import|data:/);
    expect(document).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;">`,
    );
  });

  it.each(['"', '€', '😀'])(
    'an invoice with the longest possible lines, all made of %s, fits the limit for printing',
    (character) => {
      const description = character.repeat(LINE_DESCRIPTION_LENGTH_MAX / character.length);
      const line = {
        description,
        unitCents: 999_999_999_999,
        quantity: 99_999.999,
        amountCents: 999_999_999_999,
      };
      const longest = withLines(Array(LINE_ITEMS_MAX).fill(line));

      expect(() => requirePrintableSize(renderInvoiceHtml(longest))).not.toThrow();
    },
  );
});

describe('requirePrintableSize', () => {
  it('requirePrintableSize accepts a document of exactly the maximum size and refuses one byte more', () => {
    expect(() => requirePrintableSize('x'.repeat(HTML_BYTES_MAX))).not.toThrow();
    expect(() => requirePrintableSize('x'.repeat(HTML_BYTES_MAX + 1))).toThrow(/at most 1 MB/);
  });

  it('requirePrintableSize counts bytes, not characters', () => {
    expect(() => requirePrintableSize('€'.repeat(HTML_BYTES_MAX / 2))).toThrow(/at most 1 MB/);
  });
});

describe('html', () => {
  it('the html template escapes texts, keeps markup and joins lists', () => {
    const items = ['a & b', '<c>'].map((item) => html`<li>${item}</li>`);

    expect(html`<ul title="${'"\''}">${items}</ul>`.markup).toBe(
      '<ul title="&#34;&#39;"><li>a &amp; b</li><li>&lt;c&gt;</li></ul>',
    );
  });
});

describe('cssString', () => {
  it('cssString escapes everything but letters, digits and spaces', () => {
    expect(cssString('INV-1 é😀\n')).toBe('"INV\\2d 1 \\e9 \\1f600 \\a "');
  });
});

describe('an invoice that was voided', () => {
  it.each(['4870261234', null])(
    'a voided invoice of a supplier with the VAT number %s is the document as issued, with Void before it and a style that hides what asks for money',
    (vatNumber) => {
      const issued = renderInvoiceHtml(makeInvoice({ supplier: { vatNumber } }));
      const voided = renderInvoiceHtml(makeInvoice({ supplier: { vatNumber }, isVoid: true }));

      expect(issued).not.toContain('Void');
      expect(voided).toContain('<body>\n<p class="void-mark" aria-hidden="true">Void</p>');
      expect(
        voided
          .replace(/<style>\s*\.void-mark.*?<\/style>\n/s, '')
          .replace(/\n<p class="void-mark".*?<\/p>\n<p class="void-words">.*?<\/p>/, ''),
      ).toBe(issued);
    },
  );

  it('a client whose name looks like the end of the head gets the mark over the whole page', () => {
    const voided = renderInvoiceHtml(
      makeInvoice({ isVoid: true, supplier: { name: '</head><body>' }, buyer: { organisation: '<body>' } }),
    );

    expect(voided.match(/void-mark" aria-hidden="true">Void/g)).toHaveLength(1);
    expect(voided.indexOf('void-mark" aria-hidden="true">Void')).toBeLessThan(voided.indexOf('<header>'));
  });
});
