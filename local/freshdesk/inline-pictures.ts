import { html } from '#functions/documents/html.ts';
import type { FreshdeskContext } from './context.ts';

/** Returns the HTML of an inline picture as Freshdesk writes it. Its address is inserted when the text is read. */
export const toPicture = (attachmentId: number, name: string): string =>
  html`<div><img src="inline:${String(attachmentId)}" class="inline-image" data-id="${String(attachmentId)}" alt="${name}"></div>`
    .markup;

const SOURCE = /src="inline:(\d+)"/g;

export const listPictureIds = (body: string): number[] =>
  [...body.matchAll(SOURCE)].map(([, id]) => Number(id));

/**
 * Inserts the addresses of pictures. A stored text must not hold them, because a stand-in's ports change from one start
 * to the next.
 */
export const withPictureAddresses = ({ inlineUrl }: FreshdeskContext, body: string): string =>
  body.replaceAll(SOURCE, (_source, id) => `src="${inlineUrl(Number(id))}"`);
