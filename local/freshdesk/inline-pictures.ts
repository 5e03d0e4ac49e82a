import { html } from '#functions/documents/html.ts';
import type { FreshdeskContext } from './context.ts';

/** A picture inside a text, as Freshdesk writes it. Its address is put in when the text is read. */
export const toPicture = (attachmentId: number, name: string): string =>
  html`<div><img src="inline:${String(attachmentId)}" class="inline-image" data-id="${String(attachmentId)}" alt="${name}"></div>`
    .markup;

const SOURCE = /src="inline:(\d+)"/g;

export const listPictureIds = (body: string): number[] =>
  [...body.matchAll(SOURCE)].map(([, id]) => Number(id));

/** The ports of a stand-in change from one start to the next, so that no stored text may hold an address. */
export const withPictureAddresses = ({ inlineUrl }: FreshdeskContext, body: string): string =>
  body.replaceAll(SOURCE, (_source, id) => `src="${inlineUrl(Number(id))}"`);
