const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  nbsp: ' ',
};

/** Returns the words of HTML as in `description_text` and `body_text`, with a space for each separation. */
export const toPlainText = (html: string): string =>
  html
    .replaceAll(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The end of a line: a line break, or the end of an element on a line by itself. */
const LINE_END = /<br\s*\/?>|<\/(?:div|p|li|tr|h[1-6]|blockquote)>/gi;

/** Returns the words of HTML with line breaks, for people to read. */
export const toLines = (html: string): string =>
  html
    .split(LINE_END)
    .map(toPlainText)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Returns HTML as Freshdesk stores it: plain text gets a div around it. Freshdesk also removes scripts and the like.
 * Here they stay, so that the portal is tested with the worst HTML.
 */
export const toStoredHtml = (html: string): string => (html.startsWith('<div') ? html : `<div>${html}</div>`);
