const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Escapes a text and keeps its line breaks; the HTML has no other markup (D19). */
export const escapeLines = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');
