import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, type BuildResult, buildSync } from 'esbuild';
import type { Capability } from '#shared/contract/route.ts';

/** The root of the checkout. */
const ROOT = join(import.meta.dirname, '..');

/** Folder of a function's files on Lambda. */
const TASK_ROOT = '/var/task';

/**
 * Packages in which the AWS SDK looks for credentials that are not in the environment; on Lambda they always are. The
 * SDK imports these packages on demand, so they may be missing; bundled, they would be a sixth of every function.
 */
const unusedCredentialProviders = [
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
];

/**
 * If an ES module imports node:http, Node reads each of its exports. One of them is WebSocket, and reading it loads the
 * whole of undici, which takes a seventh of a function's start. This file passes node:http on without reading its
 * exports (ADR 11).
 */
const NODE_HTTP = join(ROOT, 'infra/node-http.cjs');

/**
 * sanitize-html uses PostCSS for allow-lists of styles; we allow no styles. Without it the bundle also loses the
 * parser, and half of the size of the cleaning.
 */
const NO_POSTCSS = join(ROOT, 'infra/no-postcss.cjs');

/**
 * Options with which every Lambda is bundled; the bench builds with the same.
 *
 * `module` before `main`: the CommonJS builds of the AWS SDK and others cannot be tree-shaken (409 against 541 KB). The
 * banner gives bundled CommonJS packages the `require` that an ES module lacks.
 */
export const esbuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  external: unusedCredentialProviders,
  alias: { http: NODE_HTTP, 'node:http': NODE_HTTP, postcss: NO_POSTCSS },
  minify: true,
  legalComments: 'none',
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
} as const satisfies BuildOptions;

interface Companion {
  /** Relative to the root of the checkout. */
  from: string;
  /** Relative to the bundle. */
  to: string;
}

/** Files that a capability reads at run time; they are deployed next to the bundle of each function that uses it. */
const companions: Partial<Record<Capability, readonly Companion[]>> = {
  databaseOwner: [{ from: 'functions/database/migrations', to: 'migrations' }],
  commonPasswords: [
    { from: 'node_modules/@zxcvbn-ts/language-common/src/passwords.json', to: 'common-passwords.json' },
  ],
  pdfPrinter: [
    { from: 'functions/fonts', to: 'fonts' },
    // The package's JavaScript is in the bundle; its browser is found through the package's folder.
    { from: 'node_modules/@sparticuz/chromium', to: 'node_modules/@sparticuz/chromium' },
  ],
};

/** Returns the path of a companion on Lambda. */
export const companionPath = (name: 'migrations' | 'fonts' | 'common-passwords.json'): string =>
  `${TASK_ROOT}/${name}`;

const copyCompanions = (uses: readonly Capability[], folder: string): void => {
  for (const { from, to } of uses.flatMap((capability) => companions[capability] ?? [])) {
    cpSync(join(ROOT, from), join(folder, to), { recursive: true });
  }
};

/**
 * Bundles one function into a folder, as `index.mjs` and its companions. CDK deploys that folder and the bench measures
 * it, so it is built here and not by NodejsFunction, which would need a shell and npm's registry.
 */
export const bundleFunction = (
  entry: string,
  uses: readonly Capability[],
  folder: string,
): BuildResult<{ metafile: true }> => {
  rmSync(folder, { recursive: true, force: true });
  const result = buildSync({
    ...esbuildOptions,
    metafile: true,
    entryPoints: [entry],
    outfile: join(folder, 'index.mjs'),
  });
  copyCompanions(uses, folder);

  return result;
};

/** Returns the folder of one entry's bundle within the folder of all bundles. */
export const bundleFolder = (folder: string, entry: string): string =>
  join(folder, entry.replace(/\.ts$/, ''));

/** Bundles several functions as `bundleFunction` does, in one run that reads shared files once. */
export const bundleFunctions = (
  functions: readonly { entry: string; uses: readonly Capability[] }[],
  folder: string,
): BuildResult<{ metafile: true }> => {
  rmSync(folder, { recursive: true, force: true });
  const result = buildSync({
    ...esbuildOptions,
    metafile: true,
    entryPoints: functions.map(({ entry }) => ({ in: entry, out: join(bundleFolder('', entry), 'index') })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  for (const { entry, uses } of functions) {
    copyCompanions(uses, bundleFolder(folder, entry));
  }

  return result;
};

/** Returns the code of a CloudFront function: a script without exports, whose `handler` CloudFront calls by name. */
export const bundleEdgeFunction = (name: string): string => {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [`infra/edge/${name}.ts`],
    bundle: true,
    write: false,
    platform: 'neutral',
    target: 'es2019',
    logLevel: 'warning',
  });
  const [code, afterExport] = (outputFiles[0]?.text ?? '').split(/^export \{\s*handler\s*\};$/m);
  if (code === undefined || afterExport?.trim() !== '') {
    throw new Error(`infra/edge/${name}.ts does not export its handler, and nothing else.`);
  }

  return code;
};
