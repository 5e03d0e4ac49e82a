import { cssString } from './html.ts';

/**
 * The look of a printed invoice on A4. The margin boxes of @page number every page; a table's head is repeated
 * on each page and no row is split. The font is a file that fontconfig finds, so nothing is fetched.
 */
export const invoiceStyle = (runningFoot: string): string => `
@page {
  size: A4;
  margin: 16mm 18mm 22mm;
  @bottom-left { content: ${cssString(runningFoot)}; font: 7.5pt 'Noto Sans'; color: #667085; }
  @bottom-right { content: 'Page ' counter(page) ' of ' counter(pages); font: 7.5pt 'Noto Sans'; color: #667085; }
}

* { box-sizing: border-box; margin: 0; padding: 0; }

body {
  font: 9pt/1.5 'Noto Sans', sans-serif;
  font-variant-ligatures: none;
  color: #1d2939;
  overflow-wrap: anywhere;
}

h1, h2, th, strong, .total { font-weight: 600; }

h1 { font-size: 22pt; line-height: 1.15; letter-spacing: -0.01em; color: #12395b; }

h2 { margin-bottom: 1mm; font-size: 7.5pt; letter-spacing: 0.08em; text-transform: uppercase; color: #667085; }

header, .parties { display: grid; grid-template-columns: 1fr 68mm; column-gap: 12mm; }

header { padding-bottom: 7mm; border-bottom: 0.6mm solid #12395b; }

header .name { font-size: 13pt; font-weight: 600; line-height: 1.3; color: #12395b; }

address { font-style: normal; color: #475467; }

.parties { padding: 7mm 0 9mm; }

.parties address { color: inherit; }

dl { display: grid; grid-template-columns: auto 1fr; align-content: start; row-gap: 1mm; column-gap: 6mm; }

dt { color: #667085; }

dd { text-align: right; }

table { width: 100%; border-collapse: collapse; }

.lines { table-layout: fixed; }

.lines th { padding: 2mm; font-size: 8pt; text-align: left; background: #eef3f8; color: #12395b; }

.lines td { padding: 2mm; vertical-align: top; white-space: pre-line; border-bottom: 0.2mm solid #e4e7ec; }

.lines tr { break-inside: avoid; }

.lines tr:last-child { break-after: avoid; }

.lines .position { width: 12mm; }

.lines td.position { color: #667085; }

.lines .amount { width: 42mm; }

.lines .amount, .totals td { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }

.summary { break-before: avoid; break-inside: avoid; }

.totals { width: 92mm; margin: 4mm 0 0 auto; }

.totals th { padding: 1mm 2mm; font-weight: 400; text-align: left; color: #475467; }

.totals td { padding: 1mm 2mm; }

.totals .total th, .totals .total td {
  padding: 2.5mm 2mm;
  font-size: 11.5pt;
  font-weight: 600;
  background: #12395b;
  color: #fff;
}

.summary p { margin-top: 9mm; color: #475467; }
`;
