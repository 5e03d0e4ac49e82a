import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readCommit } from '../commit.ts';
import { bundleFolder, bundleFunction } from './bundling.ts';
import { makeStacks } from './make-stacks.ts';
import type { CodeOf } from './portal-function.ts';
import { EXAMPLE_DEPLOYMENT, readDeployment } from './settings.ts';

const DIST = join(import.meta.dirname, '..', 'dist');

const bundle: CodeOf = (entry, uses) => {
  const folder = bundleFolder(DIST, entry);
  bundleFunction(entry, uses, folder);

  return Code.fromAsset(folder);
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

makeStacks(app, settings, { codeOf: bundle, webFolder: join(DIST, 'web'), commit: readCommit() });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
