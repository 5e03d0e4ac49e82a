import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CloudFormationClient,
  CloudFormationServiceException,
  GetTemplateCommand,
  ListImportsCommand,
} from '@aws-sdk/client-cloudformation';
import * as z from 'zod';

const templateSchema = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({})),
  Outputs: z
    .record(
      z.string(),
      z.looseObject({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() }),
    )
    .default({}),
});

export type StackTemplate = z.output<typeof templateSchema>;

/** Lists the names to which a part of a template may refer, among them every resource that it needs. */
const listNames = (value: unknown): string[] => {
  const names: string[] = [];
  JSON.stringify(value, (key, each: unknown) => {
    if (typeof each === 'string') {
      const texts = key === 'Fn::Sub' ? [...each.matchAll(/\$\{([^}]+)\}/g)].map(([, name]) => name) : [each];
      names.push(...texts.map((text = '') => text.split('.')[0] ?? ''));
    }

    return each;
  });

  return names;
};

/** Adds to `found` each resource of a template that a value needs, and each that those need. */
const collectResources = (
  template: StackTemplate,
  value: unknown,
  found: Record<string, StackTemplate['Resources'][string]>,
): void => {
  for (const name of listNames(value)) {
    const resource = template.Resources[name];
    if (resource && !(name in found)) {
      found[name] = resource;
      collectResources(template, resource, found);
    }
  }
};

const exportsOf = ({ Outputs }: StackTemplate): string[] =>
  Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []);

/** Returns the exports that the deployed template has and the next one has not. */
export const listDroppedExports = (deployed: StackTemplate, next: StackTemplate): string[] => {
  const kept = new Set(exportsOf(next));

  return exportsOf(deployed).filter((name) => !kept.has(name));
};

/** Returns the next template with these exports of the deployed one, and with the resources that they name. */
export const addExports = (
  deployed: StackTemplate,
  next: StackTemplate,
  names: readonly string[],
): StackTemplate => {
  const outputs = Object.entries(deployed.Outputs).filter(
    ([, { Export }]) => Export && names.includes(Export.Name),
  );
  const resources: StackTemplate['Resources'] = {};
  collectResources(deployed, Object.fromEntries(outputs), resources);

  return {
    ...next,
    Resources: { ...resources, ...next.Resources },
    Outputs: { ...next.Outputs, ...Object.fromEntries(outputs) },
  };
};

const readDeployed = async (
  cloudFormation: CloudFormationClient,
  stackName: string,
): Promise<StackTemplate> => {
  const { TemplateBody = '' } = await cloudFormation.send(new GetTemplateCommand({ StackName: stackName }));

  return templateSchema.parse(JSON.parse(TemplateBody));
};

const isImported = async (cloudFormation: CloudFormationClient, name: string): Promise<boolean> => {
  try {
    const { Imports = [] } = await cloudFormation.send(new ListImportsCommand({ ExportName: name }));

    return Imports.length > 0;
  } catch (error) {
    // CloudFormation answers with an error for an export that nobody imports.
    if (error instanceof CloudFormationServiceException && /not imported by any stack/.test(error.message)) {
      return false;
    }
    throw error;
  }
};

/** The content of CDK's list of the files that it uploads, by their hash. */
const assetsSchema = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

/**
 * Replaces the template of a stack in CDK's output. CDK uploads a template under the hash of its content, and does not
 * upload a hash that is there, so the hash changes, too.
 */
const replaceTemplate = (folder: string, stackName: string, template: StackTemplate): void => {
  const file = `${stackName}.template.json`;
  const text = JSON.stringify(template, null, 1);
  const assets = join(folder, `${stackName}.assets.json`);
  const { files } = assetsSchema.parse(JSON.parse(readFileSync(assets, 'utf8')));
  const [before] = Object.entries(files).find(([, { source }]) => source.path === file) ?? [];
  if (before === undefined) {
    throw new Error(`${assets} does not name ${file}`);
  }

  writeFileSync(join(folder, file), text);
  const after = createHash('sha256').update(text).digest('hex');
  for (const path of [assets, join(folder, 'manifest.json')]) {
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(before, after));
  }
};

/**
 * Keeps in a synthesized stack the exports that it no longer has and that a deployed stack still imports, with their
 * resources: CloudFormation refuses to remove them, and the functions that run, or come back by a rollback, use them. The
 * next deployment drops them, because nobody imports them any more. Returns their names.
 */
export const keepImportedExports = async (
  cloudFormation: CloudFormationClient,
  folder: string,
  stackName: string,
): Promise<string[]> => {
  const next = templateSchema.parse(
    JSON.parse(readFileSync(join(folder, `${stackName}.template.json`), 'utf8')),
  );
  const deployed = await readDeployed(cloudFormation, stackName);
  const imported: string[] = [];
  for (const name of listDroppedExports(deployed, next)) {
    if (await isImported(cloudFormation, name)) {
      imported.push(name);
    }
  }
  if (imported.length > 0) {
    replaceTemplate(folder, stackName, addExports(deployed, next, imported));
  }

  return imported;
};
