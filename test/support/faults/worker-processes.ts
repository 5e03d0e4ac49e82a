import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { TestPortal } from '#test/support/portal/open-portal.ts';
import type { Command } from './worker-process.ts';

const answer = z.object({ id: z.number().optional(), error: z.string().optional() });

/** Time after which the calls of a killed process at the helpdesk have ended, in ms. */
const SETTLES_MS = 150;

/** Starts a process that runs commands; `settings` replace those of this process. */
export const startProcess = async (settings: Record<string, string> = {}): Promise<ChildProcess> => {
  const child = fork('test/support/faults/worker-process.ts', {
    execArgv: [],
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code}`))),
  ]);

  return child;
};

/** Starts processes that run commands and may be killed; a killed one is replaced. */
export const startProcesses = async (portal: TestPortal, count: number) => {
  const places = await Promise.all(Array.from({ length: count }, () => startProcess()));
  const busy = new Set<ChildProcess>();
  let spare: Promise<ChildProcess> | undefined;

  return {
    /** True if the process in this place is at work. */
    isBusy: (place: number) => {
      const child = places[place];

      return child !== undefined && busy.has(child);
    },

    /** Returns the process's answer; undefined if it was killed before it answered. */
    tell: async (place: number, command: Command): Promise<z.output<typeof answer> | undefined> => {
      const child = places[place];
      if (!child) {
        throw new Error(`There is no place ${place}`);
      }
      if (child.exitCode !== null || child.signalCode !== null) {
        await sleep(SETTLES_MS);

        return undefined;
      }
      busy.add(child);
      const ended = new AbortController();
      try {
        const { signal } = ended;
        const said = Promise.race([
          once(child, 'message', { signal }).then(([message]) => answer.parse(message)),
          once(child, 'exit', { signal }).then(() => undefined),
        ]);
        child.send(command, () => {});

        return await said;
      } finally {
        busy.delete(child);
        ended.abort();
      }
    },

    /** Starts a process that can replace a killed one, if there is none; resolves when it is ready. */
    readySpare: async () => {
      spare ??= startProcess();
      await spare;
    },

    /** Kills the process at once, puts the spare one in its place, and ends exactly its leases. */
    kill: async (place: number) => {
      const child = places[place];
      if (!child?.pid) {
        throw new Error(`There is no place ${place}`);
      }
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      places[place] = await (spare ?? startProcess());
      spare = undefined;
      await sleep(SETTLES_MS);
      await portal.connection.execute(sql`
        update jobs set lease_until = now() - interval '1 second'
        where state = 'running' and lease_token::text like ${`%${String(child.pid).padStart(12, '0')}`}`);
    },

    end: async () => {
      for (const child of [...places, await spare]) {
        child?.kill('SIGKILL');
      }
    },
  };
};
