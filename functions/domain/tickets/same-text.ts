const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const readEntity = (entity: string, name: string): string => {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (Number.isInteger(code) && code <= 0x10ffff) {
    return String.fromCodePoint(code);
  }

  return ENTITIES[name.toLowerCase()] ?? entity;
};

/** Room for the longest text of a client with each character as an entity, and for the tags that the helpdesk adds. */
const HTML_LENGTH_MAX = 100_000;

const readHtml = (html: string): string =>
  html
    .slice(0, HTML_LENGTH_MAX)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, readEntity);

/** Removes white space, because the helpdesk breaks lines and wraps addresses in links as it likes. */
const squeeze = (text: string): string => text.replaceAll(/\s+/g, '');

/** True if the helpdesk's HTML has the same text as a client's plain text. The HTML is only compared, never shown. */
export const isSameText = (html: string, text: string): boolean => squeeze(readHtml(html)) === squeeze(text);
