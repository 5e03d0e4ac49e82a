import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { startPostgres } from '#test/support/database/postgres.ts';
import { PASSWORD } from '#test/support/portal/accounts.ts';
import { alternate, median, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const AT_ONCE = [1, 10];
/** Low, because the throttle counts each attempt, especially those of one address. */
const ROUNDS = 12;
const RATIO_MAX = 2;

const server = z.object({ url: z.string() });
const portal = server.extend({ emails: z.array(z.string()) });

/** Starts a server in its own process, which reports its address. */
const startProcess = async (file: string, databaseUrl: string) => {
  const started = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const [message] = await Promise.race([once(started, 'message'), once(started, 'exit')]);

  return { process: started, message };
};

const stop = async (started: ChildProcess) => {
  const exited = once(started, 'exit');
  if (started.connected) {
    started.disconnect();
  }
  await exited;
};

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
export const measureSignIn = async (): Promise<Report> => {
  const postgres = await startPostgres();
  const processes: ChildProcess[] = [];

  try {
    const ours = await startProcess('load-portal.ts', postgres.connectionString);
    processes.push(ours.process);
    const theirs = await startProcess('bare-sign-in.ts', postgres.connectionString);
    processes.push(theirs.process);
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

    return {
      tables: [
        {
          title: `Parallel sign-ins until the last answer, alternating with a bare server that runs one query and one hash (medians of ${ROUNDS})`,
          columns: ['at once', 'ms', 'bare ms', 'ratio', 'at most'],
          rows: rows.map(({ atOnce, ownMs, bareMs, ratio }) => [atOnce, ownMs, bareMs, ratio, RATIO_MAX]),
        },
      ],
      bounds: rows.map(({ atOnce, ratio }) => ({
        what: `${atOnce} sign-ins at once take`,
        measured: ratio,
        limit: RATIO_MAX,
        unit: '× a bare server',
      })),
    };
  } finally {
    for (const started of processes) {
      await stop(started);
    }
    await postgres.stop();
  }
};
