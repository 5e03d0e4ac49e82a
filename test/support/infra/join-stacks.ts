import * as z from 'zod';

const resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.array(z.string()).default([]),
  DeletionPolicy: z.string().optional(),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});
export type Resource = z.output<typeof resource>;

/** By logical id. */
export type Resources = Record<string, Resource>;

const templateSchema = z.object({ Resources: z.record(z.string(), resource) });

const NESTED_STACK = 'AWS::CloudFormation::Stack';

/** CDK notes the file of a nested stack's template where the CLI looks for it. */
const nestedStack = z.object({
  Metadata: z.object({ 'aws:asset:path': z.string() }),
  Properties: z.object({ Parameters: z.record(z.string(), z.unknown()).default({}) }),
});

const reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).transform((value) => value['Fn::GetAtt'][0]),
]);

/** The name that a value of a template refers to. */
export const findReference = (value: unknown): string | undefined => reference.safeParse(value).data;

/** The resources of one template, its parameters replaced by the values that they are given. */
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
    // Nothing takes an output of a nested stack so far.
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

/** Reads a stack with the stacks nested in it, which wait for what their resource in the stack waits for. */
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
