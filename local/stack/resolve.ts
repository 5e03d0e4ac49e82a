import * as z from 'zod';

/** What stands for a value that leaves its property away. */
const NO_VALUE = Symbol('AWS::NoValue');

/** How the values of one template become what they mean. */
export interface Meanings {
  /** Of a parameter, a resource or a pseudo parameter. */
  ref(name: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  importedValue(exportName: string): unknown;
  stackOutput(output: { stackName: string; outputName: string }): unknown;
  /** The text behind `{{resolve:secretsmanager:…}}`. */
  secretValue(arn: string): string;
  zones(): string[];
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const pair = (value: unknown) => z.tuple([z.unknown(), z.unknown()]).parse(value);

const attributeName = z.union([
  z.tuple([z.string(), z.string()]),
  z.string().transform((name): [string, string] => {
    const dot = name.indexOf('.');

    return [name.slice(0, dot), name.slice(dot + 1)];
  }),
]);

const stackOutput = z.object({ StackName: z.unknown(), OutputName: z.unknown() });

const SECRET = /\{\{resolve:secretsmanager:(arn:(?:[^:}]+:){4}secret:[^:}]+):SecretString:(?::)?:?\}\}/g;

/** Replaces the dynamic references of a text, which stand in it only once it has been put together. */
const resolveSecrets = (value: string, meanings: Meanings): string => {
  const resolved = value.replace(SECRET, (_, arn: string) => meanings.secretValue(arn));
  const unknown = /\{\{resolve:.*?\}\}/.exec(resolved);
  if (unknown) throw new Error(`The stack run does not know the dynamic reference ${unknown[0]}.`);

  return resolved;
};

const substitute = (value: unknown, meanings: Meanings, resolve: (value: unknown) => unknown): string => {
  const [pattern, given] =
    typeof value === 'string'
      ? [value, {}]
      : z.tuple([z.string(), z.record(z.string(), z.unknown())]).parse(value);

  return pattern.replace(/\$\{(!?)([^}]+)\}/g, (_, escaped: string, name: string) => {
    if (escaped) return `\${${name}}`;
    if (name in given) return text.parse(resolve(given[name]));
    if (!name.includes('.')) return text.parse(meanings.ref(name));

    return text.parse(meanings.attribute(...attributeName.parse(name)));
  });
};

type Intrinsic = (value: unknown, meanings: Meanings, resolve: (value: unknown) => unknown) => unknown;

const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (value, meanings) => {
    const name = z.string().parse(value);

    return name === 'AWS::NoValue' ? NO_VALUE : meanings.ref(name);
  },
  'Fn::GetAtt': (value, meanings) => meanings.attribute(...attributeName.parse(value)),
  'Fn::Join': (value, meanings, resolve) => {
    const [separator, parts] = pair(value);
    const joined = z.array(text).parse(resolve(parts)).join(z.string().parse(separator));

    return resolveSecrets(joined, meanings);
  },
  'Fn::Sub': (value, meanings, resolve) => resolveSecrets(substitute(value, meanings, resolve), meanings),
  'Fn::Select': (value, _, resolve) => {
    const [index, list] = pair(value);
    const chosen = z.array(z.unknown()).parse(resolve(list))[Number(text.parse(resolve(index)))];
    if (chosen === undefined) throw new Error(`Fn::Select finds nothing at ${index}.`);

    return chosen;
  },
  'Fn::Split': (value, _, resolve) => {
    const [separator, whole] = pair(value);

    return text.parse(resolve(whole)).split(z.string().parse(separator));
  },
  'Fn::ImportValue': (value, meanings, resolve) => meanings.importedValue(text.parse(resolve(value))),
  'Fn::GetStackOutput': (value, meanings, resolve) => {
    const { StackName, OutputName } = stackOutput.parse(value);

    return meanings.stackOutput({
      stackName: text.parse(resolve(StackName)),
      outputName: text.parse(resolve(OutputName)),
    });
  },
  'Fn::GetAZs': (_, meanings) => meanings.zones(),
};

const isIntrinsicName = (key: string): boolean => key === 'Ref' || key.startsWith('Fn::');

const intrinsicOf = (value: object): [Intrinsic, unknown] | undefined => {
  const [entry, ...others] = Object.entries(value);
  const name = Object.keys(value).find(isIntrinsicName);
  if (!entry || name === undefined) return undefined;

  const intrinsic = INTRINSICS[name];
  if (!intrinsic) throw new Error(`The stack run does not know the intrinsic ${name}.`);
  if (others.length > 0) throw new Error(`${name} stands beside ${others[0]?.[0]}.`);

  return [intrinsic, entry[1]];
};

/** What a value of a template means. It knows what it resolves or throws: nothing is guessed. */
export const resolveValue = (value: unknown, meanings: Meanings): unknown => {
  const resolve = (inner: unknown): unknown => resolveValue(inner, meanings);

  if (typeof value === 'string') return resolveSecrets(value, meanings);
  if (Array.isArray(value)) return value.map(resolve).filter((item) => item !== NO_VALUE);
  if (typeof value !== 'object' || value === null) return value;

  const intrinsic = intrinsicOf(value);
  if (intrinsic) return intrinsic[0](intrinsic[1], meanings, resolve);

  const resolved = Object.entries(value).map(([key, inner]) => [key, resolve(inner)] as const);

  return Object.fromEntries(resolved.filter(([, inner]) => inner !== NO_VALUE));
};

/** Throws for an intrinsic that the stack run does not know, wherever in a template it stands. */
export const requireKnownIntrinsics = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;

  if (!Array.isArray(value)) intrinsicOf(value);
  for (const inner of Object.values(value)) requireKnownIntrinsics(inner);
};
