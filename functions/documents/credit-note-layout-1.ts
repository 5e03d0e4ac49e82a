import { formatDateShort } from '#shared/dates.ts';
import { CREDIT_NOTE_REASON_LABELS } from '#shared/invoices/credit-note-words.ts';
import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import { formatRand } from '#shared/money.ts';
import { html, type Markup } from './html.ts';
import {
  CONTENT_SECURITY_POLICY,
  isolate,
  isText,
  LOGO_MARK,
  renderBuyer,
  renderEnd,
  renderFacts,
  renderSupplier,
  renderTotal,
} from './invoice-layout-3-parties.ts';
import { thirdInvoiceStyle } from './invoice-layout-3-style.ts';

/**
 * The first layout of credit notes, with the parties and the style of the third layout of invoices. As with an invoice,
 * its wording must not change: `credit-note-layouts.test.ts` compares the output byte for byte.
 */

const STYLE = `
.why { margin-bottom: 9mm; }
.days { color: #50586f; }
`;

const describeInvoice = ({ supplier, terms }: IssuedCreditNote): string =>
  `${isText(supplier.vatNumber) ? 'tax invoice' : 'invoice'} ${terms.invoiceNumber} of ${formatDateShort(terms.invoicedAt)}`;

const renderRows = (note: IssuedCreditNote): Markup[] => {
  const rows = note.lines ?? [
    { description: `Credit on ${describeInvoice(note)}`, amountCents: note.totalCents, from: null, to: null },
  ];

  return rows.map(
    ({ description, amountCents, from, to }, index) => html`
    <tr>
      <td class="position">${String(index + 1)}</td>
      <td>${isolate(description)}${
        from === null || to === null
          ? ''
          : html`<p class="days">Not billed: ${formatDateShort(from)} to ${formatDateShort(to)}</p>`
      }</td>
      <td class="amount">${formatRand(amountCents)}</td>
    </tr>`,
  );
};

const renderTotals = ({ totalCents, vatCents, terms }: IssuedCreditNote): Markup[] => {
  if (vatCents === null) {
    return [renderTotal('Total credited', totalCents, 'total')];
  }

  return [
    renderTotal('Reduced by, excluding VAT', totalCents - vatCents, 'part'),
    renderTotal(`VAT at ${String(terms.vatPercent).replace('.', ',')}%, reduced by`, vatCents, 'part'),
    renderTotal('Total credited, including VAT', totalCents, 'total'),
  ];
};

const renderCorrection = (note: IssuedCreditNote): Markup => html`
<section class="payment">
  <div>
    <h2>What it corrects</h2>
    <p>This credit note reduces ${describeInvoice(note)}, which came to ${formatRand(note.terms.invoiceCents)}.</p>
  </div>
  <div>
    <h2>Nothing to pay</h2>
    <p>What you paid beyond the rest of that invoice is credit on your account.</p>
    <p>Questions about this credit note: ${note.supplier.email}</p>
  </div>
</section>`;

/**
 * Renders the whole document, with what the Value-Added Tax Act 89 of 1991 wants in section 21(3) if the invoice was a tax
 * invoice; otherwise without a word about VAT.
 */
export const renderFirstCreditNote = (note: IssuedCreditNote): string => {
  const {
    creditNoteNumber,
    createdAt,
    supplier,
    buyer,
    totalCents,
    vatCents,
    reason,
    explanation,
    terms,
    copiedAt,
  } = note;

  return html`<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<title>Credit Note ${creditNoteNumber}</title>
<meta name="author" content="${supplier.name}">
<style>${{ markup: `${thirdInvoiceStyle(`Credit Note ${creditNoteNumber} · ${supplier.name}`)}${STYLE}` }}</style>
</head>
<body>
<header>
  <p class="supplier">${LOGO_MARK}<span>${isolate(supplier.name)}</span></p>
  <div>
    <h1>Credit Note</h1>
    ${copiedAt === null ? '' : html`<p class="copy">Copy, made on ${formatDateShort(copiedAt)}</p>`}
  </div>
</header>
<dl class="facts">
  ${renderFacts([
    ['Credit note number', creditNoteNumber],
    ['Credit note date', formatDateShort(createdAt)],
    ['Invoice number', terms.invoiceNumber],
    ['Credited', formatRand(totalCents)],
  ])}
</dl>
<div class="parties">
  ${renderSupplier(supplier)}
  ${renderBuyer(buyer)}
</div>
<section class="why">
  <h2>Reason</h2>
  <p class="party">${CREDIT_NOTE_REASON_LABELS[reason]}</p>
  <p>${isolate(explanation)}</p>
</section>
<table>
  <thead>
    <tr>
      <th scope="col" class="position">No.</th>
      <th scope="col">Description</th>
      <th scope="col" class="amount">${vatCents === null ? 'Amount' : 'Amount incl. VAT'}</th>
    </tr>
  </thead>
  <tbody>
    ${renderRows(note)}
    ${renderEnd(renderTotals(note), renderCorrection(note), 3)}
  </tbody>
</table>
</body>
</html>`.markup;
};
