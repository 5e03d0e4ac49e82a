import * as z from 'zod';
import { startPostgres } from '#test/support/database/postgres.ts';
import { LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { type Bound, printTable } from './bounds.ts';
import { median, quantile } from './measure.ts';
import { startServer } from './server-process.ts';

const AT_ONCE = [1, 10, 40, 200];

/** Duration of each row in ms; requests that still wait at its end are answered, too. */
const ROW_MS = 500;

const target = z.object({ url: z.string(), cookie: z.string(), userId: z.number() });
type Target = z.output<typeof target>;

type Send = (target: Target) => Promise<Response>;

const write: Send = ({ url, cookie, userId }) =>
  fetch(`${url}/api/invoices`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ userId, lineItems: LINE_ITEMS }),
  });

const read: Send = ({ url, cookie }) => fetch(`${url}/api/admin/users`, { headers: { cookie } });

/** The requests that are repeated; 'mixed' has the proportion of the test of parallel requests. */
const KINDS: Record<string, readonly Send[]> = {
  reads: [read],
  writes: [write],
  mixed: [read, read, write, read, read, write, read],
};

/** Measures a number of callers, each of whom sends its next request when the last is answered. */
const measureRow = async (portal: Target, sends: readonly Send[], callers: number) => {
  const timesMs: number[] = [];
  let sent = 0;
  let refused = 0;
  const startedAt = performance.now();

  const call = async () => {
    while (performance.now() - startedAt < ROW_MS) {
      const send = sends[sent % sends.length] ?? read;
      sent += 1;
      const sentAt = performance.now();
      const answer = await send(portal);
      await answer.arrayBuffer();
      timesMs.push(performance.now() - sentAt);
      if (!answer.ok) {
        refused += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, call));

  const seconds = (performance.now() - startedAt) / 1000;

  return {
    perSecond: timesMs.length / seconds,
    medianMs: median(timesMs),
    p95Ms: quantile(timesMs, 0.95),
    refused,
  };
};

const measureOn = async (database: string, databaseUrl: string | undefined) => {
  const portal = await startServer('load-portal.ts', databaseUrl);

  try {
    const portalTarget = target.parse(portal.message);
    const rows = [];
    for (const [kind, sends] of Object.entries(KINDS)) {
      for (const callers of AT_ONCE) {
        rows.push({ database, kind, callers, ...(await measureRow(portalTarget, sends, callers)) });
      }
    }

    return rows;
  } finally {
    await portal.stop();
  }
};

/** Measures how many requests a second the portal of a laptop answers, and how long each waits. */
export const measureLoad = async (): Promise<Bound[]> => {
  const postgres = await startPostgres();

  try {
    const rows = [
      ...(await measureOn('embedded', undefined)),
      ...(await measureOn('PostgreSQL', postgres.connectionString)),
    ];

    printTable(
      `Requests of several callers at once to the portal on this machine (${ROW_MS} ms each; a read lists users, a write issues an invoice)`,
      rows,
    );

    return [
      {
        what: `requests of up to ${Math.max(...AT_ONCE)} callers at once that are refused`,
        measured: rows.reduce((sum, { refused }) => sum + refused, 0),
        limit: 0,
        unit: '',
      },
    ];
  } finally {
    await postgres.stop();
  }
};
