import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { TestProject } from 'vitest/node';
import * as z from 'zod';
import { bundleFunction } from '#infra/bundling.ts';
import { makeStacks } from '#infra/make-stacks.ts';
import { readSettings } from '#infra/settings.ts';
import { buildWeb } from '#local/build-web.ts';
import { hashSources } from '#local/hash-sources.ts';
import { describeOverrides } from '#local/stack/function-environment.ts';
import { startStack } from '#local/stack/start-stack.ts';
import { DRIVE_FOLDER_ID, DRIVE_ID, HELPDESK_ID_PREFIX } from '#local/stand-ins.ts';
import { startPostgres } from './postgres.ts';
import { makeDatabaseAsAurora, openPrepared } from './stack-database.ts';

export interface StackTemplate {
  /** What `cdk synth` writes, with the assets. */
  assemblyFolder: string;
  /** A PostgreSQL server as its superuser. */
  connectionString: string;
  /** A database on it that the stack's own trigger has migrated. */
  migratedDatabase: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stack?: StackTemplate;
  }
}

const SOURCES = [
  'functions',
  'infra',
  'shared',
  'web',
  'local/build-web.ts',
  'cdk.json',
  'package-lock.json',
];

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** The deployment of the run; what stands elsewhere here is moved when a function starts. */
const SETTINGS = {
  region: 'af-south-1',
  driveId: DRIVE_ID,
  driveFolderId: DRIVE_FOLDER_ID,
  helpdeskUrl: 'https://owconnect.freshdesk.com',
  helpdeskIdPrefix: HELPDESK_ID_PREFIX,
};

/** Synthesizes with assets as `cdk synth` does, unless what stands there was made from these very sources. */
export const synthStack = async (): Promise<string> => {
  const folder = resolve('dist/stack');
  const [mark, outdir] = [join(folder, '.built-from'), join(folder, 'cdk.out')];
  const sources = `${hashSources(resolve('.'), SOURCES)} ${JSON.stringify(SETTINGS)}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return outdir;

  await buildWeb();
  rmSync(folder, { recursive: true, force: true });
  const flags = cdkJson.parse(JSON.parse(readFileSync('cdk.json', 'utf8'))).context;
  const app = new App({ context: { ...flags, 'aws:cdk:enable-asset-metadata': true }, outdir });
  makeStacks(app, readSettings('ow-connect', SETTINGS), {
    codeOf: (entry, uses) => {
      const bundle = join(folder, 'bundles', entry.replace(/\.ts$/, ''));
      bundleFunction(entry, uses, bundle);

      return Code.fromAsset(bundle);
    },
    webFolder: resolve('dist/web'),
  });
  app.synth();
  writeFileSync(mark, sources);

  return outdir;
};

const DATABASE = 'portal';

/** Deploys the stack once: its trigger brings the database to this version, by the packaged function. */
const migrate = async (assemblyFolder: string, connectionString: string) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ow-connect-deployment-'));
  const server = await openPrepared(connectionString, DATABASE);
  try {
    const stack = await startStack({ assemblyFolder, dataFolder, server });
    process.stdout.write(`stack: elsewhere than on AWS stand\n${describeOverrides(stack.overrides)}\n`);
    await stack.close();
  } finally {
    await server.close();
    rmSync(dataFolder, { recursive: true });
  }
};

/** Synthesizes, starts a PostgreSQL and deploys once; each test file gets a copy of the database. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const startedAt = performance.now();
  const assemblyFolder = await synthStack();
  const synthesizedAt = performance.now();
  const postgres = await startPostgres();
  await makeDatabaseAsAurora(postgres.connectionString, DATABASE);
  await migrate(assemblyFolder, postgres.connectionString).catch(async (error) => {
    await postgres.stop();
    throw error;
  });

  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  process.stdout.write(
    `stack: synthesized in ${seconds(startedAt, synthesizedAt)}, database deployed in ${seconds(synthesizedAt, performance.now())}\n`,
  );
  project.provide('stack', {
    assemblyFolder,
    connectionString: postgres.connectionString,
    migratedDatabase: DATABASE,
  });

  return postgres.stop;
};
