import { routes, type SlimRoute } from '#shared/contract/routes.ts';
import { api } from '../../lib/reads/api.ts';
import type { PdfArea } from './shown-pdfs.ts';

/** The calls that are the same for every document with a PDF. */
export const pdfCalls = (area: PdfArea) =>
  api[area] as Pick<typeof api.invoices, 'progress' | 'retry' | 'download'>;

/** The route that answers a PDF. */
export const pdfRoute = (area: PdfArea) => routes[area]?.download as SlimRoute;
