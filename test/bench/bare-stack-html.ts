/** The bare stack of what also cleans HTML. */
import sanitizeHtml from 'sanitize-html';

export { handler } from './bare-stack.ts';

export const clean = (html: string): string => sanitizeHtml(html);
