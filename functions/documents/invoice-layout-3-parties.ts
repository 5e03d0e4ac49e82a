import type { Buyer, Supplier } from '#shared/invoices/issued-invoice.ts';
import { formatRand } from '#shared/money.ts';
import { isPrintable, markUnprintable, printableName } from '#shared/text/printable.ts';
import { html, type Markup } from './html.ts';

/**
 * What the third layout of invoices and the first layout of credit notes share: the parties, the texts that others typed,
 * and the place of the block below the totals. The wording must not change.
 */

/** Nothing may be loaded or run: the page is text and its own style. */
export const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The mark of the portal, as on its screens; the name next to it says the same to people who cannot see it. */
export const LOGO_MARK = html`
<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#2f48d3" />
  <circle cx="16" cy="19" r="3" fill="#ffb84d" />
  <path
    d="M9.6 14.4a9 9 0 0 1 12.8 0M6 10.2a14.4 14.4 0 0 1 20 0M8.5 24.5h15"
    fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
</svg>`;

export const renderFacts = (facts: [label: string, value: string][]): Markup[] =>
  facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);

export const isText = (text: string | null): text is string => text !== null && text.trim() !== '';

/** Isolates a text that others typed, so that a change of writing direction in it ends with it (D56). */
export const isolate = (text: string): Markup => html`<bdi>${markUnprintable(text)}</bdi>`;

/** Renders each line with its texts next to each other, and leaves out a line without any known text. */
const renderLines = (lines: (string | null)[][]): Markup[] =>
  lines
    .map((parts) => parts.filter(isText))
    .filter((parts) => parts.length > 0)
    .map(
      (parts) => html`<p>${parts.map((part, index) => html`${index > 0 ? ', ' : ''}${isolate(part)}`)}</p>`,
    );

const describeVat = (vatNumber: string | null) => (isText(vatNumber) ? `VAT number ${vatNumber}` : null);

const describeRegistration = (registrationNumber: string | null) =>
  isText(registrationNumber) ? `Registration number ${registrationNumber}` : null;

export const renderSupplier = (supplier: Omit<Supplier, 'complaints'>): Markup => html`
<section>
  <h2>From</h2>
  <p class="party">${isolate(supplier.name)}</p>
  <address>
    ${renderLines([
      [describeRegistration(supplier.registrationNumber)],
      [...supplier.addressLines],
      [supplier.email],
      [supplier.phone],
      [describeVat(supplier.vatNumber)],
    ])}
  </address>
</section>`;

/** Says where to complain, as ICASA requires of licensees (regulation 12(4)(c) of its End-user and Subscriber Service Charter). */
export const renderComplaints = ({ complaints }: Supplier): Markup | '' =>
  isText(complaints) ? html`<p>${isolate(complaints)}</p>` : '';

/** Adds the OW number to a name that cannot be printed whole, to show whose it is. */
const nameOnPaper = (name: string, owNumber: string): string =>
  isPrintable(name) ? name : `${printableName(name) || 'Client'} (${owNumber})`;

export const renderBuyer = (buyer: Buyer): Markup => {
  const person = nameOnPaper(buyer.name, buyer.owNumber);
  const organisation = isText(buyer.organisation) ? nameOnPaper(buyer.organisation, buyer.owNumber) : null;

  return html`
<section>
  <h2>Bill to</h2>
  <p class="party">${isolate(organisation ?? person)}</p>
  <address>
    ${renderLines([
      [organisation && person],
      [buyer.address],
      [buyer.town, buyer.postalCode],
      [buyer.state, buyer.country],
      [buyer.email],
      [`OW number ${buyer.owNumber}`],
      [describeVat(buyer.vatNumber)],
    ])}
  </address>
</section>`;
};

export const renderTotal = (label: string, cents: number, name: 'part' | 'total'): Markup => html`
        <tr class="${name}">
          <th scope="row">${label}</th>
          <td class="amount">${formatRand(cents)}</td>
        </tr>`;

/**
 * Renders the totals, and the block below them, as the last row of the table: Chromium keeps a row with the one before it,
 * but never takes rows of a table to the next page for what follows the table.
 */
export const renderEnd = (totals: Markup[], block: Markup, columns: number): Markup => html`
    <tr class="end" role="none">
      <td role="none" colspan="${String(columns)}">
        <div>
          <table>${totals}
          </table>${block}
        </div>
      </td>
    </tr>`;
