import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Bound, printTable } from './bounds.ts';
import { median } from './measure.ts';

const ROUNDS = 3;
const READY_MS_MAX = 5_000;

/** Runs `npm start` until the portal answers at the printed address, then ends it as Ctrl-C does. */
const timeNpmStart = async (dataFolder: string): Promise<number> => {
  const startedAt = performance.now();
  // In its own process group, because Ctrl-C in a terminal reaches npm and all its descendants.
  const npm = spawn('npm', ['start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataFolder },
  });
  const exited = once(npm, 'exit');

  try {
    for await (const line of createInterface(npm.stdout)) {
      const [, url] = /OW Connect runs at (\S+)/.exec(line) ?? [];
      if (!url) {
        continue;
      }

      const page = await fetch(url);
      if (!page.ok) {
        throw new Error(`${url} answered ${page.status}`);
      }

      return performance.now() - startedAt;
    }
  } finally {
    if (npm.exitCode === null) {
      process.kill(-(npm.pid ?? 0), 'SIGINT');
    }
    await exited;
  }

  throw new Error('npm start ended before the portal ran');
};

/** Measures how soon the portal is ready: at the first start, which fills the data folder, and at later ones. */
export const measureStart = async (): Promise<Bound[]> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));

  try {
    const firstMs = await timeNpmStart(dataFolder);
    const readyMs: number[] = [];
    while (readyMs.length < ROUNDS) {
      readyMs.push(await timeNpmStart(dataFolder));
    }
    printTable(`npm start until the portal answers (the first, and the median of ${ROUNDS} later ones)`, [
      { 'first start ms': firstMs, 'on a filled folder ms': median(readyMs) },
    ]);

    return [
      {
        what: 'npm start on a filled data folder, until the portal answers',
        measured: median(readyMs),
        limit: READY_MS_MAX,
        unit: 'ms',
      },
    ];
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
};
