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
`;

/**
 * Prints 'Void' over each page of a document. It lies over any layout, because a layout that has printed an invoice never
 * changes (ADR 22).
 */
export const markVoid = (document: string): string =>
  document
    .replace('</head>', `<style>${STYLE}</style>\n</head>`)
    .replace('<body>', '<body>\n<p class="void-mark">Void</p>');
