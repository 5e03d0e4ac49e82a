import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { copyTemplate, migrateInTurn } from '#test/support/database/postgres-databases.ts';
import { type Answer, makeCalls } from '#test/support/portal/call-from.ts';
import type { PortalAct, PortalReply, PortalStart } from './portal-messages.ts';

const PROCESS = fileURLToPath(new URL('portal-process.ts', import.meta.url));

type Wish = PortalAct extends infer Act ? (Act extends PortalAct ? Omit<Act, 'id'> : never) : never;

/** Starts the process of a portal and waits until the portal answers. */
const startProcess = async (start: PortalStart) => {
  const child = fork(PROCESS, [JSON.stringify(start)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (reply: PortalReply) => void>();
  let acts = 0;
  const started = new Promise<PortalReply>((resolve) => waiting.set(0, resolve));
  const ended = once(child, 'exit');
  child.on('message', (reply: PortalReply) => waiting.get(reply.id)?.(reply));
  child.once('exit', (code) => {
    for (const answer of waiting.values()) {
      answer({ id: 0, error: `The portal's process ended with ${code}` });
    }
  });

  const read = ({ result = '', error }: PortalReply) => {
    if (error) {
      throw new Error(error);
    }

    return result;
  };

  return {
    url: read(await started),
    ask: async (wish: Wish): Promise<string> => {
      acts += 1;
      const id = acts;
      const replied = new Promise<PortalReply>((resolve) => waiting.set(id, resolve));
      child.send({ ...wish, id });

      return read(await replied);
    },
    ended,
  };
};

/**
 * A portal on a real PostgreSQL, with a clock that is moved, as an administrator calls it. It can be started again with
 * other settings on the same database.
 */
export const startTimedPortal = async (at: string, settings: Record<string, string> = {}) => {
  const server = inject('postgres');
  const database = await copyTemplate(server);
  const begin = (time: string, changed: Record<string, string>) =>
    migrateInTurn(server, () =>
      startProcess({ databaseUrl: database.url, settings: { ...settings, ...changed }, at: time }),
    );

  let moved = { to: new Date(at).getTime(), when: Date.now() };
  /** The time of the portal's clock, which never goes back. */
  const toLater = (time: string): string => {
    const now = moved.to + Date.now() - moved.when;
    moved = { to: Math.max(new Date(time).getTime(), now), when: Date.now() };

    return new Date(moved.to).toISOString();
  };
  let process = await begin(at, {});
  const adminId = Number(await process.ask({ do: 'add-admin' }));
  let { call } = makeCalls(process.url);
  let cookie = await process.ask({ do: 'session', userId: adminId });

  const end = async () => {
    await process.ask({ do: 'stop' });
    await process.ended;
  };

  return {
    databaseUrl: database.url,
    call: (method: string, path: string, body?: unknown): Promise<Answer> =>
      call(method, path, { cookie, body }),
    /** Moves the clock; the session of before would have ended. */
    moveTo: async (time: string) => {
      await process.ask({ do: 'move', to: toLater(time) });
      cookie = await process.ask({ do: 'session', userId: adminId });
    },
    /** Starts the portal again, with these settings changed. */
    startAgain: async (time: string, changed: Record<string, string>) => {
      await end();
      process = await begin(toLater(time), changed);
      ({ call } = makeCalls(process.url));
      cookie = await process.ask({ do: 'session', userId: adminId });
    },
    importClients: (csv: string, takenOn: string) => process.ask({ do: 'import', csv, takenOn }),
    runTask: (name: string) => process.ask({ do: 'task', name }),
    stop: async () => {
      await end();
      await database.drop();
    },
  };
};

export type TimedPortal = Awaited<ReturnType<typeof startTimedPortal>>;
