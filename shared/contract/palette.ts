import * as z from 'zod';
import { searchText } from './customers.ts';
import { amount, id } from './fields.ts';
import { defineRoutes } from './route.ts';

/** Most results of each kind of record. */
export const PALETTE_RESULTS_MAX = 8;

/** The account of a record; its organisation gives it its name. */
const owner = { userId: id, userName: z.string(), company: z.string().nullable() };

export const paletteInvoice = z.object({
  id,
  invoiceNumber: z.string(),
  totalAmount: amount,
  status: z.string(),
  amountDue: z.number(),
  credited: z.number(),
  writtenOff: z.number(),
  ...owner,
});

export const paletteCreditNote = z.object({
  id,
  creditNoteNumber: z.string(),
  totalAmount: amount,
  /** The invoice that it corrects. */
  invoiceId: id,
  invoiceNumber: z.string(),
  ...owner,
});

export const paletteService = z.object({
  id,
  name: z.string(),
  /** The number, SIM serial number or username that matches. */
  number: z.string(),
  ...owner,
});

export const paletteTicket = z.object({ id, subject: z.string(), status: z.number().int(), ...owner });

export const paletteAnswer = z.object({
  invoices: z.array(paletteInvoice),
  creditNotes: z.array(paletteCreditNote),
  services: z.array(paletteService),
  tickets: z.array(paletteTicket),
});
export type PaletteAnswer = z.infer<typeof paletteAnswer>;

export const palette = defineRoutes('palette', {
  search: {
    method: 'GET',
    path: '/api/admin/palette',
    summary:
      'Invoices by number or amount, credit notes by number, services by number, username or SIM, and tickets by number or subject: at most eight of each',
    access: 'admin',
    uses: ['database'],
    query: z.object({ q: searchText }),
    response: paletteAnswer,
    readsBesideCheck: true,
  },
});
