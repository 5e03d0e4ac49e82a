import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { AskedRoute } from './ask-route.ts';
import type { RoutePass } from './route-pass.ts';

/** The reads of one client's data. */
export const OF_CLIENTS = [
  'users.read',
  'users.summary',
  'users.timeline',
  'sessions.list',
  'mails.list',
  'services.list',
  'services.billed',
  'services.unbilled',
  'invoices.list',
  'credit-notes.list',
  'payments.list',
  'payments.debt',
  'debtors.statement',
  'debtors.export-statement',
  'bank.forecast',
] as const satisfies RouteId[];
export const OF_DOCUMENTS = [
  'invoices.read',
  'invoices.download',
  'credit-notes.read',
  'credit-notes.download',
] as const satisfies RouteId[];
/** The pages of many clients, which are audited once a minute. */
export const OF_MANY = [
  'users.list',
  'users.recent',
  'invoices.progress',
  'credit-notes.progress',
  'customers.search',
  'palette.search',
  'jobs.list',
  'billing-runs.lines',
  'debtors.list',
  'books.vat-documents',
  'debtors.credits',
  'books.closed-debtors',
  'books.entries',
  'books.reconciliation-items',
  'bank.files',
  'bank.lines',
  'bank.find-payers',
  'bank.unidentified',
] as const satisfies RouteId[];
/** Figures of the books, audited each time. */
const OF_BOOKS: readonly RouteId[] = [
  'books.totals',
  'books.bank-reconciliation',
  'books.vat-report',
  'books.closings',
  'books.open-points',
];
/** Files of many clients; their rows hold numbers and the names of filters. */
const OF_FILES: readonly RouteId[] = [
  'users.export',
  'books.export',
  'billing-runs.export',
  'debtors.export',
  'books.export-vat-report',
  'debtors.export-credits',
  'books.export-bank-reconciliation',
  'books.export-closed-debtors',
];

const isOneOf = (routeIds: readonly RouteId[], routeId: RouteId) => routeIds.includes(routeId);

const nameDocument = async ({ connection }: RoutePass['portal'], routeId: RouteId, id: number) => {
  if (routeId.startsWith('credit-notes.')) {
    const [note] = await connection.select().from(creditNotes).where(eq(creditNotes.id, id));

    return `credit note ${note?.credit_note_number}`;
  }
  const [invoice] = await connection.select().from(invoices).where(eq(invoices.id, id));

  return `invoice ${invoice?.invoice_number}`;
};

/** Returns the rows that an administrator's read writes to the audit log. */
export const auditedReads = async (
  { portal }: RoutePass,
  routeId: RouteId,
  { owner, admin, ofOwner }: Pick<AskedRoute, 'owner' | 'admin' | 'ofOwner'>,
): Promise<object[]> => {
  const row = { actor_id: admin.userId, action: routeId, record: null, changes: [], address: '127.0.0.0/24' };
  if (isOneOf(OF_CLIENTS, routeId)) {
    return [{ ...row, record: `user ${owner.userId}` }];
  }
  if (isOneOf(OF_DOCUMENTS, routeId)) {
    const name = await nameDocument(portal, routeId, Number(ofOwner.path.split('/')[3]));

    return [{ ...row, record: `${name} of user ${owner.userId}` }];
  }
  if (isOneOf(OF_MANY, routeId) || isOneOf(OF_BOOKS, routeId)) {
    return [row];
  }
  if (routeId === 'debug.drive') {
    return [{ ...row, record: 'test google-drive' }];
  }

  return isOneOf(OF_FILES, routeId) ? [{ ...row, changes: expect.anything() }] : [];
};
