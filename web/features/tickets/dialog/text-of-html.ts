/** Returns the text of cleaned HTML, line by line, for copying; nothing in it is loaded or shown. */
export const textOfHtml = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const lineBreak of body.querySelectorAll('br')) {
    lineBreak.replaceWith('\n');
  }
  for (const block of body.querySelectorAll('p, div, li, tr')) {
    block.append('\n');
  }

  // Blanks are kept as no-break blanks, which a program that the text is copied to need not know.
  return (body.textContent ?? '').replaceAll('\u00a0', ' ').trim();
};
