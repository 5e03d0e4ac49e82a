import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunction } from '#infra/bundling.ts';
import { capabilitiesOf } from '#infra/grants.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Capability } from '#shared/contract/route.ts';
import { jobs } from '#shared/jobs.ts';
import { synthPortal } from '#test/support/portal-template.ts';
import { environmentOf } from '#test/support/template-grants.ts';

const run = promisify(execFile);

/** Outside the checkout, as on Lambda: nothing there but what the bundle brings. */
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { template } = synthPortal({ driveId: 'drive', driveFolderId: 'folder' });

const functions = [
  ...allRoutes.map(([id, route]) => ({
    entry: `functions/handlers/${id.replace('.', '/')}.ts`,
    uses: capabilitiesOf(route),
  })),
  ...Object.entries(jobs).map(([name, { uses }]) => ({ entry: `functions/jobs/${name}.ts`, uses })),
];

/** The environment of the deployed function, as Lambda would set it. */
const deployedEnvironment = (entry: string): NodeJS.ProcessEnv => {
  const [, lambda] = template.functionsByEntry().get(entry) ?? [];
  if (!lambda) throw new Error(`No function runs ${entry}`);

  return {
    ...environmentOf(lambda),
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
};

/** Drive's client weighs as much as everything else together, and Puppeteer as much again. */
const sizeLimitKilobytes = (uses: readonly Capability[]) => {
  if (uses.includes('pdfPrinter')) return 2_000;
  return uses.includes('invoiceFiles') ? 1_080 : 620;
};

describe.each(functions)('the bundle of $entry', ({ entry, uses }) => {
  const bundle = join(folder, entry);
  beforeAll(() => {
    bundleFunction(
      entry,
      uses.filter((capability) => capability !== 'pdfPrinter'),
      bundle,
    );
  });

  it('starts under Node 24 with the environment of its deployment alone, and offers a handler', async () => {
    const started = run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        "const { handler } = await import('./index.mjs'); process.stdout.write(typeof handler)",
      ],
      { cwd: bundle, env: deployedEnvironment(entry) },
    );

    expect((await started).stdout).toBe('function');
  });

  it('is small enough to start fast', () => {
    expect(statSync(join(bundle, 'index.mjs')).size / 1000).toBeLessThanOrEqual(sizeLimitKilobytes(uses));
  });
});

describe('beside the bundle', () => {
  it('of the migrations stands their SQL', () => {
    const bundle = join(folder, 'databaseOwner');
    bundleFunction('functions/jobs/migrate.ts', ['databaseOwner'], bundle);

    expect(existsSync(join(bundle, 'migrations', 'meta', '_journal.json'))).toBe(true);
  });

  it('of the PDF printer stand its fonts and its browser, and it prints with nothing else', async () => {
    const entry = join(folder, 'print.ts');
    writeFileSync(
      entry,
      `import { makeChromiumPrinter } from ${JSON.stringify(resolve('functions/adapters/chromium.ts'))};
       const printer = makeChromiumPrinter({ fontsFolder: import.meta.dirname + '/fonts', timeoutMs: 60_000 });
       const pdf = await printer.print('<p style="font-family: Noto Sans">R 1 234,50</p>');
       await printer.close();
       process.stdout.write(Buffer.from(pdf).toString('latin1'));`,
    );
    const bundle = join(folder, 'pdfPrinter');
    bundleFunction(entry, ['pdfPrinter'], bundle);

    const { stdout } = await run(process.execPath, ['index.mjs'], {
      cwd: bundle,
      env: { TMPDIR: tmpdir() },
      encoding: 'latin1',
      maxBuffer: 10_000_000,
    });

    expect(stdout).toMatch(/^%PDF-/);
    expect(stdout).toContain('NotoSans-Regular');
  });
});
