import * as z from 'zod';

/** Resolves references in the values of one template. */
export interface Meanings {
  /** Resolves a parameter, a resource or a pseudo parameter. */
  ref(name: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  stackOutput(output: { stackName: string; outputName: string }): unknown;
  /** Resolves the export of any stack by its name. */
  exported(name: string): unknown;
  /** Resolves `{{resolve:secretsmanager:…}}`. */
  secretValue(arn: string): string;
}

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const join = z.tuple([z.string(), z.unknown()]);

const attributeName = z.union([
  z.tuple([z.string(), z.string()]),
  z.string().transform((name): [string, string] => {
    const dot = name.indexOf('.');

    return [name.slice(0, dot), name.slice(dot + 1)];
  }),
]);

const stackOutput = z.object({ StackName: z.unknown(), OutputName: z.unknown() });

const SECRET = /\{\{resolve:secretsmanager:(arn:(?:[^:}]+:){4}secret:[^:}]+):SecretString:(?::)?:?\}\}/g;

/** Replaces the dynamic references in a text, which are complete only after its parts have been joined. */
const resolveSecrets = (value: string, meanings: Meanings): string => {
  const resolved = value.replace(SECRET, (_, arn: string) => meanings.secretValue(arn));
  const unknown = /\{\{resolve:.*?\}\}/.exec(resolved);
  if (unknown) {
    throw new Error(`The stack run does not know the dynamic reference ${unknown[0]}.`);
  }

  return resolved;
};

const substitute = (pattern: string, meanings: Meanings): string =>
  pattern.replace(/\$\{(!?)([^}]+)\}/g, (_, escaped: string, name: string) => {
    if (escaped) {
      return `\${${name}}`;
    }
    if (!name.includes('.')) {
      return text.parse(meanings.ref(name));
    }

    return text.parse(meanings.attribute(...attributeName.parse(name)));
  });

type Intrinsic = (value: unknown, meanings: Meanings, resolve: (value: unknown) => unknown) => unknown;

const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (value, meanings) => meanings.ref(z.string().parse(value)),
  'Fn::GetAtt': (value, meanings) => meanings.attribute(...attributeName.parse(value)),
  'Fn::Join': (value, meanings, resolve) => {
    const [separator, parts] = join.parse(value);

    return resolveSecrets(z.array(text).parse(resolve(parts)).join(separator), meanings);
  },
  'Fn::Sub': (value, meanings) => resolveSecrets(substitute(z.string().parse(value), meanings), meanings),
  'Fn::ImportValue': (value, meanings) => meanings.exported(z.string().parse(value)),
  'Fn::GetStackOutput': (value, meanings, resolve) => {
    const { StackName, OutputName } = stackOutput.parse(value);

    return meanings.stackOutput({
      stackName: text.parse(resolve(StackName)),
      outputName: text.parse(resolve(OutputName)),
    });
  },
};

const isIntrinsicName = (key: string): boolean => key === 'Ref' || key.startsWith('Fn::');

const intrinsicOf = (value: object): [Intrinsic, unknown] | undefined => {
  const [entry, ...others] = Object.entries(value);
  const name = Object.keys(value).find(isIntrinsicName);
  if (!entry || name === undefined) {
    return undefined;
  }

  const intrinsic = INTRINSICS[name];
  if (!intrinsic) {
    throw new Error(`The stack run does not know the intrinsic ${name}.`);
  }
  if (others.length > 0) {
    throw new Error(`${name} stands beside ${others[0]?.[0]}.`);
  }

  return [intrinsic, entry[1]];
};

/** Resolves a value of a template; throws for everything that it does not know, instead of guessing. */
export const resolveValue = (value: unknown, meanings: Meanings): unknown => {
  const resolve = (inner: unknown): unknown => resolveValue(inner, meanings);

  if (typeof value === 'string') {
    return resolveSecrets(value, meanings);
  }
  if (Array.isArray(value)) {
    return value.map(resolve);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }

  const intrinsic = intrinsicOf(value);
  if (intrinsic) {
    return intrinsic[0](intrinsic[1], meanings, resolve);
  }

  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
};
