import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { bundleFunction, esbuildOptions } from '#infra/bundling.ts';
import { TRIAL } from '#test/support/infra/deployment-settings.ts';
import {
  deployedEnvironment,
  type Lambda,
  lambdas,
  mayParseHtml,
  sizeLimitKilobytes,
  strayAdapters,
} from '#test/support/infra/lambdas.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';
import { alternate, median, timeMs } from './measure.ts';
import type { Report } from './report.ts';

const ROUNDS = 3;
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

/** Measures the size of every Lambda's bundle, and its start compared with the bare stack that it needs. */
export const measureBundles = async (): Promise<Report> => {
  const { template } = synthPortal({ ...TRIAL, driveId: 'drive', driveFolderId: 'folder' });
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));

  const measure = async (lambda: Lambda) => {
    const { entry, uses } = lambda;
    const own = join(folder, entry);
    const bare = join(folder, bareStackOf(lambda));
    // Without the printer's browser, which is read when it prints and not at the start.
    const { metafile } = bundleFunction(
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
      name: entry.slice('functions/'.length, -'.ts'.length),
      kilobytes: statSync(join(own, 'index.mjs')).size / 1000,
      kilobytesMax: sizeLimitKilobytes(lambda),
      bareKilobytes: statSync(join(bare, 'index.mjs')).size / 1000,
      startMs: median(ownMs),
      bareStartMs: median(bareMs),
      // The ratio of each pair, so that a machine that becomes slower or faster meanwhile changes little.
      startRatio: median(ownMs.map((ms, round) => ms / (bareMs[round] ?? Number.NaN))),
      strays: strayAdapters(lambda, metafile).length,
    };
  };

  try {
    const measured = [];
    for (const lambda of lambdas) {
      measured.push(await measure(lambda));
    }

    return {
      tables: [
        {
          title: `Bundles, started under Node ${process.versions.node} alternating with the bare stack under the same options (medians of ${ROUNDS})`,
          columns: ['bundle', 'KB', 'at most', 'bare KB', 'start ms', 'bare ms', 'ratio', 'stray adapters'],
          rows: measured.map((row) => [
            row.name,
            row.kilobytes,
            row.kilobytesMax,
            row.bareKilobytes,
            row.startMs,
            row.bareStartMs,
            row.startRatio,
            row.strays,
          ]),
        },
      ],
      bounds: measured.flatMap(({ name, kilobytes, kilobytesMax, startRatio, strays }) => [
        {
          what: `the bundle of ${name} has`,
          measured: kilobytes,
          limit: kilobytesMax,
          unit: 'KB',
          among: 'Size of a function',
        },
        {
          what: `${name} starts in`,
          measured: startRatio,
          limit: START_RATIO_MAX,
          unit: '× its bare stack',
          among: 'Start of a function',
        },
        {
          what: `${name} contains`,
          measured: strays,
          limit: 0,
          unit: 'adapters outside its uses',
          among: 'Strays in a bundle',
        },
      ]),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
