import { globSync } from 'node:fs';
import { buildSync, type Metafile } from 'esbuild';
import { esbuildOptions } from '#infra/bundling.ts';
import { capabilitiesOf } from '#infra/grants.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Capability } from '#shared/contract/route.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import { tasks } from '#shared/tasks.ts';
import type { PortalTemplate } from './portal-template.ts';
import { environmentOf } from './template-grants.ts';

export interface Lambda {
  /** Path of its source, such as `functions/handlers/auth/login.ts`. */
  entry: string;
  uses: readonly Capability[];
}

/** Every Lambda of the portal: one for each route and one for each task. */
export const lambdas: readonly Lambda[] = [
  ...allRoutes.map(([id, route]) => ({
    entry: `functions/handlers/${id.replace('.', '/')}.ts`,
    uses: capabilitiesOf(route),
  })),
  ...Object.entries(tasks).map(([name, { uses }]) => ({ entry: `functions/tasks/${name}.ts`, uses })),
];

/** Functions that answer or keep texts of the helpdesk, or look for pictures in them. */
const htmlParsers = [
  ...['attachment', 'close', 'conversations', 'create', 'list', 'read', 'reply'].map(
    (action) => `functions/handlers/tickets/${action}.ts`,
  ),
  ...['helpdesk-copy', 'helpdesk-message'].map((task) => `functions/tasks/${task}.ts`),
];

export const mayParseHtml = ({ entry }: Lambda): boolean => htmlParsers.includes(entry);

/** The HTML parser and the sanitizer that uses it, without the CSS parser (infra/bundling.ts). */
const HTML_KILOBYTES = 160;

/** The readers of CSV and OFX, and Papa Parse. */
const BANK_READERS = ['functions/handlers/bank/preview.ts', 'functions/handlers/bank/upload.ts'];
const BANK_READER_KILOBYTES = 40;

/** Everything that most functions contain: contract, schema, SDK and parsers. */
const OTHER_KILOBYTES = 630;

/** The library that verifies passkeys, which reads certificates of devices, too. */
const WEBAUTHN_KILOBYTES = 310;

/** True for a bundle that contains what verifies a passkey. */
export const verifiesPasskeys = (metafile: Metafile, entry: string): boolean =>
  packagesIn(metafile, entry).includes('@simplewebauthn/server');

/** True for a bundle that contains what checks the codes of an authenticator app. */
export const checksTotp = (metafile: Metafile, entry: string): boolean =>
  packagesIn(metafile, entry).includes('otpauth');

/**
 * Drive's client is as large as everything else together, Puppeteer as large again, and the code that packs a PDF has
 * 620 KB. The limit for functions that print is our own choice: their bare stack already has 1,840 KB, of which
 * Puppeteer is a thousand.
 */
export const sizeLimitKilobytes = (lambda: Lambda): number => {
  const { uses } = lambda;
  // The system check contains the helpdesk, too.
  if (uses.includes('pdfPrinter')) {
    return uses.includes('helpdesk') ? 2_740 : 2_640;
  }
  if (uses.includes('accountMailer') || uses.includes('businessMailer')) {
    return uses.includes('invoiceFiles') ? 1_150 : 700;
  }
  if (uses.includes('invoiceFiles') || uses.includes('driveConsole')) {
    return 1_080;
  }

  if (uses.includes('passkeys')) {
    return OTHER_KILOBYTES + WEBAUTHN_KILOBYTES;
  }
  if (BANK_READERS.includes(lambda.entry)) {
    return OTHER_KILOBYTES + BANK_READER_KILOBYTES;
  }

  return mayParseHtml(lambda) ? OTHER_KILOBYTES + HTML_KILOBYTES : OTHER_KILOBYTES;
};

/** Returns the environment of a deployed function, as Lambda would set it. */
export const deployedEnvironment = (template: PortalTemplate, entry: string): Record<string, string> => {
  const [, lambda] = template.functionsByEntry().get(entry) ?? [];
  if (!lambda) {
    throw new Error(`No function runs ${entry}`);
  }

  return {
    ...environmentOf(lambda),
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
};

const isAdapter = (file: string) => file.startsWith('functions/adapters/');

/** Lists the files whose code the bundle of an entry contains. */
const filesIn = ({ outputs }: Metafile, entry: string): string[] => {
  const bundle = Object.values(outputs).find(({ entryPoint }) => entryPoint === entry);
  if (!bundle) {
    throw new Error(`Nothing was bundled from ${entry}`);
  }

  return Object.entries(bundle.inputs).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );
};

const adaptersIn = (metafile: Metafile, entry: string): string[] =>
  filesIn(metafile, entry).filter(isAdapter);

/** Lists the packages whose code the bundle of an entry contains. */
export const packagesIn = (metafile: Metafile, entry: string): string[] => [
  ...new Set(
    filesIn(metafile, entry).flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []),
  ),
];

export const parsesHtml = (metafile: Metafile, entry: string): boolean =>
  filesIn(metafile, entry).some((file) => /node_modules\/(htmlparser2|sanitize-html)\//.test(file));

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const senders: readonly Capability[] = JOB_KINDS.map((kind) => jobKinds[kind].sender);

const PORTS = 'functions/runtime/ports';

const STORES = `${PORTS}/stores.ts`;

const portsOf = (capability: Capability): string[] => [
  ...globSync(`${PORTS}/**/${senders.includes(capability) ? 'job-sender' : toKebabCase(capability)}-port.ts`),
  ...(capability === 'database' ? [STORES] : []),
];

/** All but `transactions`, which only says which calls of the database are allowed. */
const withPort: readonly Capability[] = [...new Set(lambdas.flatMap(({ uses }) => uses))].filter(
  (capability) => capability !== 'transactions',
);

let portBundles: Metafile | undefined;

/** Lists the adapters that a capability brings: all imports of its files under runtime/ports. */
const adaptersOf = (capability: Capability): readonly string[] => {
  if (!withPort.includes(capability)) {
    return [];
  }
  portBundles ??= buildSync({
    ...esbuildOptions,
    metafile: true,
    write: false,
    entryPoints: [...new Set(withPort.flatMap(portsOf))],
    outdir: 'ports',
  }).metafile;

  const bundles = portBundles;

  return portsOf(capability).flatMap((port) => adaptersIn(bundles, port));
};

/** Lists the files of stores whose code the bundle of an entry contains. */
export const storesIn = (metafile: Metafile, entry: string): string[] =>
  adaptersIn(metafile, entry).flatMap((file) => /sql-[a-z-]*-store/.exec(file) ?? []);

/** Lists the adapters in a bundle that none of the Lambda's capabilities brings. */
export const strayAdapters = ({ entry, uses }: Lambda, metafile: Metafile): string[] => {
  const allowed = new Set(uses.flatMap(adaptersOf));

  return adaptersIn(metafile, entry).filter((adapter) => !allowed.has(adapter));
};
