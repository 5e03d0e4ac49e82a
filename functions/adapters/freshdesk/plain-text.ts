import { escapeHtml } from '#shared/escape-html.ts';

/** What a client types is text: nothing of it becomes markup but the line breaks (D19). */
export const toHtml = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');
