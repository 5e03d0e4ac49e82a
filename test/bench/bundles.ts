import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { bundleFolder, bundleFunctions, esbuildOptions } from '#infra/bundling.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { deployedEnvironment, lambdas, packagesIn } from '#test/support/infra/lambdas.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';
import { type Bound, printTable } from './bounds.ts';
import { median } from './measure.ts';

const ROUNDS = 15;
const MEDIAN_RATIO_MAX = 1.15;
const RATIO_MAX = 1.35;

/** Number of functions that share one measurement of their bare stack. */
const NEIGHBOURS = 4;

/** The part of the bare stack that a function gets if its own bundle contains the package. */
const parts = new Map([
  ['@aws-sdk/client-secrets-manager', 'secrets'],
  ['@middy/core', 'middy'],
  ['jose', 'jose'],
  ['@aws-sdk/client-sqs', 'queues'],
  ['@aws-sdk/client-sesv2', 'mails'],
  ['content-disposition', 'file-names'],
  ['bowser', 'user-agents'],
  ['htmlparser2', 'html-parser'],
  ['sanitize-html', 'html'],
  ['googleapis', 'drive'],
  ['puppeteer-core', 'browser'],
]);

const run = promisify(execFile);

/** Bundles a bare stack exactly like the functions, so that an option affects both. */
const bundleBareStack = (names: readonly string[], folder: string) =>
  buildSync({
    ...esbuildOptions,
    stdin: {
      contents: names.map((name) => `export * from './${name}.ts';`).join('\n'),
      resolveDir: 'test/bench/bare-stack',
    },
    outfile: join(folder, 'index.mjs'),
  });

/** Loads a bundle and prints the processor time since the process began, then ends what the bundle has begun. */
const LOAD = `await import(process.argv[1]);
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1000), () => process.exit());`;

const measureLoad = async (folder: string, environment: Record<string, string>): Promise<number> => {
  const bundle = join(folder, 'index.mjs');
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', LOAD, bundle], {
    env: environment,
  });

  return Number(stdout);
};

/**
 * Measures how much processor time functions take to load, compared with the bare stack of the packages that each
 * bundle contains. In each round a bare stack is measured just before the functions that need it.
 */
export const measureBundles = async (): Promise<Bound[]> => {
  const { template } = synthPortal(PRODUCTION);
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-bench-'));

  try {
    // Without the printer's browser, which is read when it prints and not at the start.
    const { metafile } = bundleFunctions(
      lambdas.map(({ entry, uses }) => ({ entry, uses: uses.filter((used) => used !== 'pdfPrinter') })),
      folder,
    );
    const measured = lambdas.map(({ entry }) => ({
      entry,
      environment: deployedEnvironment(template, entry),
      bareStack: packagesIn(metafile, entry)
        .flatMap((name) => parts.get(name) ?? [])
        .toSorted()
        .join(' '),
      ownMs: [] as number[],
      ratios: [] as number[],
    }));
    const alike = [...Map.groupBy(measured, ({ bareStack }) => bareStack)].map(
      ([names, functions], index) => {
        const bare = join(folder, `bare-${index}`);
        bundleBareStack(['every-function', ...names.split(' ').filter(Boolean)], bare);

        return { bare, functions };
      },
    );

    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { bare, functions } of alike) {
        let bareMs = Number.NaN;
        for (const [index, { entry, environment, ownMs, ratios }] of functions.entries()) {
          if (index % NEIGHBOURS === 0) {
            bareMs = await measureLoad(bare, environment);
          }
          const ms = await measureLoad(bundleFolder(folder, entry), environment);
          ownMs.push(ms);
          ratios.push(ms / bareMs);
        }
      }
    }

    const rows = measured
      .map(({ entry, bareStack, ownMs, ratios }) => ({
        function: entry.slice('functions/'.length, -'.ts'.length),
        'packages besides those of every function': bareStack,
        ms: median(ownMs),
        ratio: median(ratios),
      }))
      .toSorted((a, b) => b.ratio - a.ratio);
    printTable(
      `Processor time until loaded, under Node ${process.versions.node}, in turn with the bare stack under the same options (medians of ${ROUNDS})`,
      rows,
    );

    const [worst] = rows;
    const unit = '× its bare stack';

    return [
      {
        what: `start of ${rows.length} functions, median`,
        measured: median(rows.map(({ ratio }) => ratio)),
        limit: MEDIAN_RATIO_MAX,
        unit,
      },
      {
        what: `slowest start of a function: ${worst?.function}`,
        measured: worst?.ratio ?? Number.NaN,
        limit: RATIO_MAX,
        unit,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
};
