import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { bundleFunction, esbuildOptions } from '#infra/bundling.ts';
import { TRIAL } from '#test/support/infra/deployment-settings.ts';
import { deployedEnvironment, type Lambda, lambdas, mayParseHtml } from '#test/support/infra/lambdas.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';
import { type Bound, printTable } from './bounds.ts';
import { alternate, median, timeMs } from './measure.ts';

const ROUNDS = 9;
const START_RATIO_MAX = 1.15;

const run = promisify(execFile);

const bareStackOf = (lambda: Lambda): string => {
  const { uses } = lambda;
  if (uses.includes('pdfPrinter')) {
    return 'bare-stack-print';
  }
  if (mayParseHtml(lambda)) {
    return 'bare-stack-html';
  }
  return uses.includes('invoiceFiles') ? 'bare-stack-drive' : 'bare-stack';
};

/** Bundles a bare stack exactly like the functions, so that an option affects both. */
const bundleBareStack = (name: string, folder: string) =>
  buildSync({
    ...esbuildOptions,
    entryPoints: [`test/bench/${name}.ts`],
    outfile: join(folder, 'index.mjs'),
  });

/** Measures a whole process that only loads a bundle. */
const timeStart = (folder: string, environment: Record<string, string>) =>
  timeMs(() => run(process.execPath, ['index.mjs'], { cwd: folder, env: environment }));

/** Returns, for each bare stack, the function that uses most: test/infra/bundles.test.ts limits the size of all. */
const pickLambdas = (): Lambda[] =>
  [...Map.groupBy(lambdas, bareStackOf).values()].flatMap(
    (alike) => alike.toSorted((a, b) => b.uses.length - a.uses.length)[0] ?? [],
  );

/** Measures how long functions take to start, compared with the bare stack that each needs. */
export const measureBundles = async (): Promise<Bound[]> => {
  const { template } = synthPortal({ ...TRIAL, driveId: 'drive', driveFolderId: 'folder' });
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));

  const measure = async (lambda: Lambda) => {
    const { entry, uses } = lambda;
    const own = join(folder, entry);
    const bare = join(folder, bareStackOf(lambda));
    // Without the printer's browser, which is read when it prints and not at the start.
    bundleFunction(
      entry,
      uses.filter((capability) => capability !== 'pdfPrinter'),
      own,
    );
    bundleBareStack(bareStackOf(lambda), bare);

    const environment = deployedEnvironment(template, entry);
    const [ownMs, bareMs] = await alternate(
      ROUNDS,
      () => timeStart(own, environment),
      () => timeStart(bare, environment),
    );

    return {
      function: entry.slice('functions/'.length, -'.ts'.length),
      'bare stack': bareStackOf(lambda),
      'start ms': median(ownMs),
      'bare start ms': median(bareMs),
      // The ratio of each pair, so that a machine that becomes slower or faster meanwhile changes little.
      ratio: median(ownMs.map((ms, round) => ms / (bareMs[round] ?? Number.NaN))),
    };
  };

  try {
    const measured = [];
    for (const lambda of pickLambdas()) {
      measured.push(await measure(lambda));
    }
    printTable(
      `Starts under Node ${process.versions.node}, alternating with the bare stack under the same options (medians of ${ROUNDS})`,
      measured,
    );

    return measured.map((row) => ({
      what: `start of ${row.function}`,
      measured: row.ratio,
      limit: START_RATIO_MAX,
      unit: `× its bare stack`,
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
};
