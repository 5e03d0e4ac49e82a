import { formatDateShort } from '#shared/dates.ts';
import type { InvoiceLine, IssuedInvoice, IssuedTerms } from '#shared/invoices/issued-invoice.ts';
import { requiresQuantities } from '#shared/invoices/tax-invoice.ts';
import { formatRand, vatPortionCents } from '#shared/money.ts';
import { formatQuantity } from '#shared/numbers.ts';
import { html, type Markup } from './html.ts';
import {
  CONTENT_SECURITY_POLICY,
  isolate,
  isText,
  LOGO_MARK,
  renderBuyer,
  renderComplaints,
  renderEnd,
  renderFacts,
  renderSupplier,
  renderTotal,
} from './invoice-layout-3-parties.ts';
import { thirdInvoiceStyle } from './invoice-layout-3-style.ts';

/**
 * The third layout. The facts of an invoice were stored when it was issued, and their wording must not change, because a
 * copy reads like the first print except for the word 'Copy' and its date. `invoice-layouts.test.ts` compares the output
 * byte for byte: another wording or look is a fourth layout.
 */

interface Totals {
  totalCents: number;
  creditCents: number;
  vatPercent: number | null;
}

const renderTotals = ({ totalCents, creditCents, vatPercent }: Totals): Markup[] => {
  const paying =
    creditCents > 0
      ? [
          renderTotal('Paid from credit', -creditCents, 'part'),
          renderTotal('Amount due', totalCents - creditCents, 'total'),
        ]
      : [];
  if (vatPercent === null) {
    return [renderTotal('Total', totalCents, 'total'), ...paying];
  }

  const vatCents = vatPortionCents(totalCents, vatPercent);

  return [
    renderTotal('Total excluding VAT', totalCents - vatCents, 'part'),
    renderTotal(`VAT at ${String(vatPercent).replace('.', ',')}%`, vatCents, 'part'),
    renderTotal('Total including VAT', totalCents, 'total'),
    ...paying,
  ];
};

/**
 * Renders the lines, the totals and how to pay. There are columns for quantities and unit prices only if a quantity is not
 * one, or if the law wants them.
 */
const renderLineItems = (lines: readonly InvoiceLine[], totals: Totals, payment: Markup): Markup => {
  const hasQuantities =
    requiresQuantities(totals.vatPercent !== null, totals.totalCents) ||
    lines.some(({ quantity }) => quantity !== 1);
  const rows = lines.map(
    ({ description, quantity, unitCents, amountCents }, index) => html`
    <tr>
      <td class="position">${String(index + 1)}</td>
      <td>${isolate(description)}</td>
      ${
        hasQuantities
          ? html`<td class="quantity">${formatQuantity(quantity)}</td><td class="price">${formatRand(unitCents)}</td>`
          : ''
      }
      <td class="amount">${formatRand(amountCents)}</td>
    </tr>`,
  );

  return html`
<table>
  <thead>
    <tr>
      <th scope="col" class="position">No.</th>
      <th scope="col">Description</th>
      ${
        hasQuantities
          ? html`<th scope="col" class="quantity">Quantity</th><th scope="col" class="price">Unit price</th>`
          : ''
      }
      <th scope="col" class="amount">${totals.vatPercent === null ? 'Amount' : 'Amount incl. VAT'}</th>
    </tr>
  </thead>
  <tbody>
    ${rows}
    ${renderEnd(renderTotals(totals), payment, hasQuantities ? 5 : 3)}
  </tbody>
</table>`;
};

const describeTerms = (termsDays: number | null, dueDate: string): string => {
  if (termsDays === null) {
    return `Please pay by ${dueDate}.`;
  }
  if (termsDays === 0) {
    return `Please pay today, ${dueDate}.`;
  }

  return `Please pay within ${termsDays} ${termsDays === 1 ? 'day' : 'days'}, by ${dueDate}.`;
};

const renderNothingToPay = ({ supplier, totalCents }: IssuedInvoice): Markup => html`
<section class="payment">
  <div>
    <h2>Payment</h2>
    <p>${totalCents > 0 ? 'Paid in full from your credit. ' : ''}There is nothing to pay.</p>
    <p>Questions about this invoice: ${supplier.email}</p>
    ${renderComplaints(supplier)}
  </div>
</section>`;

const renderPayment = (
  invoice: IssuedInvoice,
  { bank, termsDays, dueDate, reference }: IssuedTerms,
): Markup => html`
<section class="payment">
  <div>
    <h2>How to pay by EFT</h2>
    <dl>
      ${renderFacts([
        ['Bank', bank.bankName],
        ['Account name', bank.accountName],
        ['Account type', bank.accountType],
        ['Branch code', bank.branchCode],
        ['Account number', bank.accountNumber],
      ])}
    </dl>
  </div>
  <div>
    <h2>Payment reference</h2>
    <p class="reference">${reference}</p>
    <p>${describeTerms(termsDays, formatDateShort(dueDate))}</p>
    <p>Questions about this invoice: ${invoice.supplier.email}</p>
    ${renderComplaints(invoice.supplier)}
  </div>
</section>`;

/**
 * Renders the whole document. With the supplier's VAT number it is a 'Tax Invoice' whose prices include VAT
 * (Value-Added Tax Act 89 of 1991, section 20(4)); without it an 'Invoice' that does not mention VAT.
 */
export const renderThirdLayout = (invoice: IssuedInvoice): string => {
  const { invoiceNumber, supplier, buyer, lines, totalCents, terms, copiedAt } = invoice;
  const { creditCents } = terms;
  const isTaxInvoice = isText(supplier.vatNumber);
  const title = isTaxInvoice ? 'Tax Invoice' : 'Invoice';

  return html`<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>${title} ${invoiceNumber}</title>
<meta name="author" content="${supplier.name}">
<style>${{ markup: thirdInvoiceStyle(`${title} ${invoiceNumber} · ${supplier.name}`) }}</style>
</head>
<body>
<header>
  <p class="supplier">${LOGO_MARK}<span>${isolate(supplier.name)}</span></p>
  <div>
    <h1>${title}</h1>
    ${copiedAt === null ? '' : html`<p class="copy">Copy, made on ${formatDateShort(copiedAt)}</p>`}
  </div>
</header>
<dl class="facts">
  ${renderFacts([
    ['Invoice number', invoiceNumber],
    ['Invoice date', formatDateShort(invoice.createdAt)],
    ['Due date', formatDateShort(terms.dueDate)],
    ['Amount due', formatRand(totalCents - creditCents)],
  ])}
</dl>
<div class="parties">
  ${renderSupplier(supplier)}
  ${renderBuyer(buyer)}
</div>
${renderLineItems(
  lines,
  { totalCents, creditCents, vatPercent: isTaxInvoice ? terms.vatPercent : null },
  creditCents === totalCents ? renderNothingToPay(invoice) : renderPayment(invoice, terms),
)}
</body>
</html>`.markup;
};
