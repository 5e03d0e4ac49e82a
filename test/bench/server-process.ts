import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ServerProcess {
  /** What the server said of itself, with its address. */
  message: unknown;
  stop(): Promise<void>;
}

/** Starts a server of this folder in its own process, on a database of its own choice without `databaseUrl`. */
export const startServer = async (file: string, databaseUrl?: string): Promise<ServerProcess> => {
  const started = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const exited = once(started, 'exit');
  const [message] = await Promise.race([once(started, 'message'), exited]);

  return {
    message,
    stop: async () => {
      if (started.connected) {
        started.disconnect();
      }
      await exited;
    },
  };
};
