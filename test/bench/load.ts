import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { startPostgres } from '#test/support/database/postgres.ts';
import { LINE_ITEMS } from '#test/support/invoices/issue-invoice.ts';
import { median, quantile } from './measure.ts';
import type { Report } from './report.ts';

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
  const portal = fork(fileURLToPath(new URL('load-portal.ts', import.meta.url)), {
    env: { ...process.env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const exited = once(portal, 'exit');

  try {
    const [message] = await Promise.race([once(portal, 'message'), exited]);
    const portalTarget = target.parse(message);
    const rows = [];
    for (const [kind, sends] of Object.entries(KINDS)) {
      for (const callers of AT_ONCE) {
        rows.push({ database, kind, callers, ...(await measureRow(portalTarget, sends, callers)) });
      }
    }

    return rows;
  } finally {
    if (portal.connected) {
      portal.disconnect();
    }
    await exited;
  }
};

/** Measures how many requests a second the portal of a laptop answers, and how long each waits. */
export const measureLoad = async (): Promise<Report> => {
  const postgres = await startPostgres();

  try {
    const rows = [
      ...(await measureOn('embedded', undefined)),
      ...(await measureOn('PostgreSQL', postgres.connectionString)),
    ];

    return {
      tables: [
        {
          title: `Requests of several callers at once to the portal on this machine (${ROW_MS} ms each; a read lists users, a write issues an invoice)`,
          columns: ['database', 'requests', 'at once', 'a second', 'p50 ms', 'p95 ms', 'refused'],
          rows: rows.map(({ database, kind, callers, perSecond, medianMs, p95Ms, refused }) => [
            database,
            kind,
            callers,
            perSecond,
            medianMs,
            p95Ms,
            refused,
          ]),
        },
      ],
      bounds: rows.map(({ database, kind, callers, refused }) => ({
        what: `${kind} of ${callers} callers on the ${database} database were refused`,
        measured: refused,
        limit: 0,
        unit: 'times',
        among: 'Requests of many callers at once',
      })),
    };
  } finally {
    await postgres.stop();
  }
};
