const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Text as it stands in HTML, between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Text as HTML that keeps its lines and holds no other markup (D19). */
export const escapeLines = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');
