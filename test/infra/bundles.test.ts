import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunction } from '#infra/bundling.ts';
import { deployedEnvironment, lambdas, sizeLimitKilobytes, strayAdapters } from '#test/support/lambdas.ts';
import { synthPortal } from '#test/support/portal-template.ts';

const run = promisify(execFile);

/** Outside the checkout, as on Lambda: nothing there but what the bundle brings. */
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { template } = synthPortal({ driveId: 'drive', driveFolderId: 'folder' });

describe.each(lambdas)('the bundle of $entry', ({ entry, uses }) => {
  const bundle = join(folder, entry);
  let strays: string[];
  beforeAll(() => {
    const { metafile } = bundleFunction(
      entry,
      uses.filter((capability) => capability !== 'pdfPrinter'),
      bundle,
    );
    strays = strayAdapters({ entry, uses }, metafile);
  });

  it('starts under Node 24 with the environment of its deployment alone, and offers a handler', async () => {
    const started = run(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        "const { handler } = await import('./index.mjs'); process.stdout.write(typeof handler)",
      ],
      { cwd: bundle, env: deployedEnvironment(template, entry) },
    );

    expect((await started).stdout).toBe('function');
  });

  it('is small enough to start fast', () => {
    expect(statSync(join(bundle, 'index.mjs')).size / 1000).toBeLessThanOrEqual(sizeLimitKilobytes(uses));
  });

  it('holds no adapter but those of what it uses', () => {
    expect(strays).toEqual([]);
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
