import { expect, it } from 'vitest';
import { HANDLERS_AT_ONCE_MAX } from '#local/aws/gateway.ts';
import type { HttpRequest } from '#local/http/http-server.ts';
import { yearOf } from '#shared/dates.ts';
import { LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

type Database = 'embedded' | 'PostgreSQL';

interface Wanted {
  writes: number;
  reads: number;
}

/** Notes for each answer how many earlier requests were still unanswered. */
const watchOrder = () => {
  const unanswered = new Set<HttpRequest>();
  const overtaken: number[] = [];

  return {
    overtaken,
    onRequest: (request: HttpRequest) => {
      unanswered.add(request);
    },
    onAnswer: (request: HttpRequest) => {
      overtaken.push([...unanswered].indexOf(request));
      unanswered.delete(request);
    },
  };
};

/** Spreads the shorter list evenly over the longer one. */
const mix = <T>(more: readonly T[], fewer: readonly T[]): T[] =>
  more.flatMap((item, index) => {
    const first = Math.ceil((index * fewer.length) / more.length);
    const end = Math.ceil(((index + 1) * fewer.length) / more.length);

    return [item, ...fewer.slice(first, end)];
  });

/**
 * Sends writes (new invoices) and reads (lists of users and of invoices) to a new portal, all at once, and returns the
 * results.
 */
const sendAtOnce = async (database: Database, wanted: Wanted) => {
  const { overtaken, ...listeners } = watchOrder();
  const portal = await startTestPortal({ isEmbedded: database === 'embedded', ...listeners });

  try {
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const userId = await addUser(portal, {});
    const write = () =>
      portal.call('POST', '/api/invoices', { ...admin, body: { userId, lineItems: LINE_ITEMS } });
    const readUsers = () => portal.call('GET', '/api/admin/users', admin);
    const readInvoices = () => portal.call('GET', `/api/users/${userId}/invoices`, admin);

    const writes = Array.from({ length: wanted.writes }, () => write);
    const reads = Array.from({ length: wanted.reads }, (_, index) => (index % 2 ? readUsers : readInvoices));
    const answers = await Promise.all(mix(reads, writes).map((send) => send()));
    const { body: invoices } = await readInvoices();

    return {
      statuses: answers.map(({ status }) => status).toSorted(),
      answeredNumbers: answers.flatMap(({ body }) => body.invoiceNumber ?? []).toSorted(),
      storedNumbers: invoices.map((invoice: { invoiceNumber: string }) => invoice.invoiceNumber).toSorted(),
      overtakenMax: Math.max(...overtaken),
    };
  } finally {
    await portal.stop();
  }
};

/** Defines a test that all are served. One for each file: handlers read their portal's settings once in a process. */
export const itServesAll = (database: Database, wanted: Wanted) => {
  it(`the portal serves ${wanted.writes} writes and ${wanted.reads} parallel reads in turn, without a gap in the invoice numbers`, async () => {
    const served = await sendAtOnce(database, wanted);

    const year = yearOf(new Date());
    const numbers = Array.from(
      { length: wanted.writes },
      (_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`,
    );
    expect(served.statuses).toEqual([
      ...Array<number>(wanted.reads).fill(200),
      ...Array<number>(wanted.writes).fill(201),
    ]);
    expect(served.answeredNumbers).toEqual(numbers);
    expect(served.storedNumbers).toEqual(numbers);
    // Of the earlier requests, only those admitted together with this one may still be unanswered.
    expect(served.overtakenMax).toBeLessThan(HANDLERS_AT_ONCE_MAX);
  });
};
