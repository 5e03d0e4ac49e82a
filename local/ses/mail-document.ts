/** A mail's links open in a new tab: its frame may go nowhere. */
const BASE = '<base target="_blank">';

/**
 * Returns the HTML of a mail as the frame of the mailbox shows it. The base element must be the first of the document,
 * but not stand before its doctype, which would change how the browser lays it out.
 */
export const toMailDocument = (html: string): string => {
  const [head = ''] = /^\s*(?:<!doctype[^>]*>)?\s*(?:<html\b[^>]*>)?\s*(?:<head\b[^>]*>)?/i.exec(html) ?? [];

  return `${head}${BASE}${html.slice(head.length)}`;
};

/**
 * The policy of that document: nothing runs, nothing is loaded from anywhere, and a link may open a tab, which is not
 * restricted any more. It holds as well if the document is opened outside the frame.
 */
export const MAIL_DOCUMENT_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'self'; frame-ancestors 'self'";
