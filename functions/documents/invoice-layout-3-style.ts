import { cssString } from './html.ts';

/**
 * Returns the style of the third layout on A4. The margin boxes of @page number every page; the table's head is
 * repeated on each page, and no row is split. The font is a file that fontconfig finds, so nothing is fetched. The
 * colours are the portal's.
 */
export const thirdInvoiceStyle = (runningFoot: string): string => `
@page {
  size: A4;
  margin: 16mm 17.5mm 20mm;
  @bottom-left { content: ${cssString(runningFoot)}; font: 7.5pt 'Noto Sans'; color: #656d85; }
  @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); white-space: nowrap; font: 7.5pt 'Noto Sans'; color: #656d85; }
}

* { box-sizing: border-box; margin: 0; padding: 0; }

body {
  /* Chromium cuts off what a rounded last digit has beyond the margin. */
  padding: 0 0.5mm;
  font: 9pt/1.5 'Noto Sans', sans-serif;
  font-variant-ligatures: none;
  color: #20273a;
  overflow-wrap: anywhere;
}

h1, h2, th, .supplier, .party, .reference, .total, .facts dd { font-weight: 600; }

h1 { font-size: 24pt; line-height: 1.1; color: #1a2560; }

h2, .facts dt, thead th { font-size: 8pt; font-weight: 600; color: #656d85; }

h2 { margin-bottom: 1.5mm; }

header { display: grid; grid-template-columns: 1fr auto; column-gap: 12mm; align-items: center; min-height: 14mm; }

header div { text-align: right; }

.supplier { display: flex; align-items: center; gap: 3.5mm; font-size: 13pt; line-height: 1.25; color: #1a2560; }

.supplier svg { flex: none; width: 11mm; height: 11mm; }

.copy { margin-top: 1mm; color: #50586f; }

.facts {
  display: grid;
  grid-template-columns: repeat(3, 1fr) auto;
  column-gap: 8mm;
  margin: 7mm 0 8mm;
  padding: 4mm 0 3.5mm;
  border-top: 0.6mm solid #2f48d3;
  border-bottom: 0.2mm solid #dfe2ec;
}

.facts dd { font-size: 11pt; color: #1a2560; white-space: nowrap; font-variant-numeric: tabular-nums; }

.facts div:last-child { text-align: right; }

.parties { display: grid; grid-template-columns: 1fr 1fr; column-gap: 12mm; margin-bottom: 9mm; }

address { font-style: normal; }

table { width: 100%; border-collapse: collapse; table-layout: fixed; }

th, td { padding: 1.8mm 1mm; }

th:first-child, td:first-child { padding-left: 0; }

th:last-child, td:last-child { padding-right: 0; }

thead th { padding-top: 0; text-align: left; border-bottom: 0.4mm solid #1a2560; }

tbody td { vertical-align: top; border-bottom: 0.2mm solid #dfe2ec; }

.part th, .part td { padding-top: 1.2mm; padding-bottom: 0; border: 0; }

.part th { font-weight: 400; color: #50586f; }

.total th, .total td { padding-top: 2mm; font-size: 12pt; color: #1a2560; border: 0; }

tr { break-inside: avoid; }

/* The totals and the block below them stay on the page of the last line if that leaves them room. */
.end { break-before: avoid; }

.end > td { padding: 0; border: 0; }

/* Only what stands in a line of text is never divided, where the last line fills the page. */
.end > td > div { display: inline-block; width: 100%; }

.position { width: 11mm; }

td.position { color: #656d85; }

.quantity { width: 20mm; }

.price { width: 33mm; }

.amount { width: 40mm; }

.quantity, .price, .amount, tbody th { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }

.payment {
  display: grid;
  grid-template-columns: 1fr 1fr;
  column-gap: 12mm;
  margin-top: 7mm;
  padding: 5mm;
  background: #f6f7fb;
  border-left: 1mm solid #2f48d3;
}

.payment dl div { display: grid; grid-template-columns: 30mm 1fr; }

.payment dt { color: #656d85; }

.payment dd { font-variant-numeric: tabular-nums; }

.reference { margin-bottom: 2mm; font-size: 15pt; line-height: 1.2; color: #1a2560; white-space: nowrap; }
`;
