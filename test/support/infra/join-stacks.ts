import * as z from 'zod';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.array(z.string()).default([]),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});
export type Resource = z.output<typeof resource>;

/** Resources by logical id. */
export type Resources = Record<string, Resource>;

const templateSchema = z.object({ Resources: z.record(z.string(), resource) });

const NESTED_STACK = 'AWS::CloudFormation::Stack';

/** CDK stores the file of a nested stack's template in its metadata, for the CLI. */
const nestedStack = z.object({
  Metadata: z.object({ 'aws:asset:path': z.string() }),
  Properties: z.object({ Parameters: z.record(z.string(), z.unknown()).default({}) }),
});

const reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).transform((value) => value['Fn::GetAtt'][0]),
]);

/** Returns the name to which a value of a template refers. */
export const findReference = (value: unknown): string | undefined => reference.safeParse(value).data;

/** Reads the resources of one template with its parameters replaced by their values. */
const readResources = (template: unknown, parameters: Record<string, unknown>): Resources => {
  const { Resources } = templateSchema.parse(template);

  const fill = (_key: string, value: unknown): unknown => {
    const name = findReference(value);
    if (name === undefined || name.startsWith('AWS::')) {
      return value;
    }
    if (name in parameters) {
      return parameters[name];
    }
    // No resource uses an output of a nested stack so far.
    if (name in Resources && Resources[name]?.Type !== NESTED_STACK) {
      return value;
    }

    throw new Error(`A template takes ${name} from nowhere`);
  };

  return z.record(z.string(), resource).parse(JSON.parse(JSON.stringify(Resources), fill));
};

export interface JoinedStacks {
  /** The resources of each template by its file, as CloudFormation counts them. */
  templates: ReadonlyMap<string, Resources>;
  /** The resources of all templates, as if one stack held them and none were nested. */
  resources: Resources;
}

/** Reads a stack with its nested stacks, whose resources wait for everything that their stack's resource waits for. */
export const joinStacks = (
  file: string,
  readTemplate: (file: string) => unknown,
  parameters: Record<string, unknown> = {},
): JoinedStacks => {
  const own = readResources(readTemplate(file), parameters);
  const templates = new Map([[file, own]]);

  const joinNested = (stack: Resource): [string, Resource][] => {
    const { Metadata, Properties } = nestedStack.parse(stack);
    const nested = joinStacks(Metadata['aws:asset:path'], readTemplate, Properties.Parameters);
    for (const [nestedFile, resources] of nested.templates) {
      templates.set(nestedFile, resources);
    }

    return Object.entries(nested.resources).map(([id, each]) => [
      id,
      { ...each, DependsOn: [...each.DependsOn, ...stack.DependsOn] },
    ]);
  };

  const parts = new Map(
    Object.entries(own).map(([id, each]): [string, [string, Resource][]] => [
      id,
      each.Type === NESTED_STACK ? joinNested(each) : [[id, each]],
    ]),
  );
  const partsOf = (id: string) => parts.get(id)?.map(([part]) => part) ?? [id];
  const joined = [...parts.values()]
    .flat()
    .map(([id, each]) => [id, { ...each, DependsOn: each.DependsOn.flatMap(partsOf) }] as const);

  const resources = Object.fromEntries(joined);
  if (Object.keys(resources).length < joined.length) {
    throw new Error(`Two stacks in ${file} share an id`);
  }

  return { templates, resources };
};
