import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readCommit } from '../commit.ts';
import { bundleFolder, bundleFunction } from './bundling.ts';
import { makeStacks } from './make-stacks.ts';
import { type CodeOf, codeOfFolder } from './portal-function.ts';
import { EXAMPLE_DEPLOYMENT, LAMBDA_CONCURRENCY_ENOUGH, readDeployment } from './settings.ts';

const DIST = join(import.meta.dirname, '..', 'dist');

const hashes: string[] = [];

const bundle: CodeOf = (entry, uses) => {
  const folder = bundleFolder(DIST, entry);
  bundleFunction(entry, uses, folder);
  const made = codeOfFolder(folder);
  hashes.push(`${made.hash} ${entry}\n`);

  return made;
};

const app = new App();
const name: unknown = app.node.tryGetContext('deployment') ?? EXAMPLE_DEPLOYMENT;
if (typeof name !== 'string') {
  throw new Error('Say which deployment: -c deployment=<name of its file>.');
}

const settings = readDeployment(name);
process.stderr.write(
  `deployments/${name}.json, with what it leaves out: ${JSON.stringify(settings, null, 2)}\n`,
);

const commit = readCommit();
// `npm run deploy` says how many functions the account may run at once.
const concurrency = Number(app.node.tryGetContext('concurrency') ?? LAMBDA_CONCURRENCY_ENOUGH);
makeStacks(app, settings, { codeOf: bundle, webFolder: join(DIST, 'web'), commit, concurrency });
// Each release keeps this file, because log lines name a hash and not the commit.
writeFileSync(join(DIST, 'bundles.txt'), `commit ${commit}\n${hashes.toSorted().join('')}`);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
