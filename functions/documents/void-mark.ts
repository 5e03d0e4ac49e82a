/** Chromium repeats what has a fixed position on each page. The outline stays readable on a black and white print. */
const STYLE = `
.void-mark {
  position: fixed;
  inset: 0;
  display: grid;
  place-content: center;
  transform: rotate(-52deg);
  font: 600 78mm/1 'Noto Sans', sans-serif;
  color: rgb(200 30 45 / 0.16);
  -webkit-text-stroke: 0.5mm rgb(200 30 45 / 0.55);
}
/* Chromium prints a stroked word as outlines, which no search and no screen reader finds. */
.void-words { margin: 0 0 4mm; font: 600 12pt/1.3 'Noto Sans', sans-serif; color: rgb(160 20 35); }
/* A void invoice asks for no payment: no due date, no amount due, no account to pay to. */
.facts > div:nth-child(n + 3), .payment, tr.total ~ tr { display: none; }
`;

/**
 * Prints 'Void' over each page of a document. It lies over any layout, because a layout that has printed an invoice never
 * changes (ADR 22).
 */
export const markVoid = (document: string): string =>
  document
    .replace('</head>', `<style>${STYLE}</style>\n</head>`)
    .replace(
      '<body>',
      '<body>\n<p class="void-mark" aria-hidden="true">Void</p>\n<p class="void-words">Void. Nothing is to be paid on this invoice.</p>',
    );
