import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Failure, Invocation, Outcome } from './run-function.ts';

const RUNTIME = fileURLToPath(new URL('run-function.ts', import.meta.url));

/** On Lambda each sandbox has a separate machine; here the one that has been idle longest ends if there are more. */
const SANDBOXES_MAX = 24;

/** A function as Lambda runs it: a package, the name of its handler, its limits and its environment. */
export interface FunctionPackage {
  name: string;
  /** The folder of the asset. */
  folder: string;
  /** Such as `index.handler`. */
  handler: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
}

export interface SandboxOptions {
  /** Returns the whole environment of a new process; each process has separate keys and a separate /tmp. */
  environmentOf(name: string, temporaryFolder: string): Record<string, string>;
  packageOf(name: string): FunctionPackage;
  /** Parent of the temporary folders. */
  folder: string;
  /** Additional folders in which every function may write. */
  writableFolders?: readonly string[];
  /** Called with each line that a function prints. */
  onLine(line: string): void;
}

interface Sandbox {
  process: ChildProcess;
  started: Promise<'ready' | Failure>;
  restingSince: number;
}

/** A function's own failure, as Lambda reports it to the caller. */
export class FunctionError extends Error {
  constructor(name: string, { errorType, errorMessage }: Failure) {
    super(errorMessage);
    this.name = `${name}: ${errorType}`;
  }
}

/** Waits for the next message of a sandbox; rejects if it ends instead. */
const hear = (child: ChildProcess): Promise<Outcome | 'ready'> =>
  new Promise((resolve, reject) => {
    const end = (code: number | null, signal: string | null) => {
      child.off('message', settle);
      reject(new Error(`Runtime exited with ${signal ?? code}`));
    };
    const settle = (message: Outcome | 'ready') => {
      child.off('exit', end);
      resolve(message);
    };
    child.once('message', settle);
    child.once('exit', end);
  });

/**
 * Runs functions as they were packaged, each in separate processes with only its own environment. A process handles one
 * event at a time and stays warm. Node's permission model keeps it from writing anywhere but its own /tmp and
 * `writableFolders`, whichever user runs it: a package is read-only on Lambda, too.
 */
export const makeSandboxes = ({
  environmentOf,
  packageOf,
  folder,
  writableFolders = [],
  onLine,
}: SandboxOptions) => {
  const resting = new Map<string, Sandbox[]>();
  const all = new Set<Sandbox>();
  let isClosed = false;

  const start = (name: string): Sandbox => {
    const { folder: code, handler, memoryMegabytes } = packageOf(name);
    const temporaryFolder = join(folder, randomUUID());
    mkdirSync(temporaryFolder, { recursive: true });

    const dot = handler.lastIndexOf('.');
    const child = spawn(
      process.execPath,
      [
        '--permission',
        '--allow-child-process',
        '--allow-fs-read=*',
        ...[temporaryFolder, ...writableFolders].map((path) => `--allow-fs-write=${path}`),
        '--disable-warning=SecurityWarning',
        `--max-old-space-size=${memoryMegabytes}`,
        RUNTIME,
        join(code, `${handler.slice(0, dot)}.mjs`),
        handler.slice(dot + 1),
      ],
      { cwd: code, env: environmentOf(name, temporaryFolder), stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    );
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) {
        createInterface(stream).on('line', onLine);
      }
    }

    const started = hear(child).then((word) => {
      if (word === 'ready' || 'errorMessage' in word) {
        return word;
      }
      throw new Error(`${name} answered before it was asked`);
    });
    const sandbox: Sandbox = { process: child, started, restingSince: 0 };
    // A caller that waits for it gets the error; if none waits, the rejection would be unhandled.
    sandbox.started.catch(() => {});
    all.add(sandbox);
    child.once('exit', () => {
      all.delete(sandbox);
      resting.set(
        name,
        (resting.get(name) ?? []).filter((each) => each !== sandbox),
      );
    });

    return sandbox;
  };

  const end = async ({ process: child }: Sandbox) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      return;
    }

    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };

  const endTheLongestResting = async () => {
    const rested = [...resting.values()].flat().toSorted((a, b) => a.restingSince - b.restingSince);
    for (const sandbox of rested.slice(0, Math.max(0, all.size - SANDBOXES_MAX))) {
      // Removed from the list first, so that no event finds it while it ends.
      for (const [name, sandboxes] of resting) {
        resting.set(
          name,
          sandboxes.filter((each) => each !== sandbox),
        );
      }
      await end(sandbox);
    }
  };

  const use = async (sandbox: Sandbox, name: string, event: unknown): Promise<unknown> => {
    const started = await sandbox.started;
    if (started !== 'ready') {
      throw new FunctionError(name, started);
    }

    const { timeoutSeconds } = packageOf(name);
    const invocation: Invocation = { event, requestId: randomUUID(), timeoutMs: timeoutSeconds * 1000 };
    const answered = hear(sandbox.process);
    sandbox.process.send(invocation);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`Task timed out after ${timeoutSeconds.toFixed(2)} seconds`)),
        timeoutSeconds * 1000,
      );
    });

    try {
      const outcome = await Promise.race([answered, timeout]);
      if (outcome === 'ready') {
        throw new Error(`${name} started twice`);
      }
      if ('errorMessage' in outcome) {
        throw new FunctionError(name, outcome);
      }

      return outcome.result;
    } finally {
      clearTimeout(timer);
      answered.catch(() => {});
    }
  };

  return {
    /** Calls a function and returns its handler's result; rejects as Lambda does if it throws. */
    invoke: async (name: string, event: unknown): Promise<unknown> => {
      if (isClosed) {
        throw new Error(`${name} was called after the stack had stopped`);
      }

      const sandbox = resting.get(name)?.pop() ?? start(name);
      try {
        const result = await use(sandbox, name, event);
        resting.set(name, [
          ...(resting.get(name) ?? []),
          Object.assign(sandbox, { restingSince: Date.now() }),
        ]);

        return result;
      } catch (error) {
        // Lambda keeps a sandbox whose handler threw; a new one tests more strictly what the next call needs.
        await end(sandbox);
        throw error;
      } finally {
        await endTheLongestResting();
      }
    },
    /** Ends the warm processes of a function, so that the next call starts a cold one. */
    cool: async (name: string): Promise<void> => {
      for (const sandbox of resting.get(name)?.splice(0) ?? []) {
        await end(sandbox);
      }
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await Promise.all([...all].map(end));
    },
  };
};
