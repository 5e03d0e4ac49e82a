import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFolder, bundleFunction, bundleFunctions } from '#infra/bundling.ts';
import { openBrowserFolder } from '#local/start/browser-folder.ts';
import {
  checksTotp,
  lambdas,
  mayParseHtml,
  parsesHtml,
  sizeLimitKilobytes,
  storesIn,
  strayAdapters,
  verifiesPasskeys,
} from '#test/support/infra/lambdas.ts';
import { readPdf } from '#test/support/invoices/read-pdf.ts';

const run = promisify(execFile);

/** Outside the checkout, as on Lambda: it contains only what the bundle brings. */
const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { metafile } = bundleFunctions(
  lambdas.map(({ entry, uses }) => ({
    entry,
    uses: uses.filter((capability) => capability !== 'pdfPrinter'),
  })),
  folder,
);

/** Each bundle starts and is called in test/processes/stack. */
describe('the bundles of the functions', () => {
  it('each bundle is within its size limit, so that it starts fast', () => {
    const tooLarge = lambdas.flatMap((lambda) => {
      const kilobytes = statSync(join(bundleFolder(folder, lambda.entry), 'index.mjs')).size / 1000;

      return kilobytes <= sizeLimitKilobytes(lambda) ? [] : [`${lambda.entry}: ${kilobytes} KB`];
    });

    expect(lambdas.length).toBeGreaterThan(50);
    expect(tooLarge).toEqual([]);
  });

  it('each bundle contains an HTML parser only if it reads texts of the helpdesk', () => {
    const parsing = lambdas.filter(({ entry }) => parsesHtml(metafile, entry));

    expect(parsing).toEqual(lambdas.filter(mayParseHtml));
  });

  it('only the functions that verify a passkey or a code of an app bring what verifies it', () => {
    const entriesOf = (brings: typeof verifiesPasskeys) =>
      lambdas.flatMap(({ entry }) => (brings(metafile, entry) ? [entry] : [])).toSorted();

    expect(entriesOf(verifiesPasskeys)).toEqual([
      'functions/handlers/account/proof.ts',
      'functions/handlers/auth/passkey.ts',
      'functions/handlers/auth/second-step.ts',
      'functions/handlers/factors/add-passkey.ts',
    ]);
    expect(entriesOf(checksTotp)).toEqual([
      'functions/handlers/auth/second-step.ts',
      'functions/handlers/factors/begin-totp.ts',
      'functions/handlers/factors/confirm-totp.ts',
    ]);
  });

  it('each bundle contains only the adapters of its uses', () => {
    const strays = lambdas.flatMap((lambda) =>
      strayAdapters(lambda, metafile).map((adapter) => `${lambda.entry}: ${adapter}`),
    );

    expect(strays).toEqual([]);
  });

  it('a bundle contains only the stores that its code names', () => {
    expect(storesIn(metafile, 'functions/handlers/services/list.ts').toSorted()).toEqual([
      'sql-journal-store',
      'sql-service-store',
      'sql-session-store',
      'sql-throttle-store',
    ]);
  });
});

describe('files next to a bundle', () => {
  it('the bundle of the migrations brings their SQL', () => {
    const bundle = join(folder, 'databaseOwner');
    bundleFunction('functions/tasks/migrate.ts', ['databaseOwner'], bundle);

    expect(existsSync(join(bundle, 'migrations', 'meta', '_journal.json'))).toBe(true);
  });

  it('only the functions that set a password bring the list of common passwords', () => {
    const list = 'common-passwords.json';
    const withList = lambdas
      .filter(({ entry }) => existsSync(join(bundleFolder(folder, entry), list)))
      .map(({ entry }) => entry);

    expect(withList.toSorted()).toEqual([
      'functions/handlers/account/password.ts',
      'functions/handlers/auth/register.ts',
      'functions/handlers/links/reset.ts',
      'functions/handlers/users/update.ts',
    ]);
  });

  it('the bundle of the PDF printer brings its fonts and browser, and prints without other files', async () => {
    const entry = join(folder, 'print.ts');
    writeFileSync(
      entry,
      `import { makeChromiumPrinter } from ${JSON.stringify(resolve('functions/adapters/chromium/chromium.ts'))};
       const browserFolder = ${JSON.stringify(openBrowserFolder())};
       const printer = makeChromiumPrinter({ fontsFolder: import.meta.dirname + '/fonts', browserFolder, timeoutMs: 60_000 });
       const pdf = await printer.print('<p style="font-family: Noto Sans">R 1 234,50</p>');
       await printer.close();
       process.stdout.write(pdf);`,
    );
    const bundle = join(folder, 'pdfPrinter');
    bundleFunction(entry, ['pdfPrinter'], bundle);

    const { stdout } = await run(process.execPath, ['index.mjs'], {
      cwd: bundle,
      env: { TMPDIR: tmpdir() },
      encoding: 'buffer',
      maxBuffer: 10_000_000,
    });

    const { fonts } = await readPdf(stdout);
    expect([...fonts.keys()]).toEqual([expect.stringContaining('NotoSans-Regular')]);
  });
});

it('a bundle cleans HTML without the CSS parser, which it leaves out', async () => {
  const entry = join(folder, 'clean.ts');
  writeFileSync(
    entry,
    `import { cleanTicketHtml } from ${JSON.stringify(resolve('functions/documents/ticket-html.ts'))};
     process.stdout.write(cleanTicketHtml('<p style="color: red" class="x">a <b style="top: 0">b</b></p>', 9));`,
  );
  const bundle = join(folder, 'clean');
  const { metafile } = bundleFunction(entry, [], bundle);

  const { stdout } = await run(process.execPath, ['index.mjs'], { cwd: bundle, env: {} });

  expect(stdout).toBe('<p>a <b>b</b></p>');
  expect(Object.keys(metafile.inputs).filter((file) => /node_modules\/postcss\//.test(file))).toEqual([]);
  expect(statSync(join(bundle, 'index.mjs')).size / 1000).toBeLessThanOrEqual(120);
});
