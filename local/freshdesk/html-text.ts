const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  nbsp: ' ',
};

/** What `description_text` and `body_text` say of HTML: its words, with spaces for all that parted them. */
export const toPlainText = (html: string): string =>
  html
    .replaceAll(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The end of what stands on a line of its own. */
const LINE_END = /<br\s*\/?>|<\/(?:div|p|li|tr|h[1-6]|blockquote)>/gi;

/** The words of HTML with its lines, for people to read. */
export const toLines = (html: string): string =>
  html
    .split(LINE_END)
    .map(toPlainText)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/**
 * HTML as Freshdesk keeps it: plain text gets a div around it. Freshdesk also takes out scripts and the like. Here they
 * stay, so that what shows it is tested with the worst.
 */
export const toStoredHtml = (html: string): string => (html.startsWith('<div') ? html : `<div>${html}</div>`);
