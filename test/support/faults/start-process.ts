import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { findLogFaults, type Secrets } from '#test/support/portal/find-secrets.ts';

/** These settings override a .env in the checkout. Everything is logged, so that all of it is scanned. */
const FIXED_SETTINGS = {
  DATABASE_URL: '',
  WEB_DIR: '',
  SUPPLIER_VAT_NUMBER: '',
  POWERTOOLS_LOG_LEVEL: 'INFO',
};

/** Returns the log lines of functions and jobs. `npm start` itself prints for its user, also the demo's password. */
const linesOfFunctions = ({ stdout, stderr }: { stdout: string; stderr: string }): string[] =>
  `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith('{"level":'));

/** Runs local/start.ts as `npm start` does, or another script, with only these settings and arguments. */
export const spawnStart = (
  settings: Record<string, string>,
  args: readonly string[] = [],
  { script = 'local/start.ts', folder = '.' } = {},
) => {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, ...FIXED_SETTINGS, ...settings },
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

  /** Resolves with the first match in the output; rejects if the process ends without one. */
  const waitForOutput = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output.stdout);
        if (match) {
          resolve(match);
        }
      };
      changed.addEventListener('output', look);
      exited.then((code) => reject(new Error(`${script} ended with ${code}: ${output.stderr}`)));
      look();
    });

  return {
    processId: child.pid ?? 0,
    output,
    exited,
    waitForOutput,
    /** Returns the address once the portal answers there. */
    waitUntilReady: async () => (await waitForOutput(/runs at (\S+)/))[1] ?? '',
    end: (signal: NodeJS.Signals) => {
      child.kill(signal);

      return exited;
    },
    /** Returns one sentence for each kind of secret that functions and jobs logged; throws if there was no log line. */
    findFaults: (secrets: Secrets): string[] => {
      const lines = linesOfFunctions(output);
      if (lines.length === 0) {
        throw new Error('No log line of the portal was heard');
      }

      return findLogFaults(lines, { ...secrets, 'the password of the demo': [DEMO_PASSWORD] });
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

/** Returns all descendants of a process (Linux). */
export const descendantsOf = (processId: number): number[] =>
  childrenOf(processId).flatMap((child) => [child, ...descendantsOf(child)]);

/** True if the process runs; false also for a zombie, which has ended but whose parent has not asked about it. */
export const isRunning = (processId: number): boolean => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
