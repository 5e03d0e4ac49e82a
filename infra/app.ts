import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleFunction } from './bundling.ts';
import { makeStacks } from './make-stacks.ts';
import type { CodeOf } from './portal-function.ts';
import { readSettings, settingsSchema } from './settings.ts';

const DIST = join(import.meta.dirname, '..', 'dist');

const bundle: CodeOf = (entry, uses) => {
  const folder = join(DIST, entry.replace(/\.ts$/, ''));
  bundleFunction(entry, uses, folder);

  return Code.fromAsset(folder);
};

const app = new App();
const context = Object.keys(settingsSchema.shape).map((name) => [name, app.node.tryGetContext(name)]);

makeStacks(app, readSettings(Object.fromEntries(context)), { codeOf: bundle, webFolder: join(DIST, 'web') });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
