import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Time limit for a process to finish its requests and tasks before it is killed. */
const LAST_SECONDS = 5;

interface Current {
  child: ChildProcess;
  /** Address of the process; undefined if it ended before it was ready. */
  address: Promise<string | undefined>;
}

/** Ends a process after its running requests and tasks, or after some seconds at the latest. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), LAST_SECONDS * 1000);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  clearTimeout(timer);
};

/** Runs the functions with this environment in one process after the other: changed files take effect by a restart. */
export const startFunctionsProcesses = (env: NodeJS.ProcessEnv) => {
  const children = new Set<ChildProcess>();
  /** The files that have changed since a process was last ready. */
  const changed = new Set<string>();
  let isOver = false;

  const start = (): Current => {
    const child = fork(join(import.meta.dirname, 'functions-process.ts'), [...changed], { env });
    const ready = Promise.withResolvers<string | undefined>();
    const one = { child, address: ready.promise };
    let isReady = false;
    children.add(child);

    child.once('message', ({ url }: { url: string }) => {
      isReady = true;
      changed.clear();
      ready.resolve(url);
    });
    child.once('exit', () => {
      children.delete(child);
      ready.resolve(undefined);
      if (isOver || current !== one) {
        return;
      }
      if (isReady) {
        console.error('The process of the handlers and tasks has ended, and is started again.');
        current = start();
      } else {
        console.error(
          'The handlers and tasks could not be started. The next change of a file starts them again.',
        );
      }
    });

    return one;
  };

  let current = start();

  return {
    /** Waits for the functions and returns their address; undefined if their process does not start. */
    address: async (): Promise<string | undefined> => {
      for (;;) {
        const one = current;
        const address = await one.address;
        if (one === current) {
          return address;
        }
      }
    },
    /** Starts a new process, for which new requests wait, while the old one finishes its running ones. */
    restart: (files: Iterable<string>) => {
      for (const file of files) {
        changed.add(file);
      }
      const { child } = current;
      current = start();
      void end(child);
    },
    close: async () => {
      isOver = true;
      await Promise.all([...children].map(end));
    },
  };
};

export type FunctionsProcesses = ReturnType<typeof startFunctionsProcesses>;
