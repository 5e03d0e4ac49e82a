import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import { renderFirstCreditNote } from './credit-note-layout-1.ts';
import { renderByLayout } from './invoice-html.ts';

/** Renders the whole document of a printed credit note, in the layout with which it was issued. */
export const renderCreditNoteHtml = (note: IssuedCreditNote): string =>
  renderByLayout({ 1: renderFirstCreditNote }, note);
