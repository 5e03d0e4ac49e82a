import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import * as z from 'zod';
import { makeStacks } from '#infra/make-stacks.ts';
import { readSettings, stackNames } from '#infra/settings.ts';
import {
  findReference,
  type JoinedStacks,
  joinStacks,
  type Resource,
  type Resources,
} from './join-stacks.ts';

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** A template as CDK wrote it: the parts that concern other stacks. */
const writtenTemplate = z.looseObject({
  Resources: z.record(z.string(), z.unknown()),
  Outputs: z
    .record(z.string(), z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }))
    .default({}),
  Rules: z.record(z.string(), z.object({ Assertions: z.array(z.unknown()) })).default({}),
});

const importedValue = z.object({ 'Fn::ImportValue': z.string() });

const makeSynth = (name: string, content: Record<string, unknown>, otherFlags: Record<string, unknown>) => {
  const folder = mkdtempSync(join(tmpdir(), 'synth-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const flags = cdkJson.parse(JSON.parse(readFileSync('cdk.json', 'utf8'))).context;
  const app = new App({
    context: {
      ...flags,
      ...otherFlags,
      'aws:cdk:disable-asset-staging': true,
      'aws:cdk:enable-asset-metadata': true,
    },
    outdir: join(folder, 'cdk.out'),
    // Half of the time of a synthesis; `npm run synth` and `npm run deploy` refuse what it finds.
    builtinCloudFormationValidation: false,
  });

  try {
    const settings = readSettings(name, content);
    makeStacks(app, settings, {
      codeOf: (entry) => ({ code: Code.fromInline(entry), hash: `hash of ${entry}` }),
      webFolder: folder,
      commit: 'abc1234',
      concurrency: 1_000,
    });
    const nag = new AwsSolutionsChecks(app).validateScope(app);
    const warnings = app.node.children
      .filter(Stack.isStack)
      .flatMap((stack) => Annotations.fromStack(stack).findWarning('*', Match.anyValue()));
    const { directory, manifest, stacks } = app.synth();
    // Template refuses circular dependencies of resources.
    const readTemplate = (file: string) =>
      writtenTemplate.parse(
        Template.fromJSON(JSON.parse(readFileSync(join(directory, file), 'utf8'))).toJSON(),
      );
    const written = (stackName: string) => {
      const stack = stacks.find((each) => each.stackName === stackName);
      if (!stack) {
        throw new Error(`There is no stack ${stackName}`);
      }

      return readTemplate(stack.templateFile);
    };
    const names = stackNames(settings);
    const templateOf = (stackName: string) => {
      const { templateFile = '' } = stacks.find((each) => each.stackName === stackName) ?? {};

      return joinStacks(templateFile, readTemplate);
    };
    const exported = new Map(
      Object.values(written(names.data).Outputs).flatMap(({ Export, Value }) =>
        Export ? [[Export.Name, Value] as const] : [],
      ),
    );
    const takeFromData = (_key: string, value: unknown): unknown =>
      exported.get(importedValue.safeParse(value).data?.['Fn::ImportValue'] ?? '') ?? value;
    const ofData = templateOf(names.data);
    const ofPortal = templateOf(names.portal);
    const fed: Resources = JSON.parse(JSON.stringify(ofPortal.resources), takeFromData);

    return {
      /** The data and portal stacks as one stack, with the portal's references to the data stack resolved. */
      template: new PortalTemplate({
        templates: ofPortal.templates,
        resources: { ...ofData.resources, ...fed },
      }),
      /** Every stack alone, by its name. */
      templates: new Map(
        stacks.map(({ stackName }) => [stackName, new PortalTemplate(templateOf(stackName))]),
      ),
      /** Every stack as written, by its name. */
      written: new Map(stacks.map(({ stackName }) => [stackName, written(stackName)])),
      stacks: stacks.map(({ stackName, terminationProtection, environment, dependencies }) => ({
        stackName,
        account: environment.account,
        region: environment.region,
        terminationProtection: terminationProtection ?? false,
        after: dependencies.flatMap((each) => ('stackName' in each ? [String(each.stackName)] : [])).sort(),
      })),
      /** The roles with which the command line deploys. */
      roles: stacks.flatMap(({ assumeRoleArn, lookupRole }) => [assumeRoleArn ?? '', lookupRole?.arn ?? '']),
      /** Look-ups for which the command line would have to call AWS first. */
      missing: manifest.missing ?? [],
      findings: nag.violations.map(({ ruleName }) => ruleName),
      warnings: warnings.map(({ entry }) => String(entry.data)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const synths = new Map<string, ReturnType<typeof makeSynth>>();

/**
 * Returns the stacks as CDK would deploy them with these settings; the code of a function is the name of its entry.
 * `otherFlags` replace flags of cdk.json. Synthesized once for all tests of a process.
 */
export const synthPortal = (
  content: Record<string, unknown> = {},
  name = 'ow-connect',
  otherFlags: Record<string, unknown> = {},
) => {
  const key = JSON.stringify([name, content, otherFlags]);
  const synth = synths.get(key) ?? makeSynth(name, content, otherFlags);
  synths.set(key, synth);

  return synth;
};

/** Reads a CloudFormation template with its nested stacks, and resolves references between resources. */
export class PortalTemplate {
  /** Resources of all stacks together. */
  readonly resources: Resources;
  /** Resources of each stack, by the file of its template. */
  readonly resourcesByFile: ReadonlyMap<string, Resources>;
  private functions: ReadonlyMap<string, readonly [string, Resource]> | undefined;

  constructor({ resources, templates }: JoinedStacks) {
    this.resources = resources;
    this.resourcesByFile = templates;
  }

  ofType(type: string): [string, Resource][] {
    return Object.entries(this.resources).filter(([, { Type }]) => Type === type);
  }

  get(logicalId: string): Resource {
    const found = this.resources[logicalId];
    if (!found) {
      throw new Error(`The template has no resource ${logicalId}`);
    }

    return found;
  }

  /** Returns the only resource of a type. */
  single(type: string): Resource {
    const [first, ...others] = this.ofType(type);
    if (!first || others.length > 0) {
      throw new Error(`Expected one ${type}`);
    }

    return first[1];
  }

  /** Returns the portal's own functions by their entry: `functions/handlers/auth/login.ts`. */
  functionsByEntry(): ReadonlyMap<string, readonly [string, Resource]> {
    this.functions ??= new Map(
      this.ofType('AWS::Lambda::Function').flatMap(([id, resource]) => {
        const { ZipFile } = z.object({ ZipFile: z.string().optional() }).parse(resource.Properties.Code);

        return ZipFile?.startsWith('functions/') ? [[ZipFile, [id, resource]] as const] : [];
      }),
    );

    return this.functions;
  }
}

/**
 * Describes a value of a template: the name of the referenced construct without CDK's hash, or the plain text. A text
 * that is joined from several parts shows the parts.
 */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') {
    return value;
  }

  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': join,
    'Fn::Sub': text,
  } = z
    .object({
      Ref: z.string().optional(),
      'Fn::GetAtt': z.tuple([z.string(), z.string()]).optional(),
      'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]).optional(),
      'Fn::Sub': z.string().optional(),
    })
    .parse(value);
  if (Ref) {
    return withoutHash(Ref);
  }
  if (attribute) {
    return `${withoutHash(attribute[0])}.${attribute[1]}`;
  }
  if (text) {
    return text;
  }
  if (join) {
    return join[1].map(describeValue).join(join[0]);
  }

  return JSON.stringify(value);
};

const withoutHash = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

/** Returns the logical id to which a value refers. */
export const referenceIn = (value: unknown): string => {
  const logicalId = findReference(value);
  if (!logicalId) {
    throw new Error(`No reference in ${JSON.stringify(value)}`);
  }

  return logicalId;
};
