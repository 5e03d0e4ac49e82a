import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** What stands in a .env beside the checkout gives way to what is set already. */
const WITHOUT_ENV_FILE = { DATABASE_URL: '', WEB_DIR: '', SUPPLIER_VAT_NUMBER: '' };

/** Runs local/start.ts as `npm start` does, with these settings and arguments and nobody's own. */
export const spawnStart = (settings: Record<string, string>, args: readonly string[] = []) => {
  const child = spawn(process.execPath, ['local/start.ts', ...args], {
    env: { ...process.env, ...WITHOUT_ENV_FILE, ...settings },
  });
  const output = { stdout: '', stderr: '' };
  const changed = new EventTarget();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      output[name] += chunk;
      changed.dispatchEvent(new Event('output'));
    });
  }
  const exited = once(child, 'close').then(([code]: (number | null)[]) => code);

  /** Resolves with the first match in what it printed; rejects if it ends without. */
  const waitForOutput = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output.stdout);
        if (match) resolve(match);
      };
      changed.addEventListener('output', look);
      exited.then((code) => reject(new Error(`npm start ended with ${code}: ${output.stderr}`)));
      look();
    });

  return {
    processId: child.pid ?? 0,
    output,
    exited,
    waitForOutput,
    /** The address, once it answers there. */
    waitUntilReady: async () => (await waitForOutput(/runs at (\S+)/))[1] ?? '',
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);

      return exited;
    },
  };
};

const childrenOf = (processId: number): number[] => {
  try {
    const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim();

    return children === '' ? [] : children.split(' ').map(Number);
  } catch {
    return [];
  }
};

/** The processes that a process started, and those that they started (Linux). */
export const descendantsOf = (processId: number): number[] =>
  childrenOf(processId).flatMap((child) => [child, ...descendantsOf(child)]);

/** False also for one that has ended and that nobody has asked about yet. */
export const isRunning = (processId: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
