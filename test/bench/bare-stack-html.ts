/** The bare stack of functions that also clean HTML. */
import sanitizeHtml from 'sanitize-html';

export { handler } from './bare-stack.ts';

export const clean = (html: string): string => sanitizeHtml(html);
