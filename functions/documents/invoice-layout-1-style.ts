import { cssString } from './html.ts';

/**
 * Returns the style of the first layout on A4, which must not change. The margin boxes of @page number every page; a
 * table's head is repeated on each page and no row is split. The font is a file that fontconfig finds, so nothing is
 * fetched. The colours are the portal's.
 */
export const firstInvoiceStyle = (runningFoot: string): string => `
@page {
  size: A4;
  margin: 16mm 18mm 22mm;
  @bottom-left { content: ${cssString(runningFoot)}; font: 7.5pt 'Noto Sans'; color: #656d85; }
  @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 7.5pt 'Noto Sans'; color: #656d85; }
}

* { box-sizing: border-box; margin: 0; padding: 0; }

body {
  font: 9pt/1.5 'Noto Sans', sans-serif;
  font-variant-ligatures: none;
  color: #20273a;
  overflow-wrap: anywhere;
}

h1, h2, th, strong, .total { font-weight: 600; }

h1 { font-size: 22pt; line-height: 1.15; letter-spacing: -0.01em; color: #1a2560; }

h2 { margin-bottom: 1mm; font-size: 7.5pt; letter-spacing: 0.08em; text-transform: uppercase; color: #656d85; }

header, .parties { display: grid; grid-template-columns: 1fr 68mm; column-gap: 12mm; }

header { padding-bottom: 7mm; border-bottom: 0.6mm solid #2f48d3; }

header svg { width: 9mm; height: 9mm; margin-bottom: 2.5mm; }

header .name { font-size: 13pt; font-weight: 600; line-height: 1.3; color: #1a2560; }

address { font-style: normal; color: #50586f; }

.parties { padding: 7mm 0 9mm; }

.parties address { color: inherit; }

dl { display: grid; grid-template-columns: auto 1fr; align-content: start; row-gap: 1mm; column-gap: 6mm; }

dt { color: #656d85; }

dd { text-align: right; }

table { width: 100%; border-collapse: collapse; }

.lines { table-layout: fixed; }

.lines th { padding: 2mm; font-size: 8pt; text-align: left; background: #eff2fe; color: #1a2560; }

.lines td { padding: 2mm; vertical-align: top; white-space: pre-line; border-bottom: 0.2mm solid #dfe2ec; }

.lines tr { break-inside: avoid; }

.lines tr:last-child { break-after: avoid; }

.lines .position { width: 12mm; }

.lines td.position { color: #656d85; }

.lines .amount { width: 42mm; }

.lines .amount, .totals td { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }

.summary { break-before: avoid; break-inside: avoid; }

.totals { width: 92mm; margin: 4mm 0 0 auto; }

.totals th { padding: 1mm 2mm; font-weight: 400; text-align: left; color: #50586f; }

.totals td { padding: 1mm 2mm; }

.totals .total th, .totals .total td {
  padding: 2.5mm 2mm;
  font-size: 11.5pt;
  font-weight: 600;
  background: #1a2560;
  color: #fff;
}

.summary p { margin-top: 9mm; color: #50586f; }
`;
