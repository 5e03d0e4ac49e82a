import { formatDateShort } from '#shared/dates.ts';
import type { Buyer, IssuedInvoice, Supplier } from '#shared/issued-invoice.ts';
import { formatRand, vatPortionCents } from '#shared/money.ts';
import { html, type Markup } from './html.ts';
import { firstInvoiceStyle } from './invoice-layout-1-style.ts';

/**
 * The first layout. Every invoice that was issued with it must always print like this, so nothing here may change:
 * `invoice-layouts.test.ts` compares its output byte for byte.
 */

/** The VAT rate on the day of issue of every invoice with this layout. */
const VAT_PERCENT = 15;

/** Nothing may be loaded or run: the page is text and its own style. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const isText = (text: string | null): text is string => text !== null && text.trim() !== '';

const describeVat = (vatNumber: string | null) => (isText(vatNumber) ? `VAT number ${vatNumber}` : null);

/** Isolates a text that others typed, so that a change of writing direction in it ends with it (D56). */
const isolate = (text: string): Markup => html`<bdi>${text}</bdi>`;

/** Renders each line with its texts next to each other, and leaves out a line without any known text. */
const renderLines = (lines: (string | null)[][]): Markup[] =>
  lines
    .map((parts) => parts.filter(isText))
    .filter((parts) => parts.length > 0)
    .map(
      (parts) =>
        html`<div>${parts.map((part, index) => html`${index > 0 ? ', ' : ''}${isolate(part)}`)}</div>`,
    );

/** The mark of the portal, as on its screens. */
const LOGO_MARK = html`
<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#2f48d3" />
  <circle cx="16" cy="19" r="3" fill="#ffb84d" />
  <path
    d="M9.6 14.4a9 9 0 0 1 12.8 0M6 10.2a14.4 14.4 0 0 1 20 0M8.5 24.5h15"
    fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
</svg>`;

const renderSupplier = (supplier: Supplier): Markup => html`
<div>
  ${LOGO_MARK}
  <div class="name">${isolate(supplier.name)}</div>
  <address>
    ${renderLines([[...supplier.addressLines], [supplier.email], [describeVat(supplier.vatNumber)]])}
  </address>
</div>`;

const renderBuyer = (buyer: Buyer): Markup => html`
<section>
  <h2>Bill to</h2>
  <div><strong>${isolate(isText(buyer.organisation) ? buyer.organisation : buyer.name)}</strong></div>
  <address>
    ${renderLines([
      [isText(buyer.organisation) ? buyer.name : null],
      [buyer.address],
      [buyer.town, buyer.postalCode],
      [buyer.state, buyer.country],
      [buyer.email],
      [describeVat(buyer.vatNumber)],
    ])}
  </address>
</section>`;

const renderDetails = (invoice: IssuedInvoice): Markup => html`
<section>
  <h2>Details</h2>
  <dl>
    <dt>Invoice number</dt><dd>${invoice.invoiceNumber}</dd>
    <dt>Invoice date</dt><dd>${formatDateShort(invoice.createdAt)}</dd>
    <dt>Client number</dt><dd>${invoice.buyer.owNumber}</dd>
  </dl>
</section>`;

const renderLineItems = (invoice: IssuedInvoice, amountHeading: string): Markup => html`
<table class="lines">
  <thead>
    <tr><th class="position">No.</th><th>Description</th><th class="amount">${amountHeading}</th></tr>
  </thead>
  <tbody>
    ${invoice.lines.map(
      (line, index) => html`
    <tr>
      <td class="position">${String(index + 1)}</td>
      <td>${isolate(line.description)}</td>
      <td class="amount">${formatRand(line.amountCents)}</td>
    </tr>`,
    )}
  </tbody>
</table>`;

const renderTotals = (totalCents: number, isTaxInvoice: boolean): Markup => {
  const vatCents = vatPortionCents(totalCents, VAT_PERCENT);
  const vatRows = [
    html`<tr><th>Total excluding VAT</th><td>${formatRand(totalCents - vatCents)}</td></tr>`,
    html`<tr><th>VAT at ${String(VAT_PERCENT)}%</th><td>${formatRand(vatCents)}</td></tr>`,
  ];

  return html`
<table class="totals">
  ${isTaxInvoice ? vatRows : []}
  <tr class="total">
    <th>${isTaxInvoice ? 'Total including VAT' : 'Total'}</th>
    <td>${formatRand(totalCents)}</td>
  </tr>
</table>`;
};

/**
 * Renders the whole document of a printed invoice. With the supplier's VAT number it is a 'Tax Invoice' whose prices
 * include VAT (Value-Added Tax Act 89 of 1991, section 20(4)); without it an 'Invoice' that does not mention VAT.
 */
export const renderFirstLayout = (invoice: IssuedInvoice): string => {
  const { supplier, buyer } = invoice;
  const isTaxInvoice = isText(supplier.vatNumber);
  const title = isTaxInvoice ? 'Tax Invoice' : 'Invoice';

  return html`<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>${invoice.invoiceNumber}</title>
<style>${{ markup: firstInvoiceStyle(`${invoice.invoiceNumber} · ${supplier.name}`) }}</style>
</head>
<body>
<header>
  ${renderSupplier(supplier)}
  <h1>${title}</h1>
</header>
<div class="parties">
  ${renderBuyer(buyer)}
  ${renderDetails(invoice)}
</div>
${renderLineItems(invoice, isTaxInvoice ? 'Amount incl. VAT' : 'Amount')}
<section class="summary">
  ${renderTotals(invoice.totalCents, isTaxInvoice)}
  <p>Please quote ${invoice.invoiceNumber} with your payment. Questions about this invoice: ${supplier.email}</p>
</section>
</body>
</html>`.markup;
};
