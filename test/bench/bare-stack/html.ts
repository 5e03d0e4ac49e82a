import sanitizeHtml from 'sanitize-html';

export const clean = (html: string) => sanitizeHtml(html);
