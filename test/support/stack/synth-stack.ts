import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import * as z from 'zod';
import { bundleFolder, bundleFunctions } from '#infra/bundling.ts';
import { makeStacks } from '#infra/make-stacks.ts';
import { codeOfFolder } from '#infra/portal-function.ts';
import { readSettings } from '#infra/settings.ts';
import { ACCOUNT_ID } from '#local/stack/identities.ts';
import { DRIVE_FOLDER_ID, DRIVE_ID, HELPDESK_ID_PREFIX } from '#local/stand-ins.ts';
import { hashSources } from '#local/start/hash-sources.ts';
import { lambdas } from '#test/support/infra/lambdas.ts';

const SOURCES = ['functions', 'infra', 'shared', 'cdk.json', 'package-lock.json'];

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** The deployment of the run. Addresses that differ on this machine are replaced when a function starts. */
const SETTINGS = {
  account: ACCOUNT_ID,
  trial: true,
  region: 'af-south-1',
  driveId: DRIVE_ID,
  driveFolderId: DRIVE_FOLDER_ID,
  helpdeskUrl: 'https://owconnect.freshdesk.com',
  helpdeskIdPrefix: HELPDESK_ID_PREFIX,
  mailFrom: 'portal@owconnect.example',
};

/**
 * Synthesizes with the functions' assets as `cdk synth` does, unless the folder was made from exactly these sources;
 * returns the folder. The site is an empty page, because no test loads it.
 */
export const synthStack = (): string => {
  const folder = resolve('dist/stack');
  const [mark, outdir, webFolder] = [
    join(folder, '.built-from'),
    join(folder, 'cdk.out'),
    join(folder, 'web'),
  ];
  const sources = `${hashSources(resolve('.'), SOURCES)} ${JSON.stringify(SETTINGS)}`;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) {
    return outdir;
  }

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(webFolder, { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html>');
  const flags = cdkJson.parse(JSON.parse(readFileSync('cdk.json', 'utf8'))).context;
  const app = new App({
    context: { ...flags, 'aws:cdk:enable-asset-metadata': true },
    outdir,
    builtinCloudFormationValidation: false,
  });
  const bundles = join(folder, 'bundles');
  bundleFunctions(lambdas, bundles);
  makeStacks(app, readSettings('ow-connect', SETTINGS), {
    codeOf: (entry) => codeOfFolder(bundleFolder(bundles, entry)),
    webFolder,
    commit: 'abc1234',
    concurrency: 1_000,
  });
  app.synth();
  writeFileSync(mark, sources);

  return outdir;
};
