import * as z from 'zod';
import { startPostgres } from '#test/support/database/postgres.ts';
import { PASSWORD } from '#test/support/portal/accounts.ts';
import { type Bound, printTable } from './bounds.ts';
import { alternate, median, timeMs } from './measure.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const AT_ONCE = [1, 10];
/** Low, because the throttle counts each attempt, especially those of one address. */
const ROUNDS = 12;
const RATIO_MAX = 2;

const server = z.object({ url: z.string() });
const portal = server.extend({ emails: z.array(z.string()) });

const signIn = async (url: string, identifier: string) => {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: PASSWORD }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) {
    throw new Error(`A sign-in answered ${answer.status}`);
  }
};

/** Measures a sign-in over HTTP, compared with a server that does only the necessary work on the same database. */
export const measureSignIn = async (): Promise<Bound[]> => {
  const postgres = await startPostgres();
  const processes: ServerProcess[] = [];

  try {
    const ours = await startServer('load-portal.ts', postgres.connectionString);
    processes.push(ours);
    const theirs = await startServer('bare-sign-in.ts', postgres.connectionString);
    processes.push(theirs);
    const own = portal.parse(ours.message);
    const bare = server.parse(theirs.message);

    const measure = async (atOnce: number) => {
      const people = own.emails.slice(0, atOnce);
      const signAllIn = (url: string) => timeMs(() => Promise.all(people.map((email) => signIn(url, email))));
      await signAllIn(own.url);
      await signAllIn(bare.url);
      const [ownMs, bareMs] = await alternate(
        ROUNDS,
        () => signAllIn(own.url),
        () => signAllIn(bare.url),
      );
      const ratio = median(ownMs.map((ms, round) => ms / (bareMs[round] ?? Number.NaN)));

      return { atOnce, ownMs: median(ownMs), bareMs: median(bareMs), ratio };
    };

    const rows = [];
    for (const atOnce of AT_ONCE) {
      rows.push(await measure(atOnce));
    }

    printTable(
      `Parallel sign-ins until the last answer, alternating with a bare server that runs one query and one hash (medians of ${ROUNDS})`,
      rows,
    );

    return rows.map(({ atOnce, ratio }) => ({
      what: atOnce === 1 ? 'signing in' : `${atOnce} sign-ins at once`,
      measured: ratio,
      limit: RATIO_MAX,
      unit: '× a bare server with the same hash',
    }));
  } finally {
    for (const { stop } of processes) {
      await stop();
    }
    await postgres.stop();
  }
};
