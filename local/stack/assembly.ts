import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  Metadata: z.record(z.string(), z.unknown()).default({}),
  Condition: z.undefined('has a Condition, which the stack run does not know').optional(),
});
export type TemplateResource = z.output<typeof resource>;

/** Sections that the stack run supports; its only rule checks whether the account is bootstrapped. */
const template = z.strictObject({
  Description: z.string().optional(),
  Parameters: z.record(z.string(), z.looseObject({ Default: z.unknown().optional() })).default({}),
  Resources: z.record(z.string(), resource),
  Outputs: z
    .record(
      z.string(),
      z.looseObject({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }),
    )
    .default({}),
  Rules: z.strictObject({ CheckBootstrapVersion: z.unknown() }).optional(),
});
export type Template = z.output<typeof template>;

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      type: z.string(),
      environment: z.string().optional(),
      properties: z
        .looseObject({ templateFile: z.string().optional(), stackName: z.string().optional() })
        .optional(),
    }),
  ),
});

export interface AssembledStack {
  name: string;
  /** Undefined if the CLI's profile chooses the region. */
  region: string | undefined;
  template: Template;
}

/** The output folder of `cdk synth`: the templates of the stacks, and their assets. */
export interface Assembly {
  stacks: readonly AssembledStack[];
  readTemplate(file: string): Template;
  /** Returns the folder of an asset's files. */
  assetFolder(name: string): string;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const regionOf = (environment = ''): string | undefined => {
  const region = environment.split('/').at(-1);

  return region === 'unknown-region' ? undefined : region;
};

export const readAssembly = (folder: string): Assembly => {
  const readTemplate = (file: string): Template => {
    const parsed = template.safeParse(readJson(join(folder, file)));
    if (!parsed.success) {
      throw new Error(`The stack run cannot read ${file}: ${z.prettifyError(parsed.error)}`);
    }

    return parsed.data;
  };

  const { artifacts } = manifest.parse(readJson(join(folder, 'manifest.json')));
  const stacks = Object.entries(artifacts).flatMap(([id, { type, environment, properties }]) =>
    type === 'aws:cloudformation:stack' && properties?.templateFile
      ? [
          {
            name: properties.stackName ?? id,
            region: regionOf(environment),
            template: readTemplate(properties.templateFile),
          },
        ]
      : [],
  );

  return { stacks, readTemplate, assetFolder: (name) => join(folder, name) };
};
