import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import * as z from 'zod';
import { makeStacks } from '#infra/make-stacks.ts';
import { readSettings } from '#infra/settings.ts';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.array(z.string()).default([]),
  DeletionPolicy: z.string().optional(),
});
export type Resource = z.output<typeof resource>;

const templateSchema = z.object({ Resources: z.record(z.string(), resource) });
const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** The stacks as CDK would deploy them with these context values; a function's code is the name of its entry. */
export const synthPortal = (context: Record<string, unknown> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'synth-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const flags = cdkJson.parse(JSON.parse(readFileSync('cdk.json', 'utf8'))).context;
  const app = new App({
    context: { ...flags, 'aws:cdk:disable-asset-staging': true },
    outdir: join(folder, 'cdk.out'),
  });

  try {
    const portal = makeStacks(app, readSettings(context), {
      codeOf: (entry) => Code.fromInline(entry),
      webFolder: folder,
    });
    const nag = new AwsSolutionsChecks(app).validateScope(app);
    const warnings = Annotations.fromStack(portal).findWarning('*', Match.anyValue());
    const { stacks } = app.synth();

    return {
      template: new PortalTemplate(Template.fromStack(portal).toJSON()),
      /** Of every stack, by its name. */
      templates: new Map(stacks.map((stack) => [stack.stackName, new PortalTemplate(stack.template)])),
      findings: nag.violations.map(({ ruleName }) => ruleName),
      warnings: warnings.map(({ entry }) => String(entry.data)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Reads a CloudFormation template by what its resources mean to each other. */
export class PortalTemplate {
  readonly resources: Record<string, Resource>;

  constructor(json: unknown) {
    this.resources = templateSchema.parse(json).Resources;
  }

  ofType(type: string): [string, Resource][] {
    return Object.entries(this.resources).filter(([, { Type }]) => Type === type);
  }

  get(logicalId: string): Resource {
    const found = this.resources[logicalId];
    if (!found) throw new Error(`The template has no resource ${logicalId}`);

    return found;
  }

  /** The one resource of a type. */
  only(type: string): Resource {
    const [first, ...others] = this.ofType(type);
    if (!first || others.length > 0) throw new Error(`Expected one ${type}`);

    return first[1];
  }

  /** The portal's own functions, by their entry: `functions/handlers/auth/login.ts`. */
  functionsByEntry(): Map<string, readonly [string, Resource]> {
    const functions = this.ofType('AWS::Lambda::Function').flatMap(([id, resource]) => {
      const { ZipFile } = z.object({ ZipFile: z.string().optional() }).parse(resource.Properties.Code);
      return ZipFile?.startsWith('functions/') ? [[ZipFile, [id, resource]] as const] : [];
    });

    return new Map(functions);
  }
}

/**
 * A value of a template in words: the name of the construct that it refers to, without CDK's hash, or the plain
 * text. A text put together of several parts shows the parts.
 */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return value;

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
  if (Ref) return withoutHash(Ref);
  if (attribute) return `${withoutHash(attribute[0])}.${attribute[1]}`;
  if (text) return text;
  if (join) return join[1].map(describeValue).join(join[0]);

  return JSON.stringify(value);
};

const withoutHash = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

/** The logical id that a value refers to. */
export const referenceIn = (value: unknown): string => {
  const { Ref, 'Fn::GetAtt': attribute } = z
    .object({ Ref: z.string().optional(), 'Fn::GetAtt': z.array(z.string()).optional() })
    .parse(value);
  const logicalId = Ref ?? attribute?.[0];
  if (!logicalId) throw new Error(`No reference in ${JSON.stringify(value)}`);

  return logicalId;
};
