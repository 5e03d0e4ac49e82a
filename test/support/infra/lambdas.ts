import { buildSync, type Metafile } from 'esbuild';
import { esbuildOptions } from '#infra/bundling.ts';
import { capabilitiesOf } from '#infra/grants.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Capability } from '#shared/contract/route.ts';
import { JOB_KINDS, jobKinds } from '#shared/job-kinds.ts';
import { jobs } from '#shared/jobs.ts';
import type { PortalTemplate } from './portal-template.ts';
import { environmentOf } from './template-grants.ts';

export interface Lambda {
  /** Its source, such as `functions/handlers/auth/login.ts`. */
  entry: string;
  uses: readonly Capability[];
}

/** Every Lambda of the portal: one for each route and one for each job. */
export const lambdas: readonly Lambda[] = [
  ...allRoutes.map(([id, route]) => ({
    entry: `functions/handlers/${id.replace('.', '/')}.ts`,
    uses: capabilitiesOf(route),
  })),
  ...Object.entries(jobs).map(([name, { uses }]) => ({ entry: `functions/jobs/${name}.ts`, uses })),
];

/** What answers texts of the helpdesk, or looks for pictures in them. */
const htmlParsers = ['attachment', 'close', 'conversations', 'create', 'list', 'read', 'reply'].map(
  (action) => `functions/handlers/tickets/${action}.ts`,
);

export const mayParseHtml = ({ entry }: Lambda): boolean => htmlParsers.includes(entry);

/** The parser of HTML and what cleans by it, without the parser of styles (infra/bundling.ts). */
const HTML_KILOBYTES = 160;

/**
 * Drive's client weighs as much as everything else together, Puppeteer as much again, and what packs a PDF 620 KB. The
 * limit of what prints is ours alone: its bare stack has 1,840 KB already, of which Puppeteer is a thousand.
 */
export const sizeLimitKilobytes = (lambda: Lambda): number => {
  const { uses } = lambda;
  // The system check holds the helpdesk, too.
  if (uses.includes('pdfPrinter')) {
    return uses.includes('helpdesk') ? 2_710 : 2_640;
  }
  if (uses.includes('invoiceFiles') || uses.includes('driveConsole')) {
    return 1_080;
  }

  return mayParseHtml(lambda) ? 620 + HTML_KILOBYTES : 620;
};

/** The environment of a deployed function, as Lambda would set it. */
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

/** The files of which the bundle of an entry holds code. */
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

export const parsesHtml = (metafile: Metafile, entry: string): boolean =>
  filesIn(metafile, entry).some((file) => /node_modules\/(htmlparser2|sanitize-html)\//.test(file));

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const senders: readonly Capability[] = JOB_KINDS.map((kind) => jobKinds[kind].sender);

const portOf = (capability: Capability): string =>
  `functions/runtime/ports/${senders.includes(capability) ? 'job-sender' : toKebabCase(capability)}-port.ts`;

/** All but `transactions`, which only says what the database may be asked. */
const withPort: readonly Capability[] = [...new Set(lambdas.flatMap(({ uses }) => uses))].filter(
  (capability) => capability !== 'transactions',
);

let portBundles: Metafile | undefined;

/** The adapters that a capability brings: what its file under runtime/ports imports, and so on. */
const adaptersOf = (capability: Capability): readonly string[] => {
  if (!withPort.includes(capability)) {
    return [];
  }
  portBundles ??= buildSync({
    ...esbuildOptions,
    metafile: true,
    write: false,
    entryPoints: [...new Set(withPort.map(portOf))],
    outdir: 'ports',
  }).metafile;

  return adaptersIn(portBundles, portOf(capability));
};

/** The adapters in a bundle that none of the Lambda's capabilities brings. */
export const strayAdapters = ({ entry, uses }: Lambda, metafile: Metafile): string[] => {
  const allowed = new Set(uses.flatMap(adaptersOf));

  return adaptersIn(metafile, entry).filter((adapter) => !allowed.has(adapter));
};
