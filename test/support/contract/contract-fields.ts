import * as z from 'zod';
import type { Route } from '#shared/contract/route.ts';

export interface ContractField {
  /** Path of the field: `['lineItems', 0, 'description']`. */
  path: (string | number)[];
  /** The schema of the value itself, without wrappers such as optional and nullable. */
  schema: z.ZodType;
}

/** Returns the schema inside a wrapper; for a preprocess, the schema after it; for one or several, that of several. */
const unwrap = (schema: z.ZodType): z.ZodType | undefined => {
  if (schema instanceof z.ZodPipe) {
    return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType;
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return schema.unwrap() as z.ZodType;
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.at(-1) as z.ZodType;
  }

  return undefined;
};

const LEAVES = [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral];

/** Lists every field that a schema accepts, including lists and objects. Throws for an unknown kind of schema. */
export const findFields = (schema: z.ZodType, path: ContractField['path'] = []): ContractField[] => {
  const inner = unwrap(schema);
  if (inner) {
    return findFields(inner, path);
  }

  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
      findFields(field, [...path, name]),
    );

    return path.length > 0 ? [{ path, schema }, ...fields] : fields;
  }
  if (schema instanceof z.ZodArray) {
    return [{ path, schema }, ...findFields(schema.element as z.ZodType, [...path, 0])];
  }
  if (!LEAVES.some((kind) => schema instanceof kind)) {
    throw new Error(`${path.join('.')} is of a kind that findFields does not know: ${schema.def.type}`);
  }

  return [{ path, schema }];
};

export type RequestPart = 'params' | 'query' | 'body';

const PARTS: readonly RequestPart[] = ['params', 'query', 'body'];

/** Lists every field of a route with the part of the request that holds it. */
export const fieldsOfRoute = (route: Route): (ContractField & { part: RequestPart })[] =>
  PARTS.flatMap((part) => {
    const schema = route[part];

    return schema ? findFields(schema).map((field) => ({ ...field, part })) : [];
  });

/** Returns a copy of `target` with the value at the path. Adds missing lists and objects on the way. */
export const setField = (target: unknown, path: ContractField['path'], value: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) {
    return value;
  }

  if (typeof step === 'number') {
    const list = Array.isArray(target) ? [...target] : [];
    list[step] = setField(list[step], rest, value);

    return list;
  }
  const record = (target ?? {}) as Record<string, unknown>;

  return { ...record, [step]: setField(record[step], rest, value) };
};
