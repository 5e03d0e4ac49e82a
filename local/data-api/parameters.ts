import * as z from 'zod';
import { DataApiError, invalid } from './errors.ts';

/** PostgreSQL's object identifiers of its built-in types (pg_type.dat). 0 lets PostgreSQL choose. */
const UNSPECIFIED = 0;
const TYPE_ID = { bool: 16, bytea: 17, int8: 20, float8: 701, varchar: 1043 };

/**
 * The type that each hint gives a stringValue, and the form that the value must have (Data API operations reference).
 */
const HINTED_TYPES = {
  DATE: { typeId: 1082, form: /^\d{4}-\d{2}-\d{2}$/ },
  DECIMAL: { typeId: 1700, form: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/ },
  JSON: { typeId: 114, form: /^/ },
  TIME: { typeId: 1083, form: /^\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/ },
  TIMESTAMP: { typeId: 1114, form: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?$/ },
  UUID: { typeId: 2950, form: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i },
};

export const sqlParameter = z.object({
  name: z.string(),
  typeHint: z.enum(Object.keys(HINTED_TYPES) as (keyof typeof HINTED_TYPES)[]).optional(),
  value: z.object({
    isNull: z.boolean().optional(),
    booleanValue: z.boolean().optional(),
    longValue: z.int().optional(),
    doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).optional(),
    stringValue: z.string().optional(),
    blobValue: z.base64().optional(),
    arrayValue: z.unknown().optional(),
  }),
});

type SqlParameter = z.output<typeof sqlParameter>;

/** Values in PostgreSQL's text form, each with the type that it is bound as. */
export interface BoundValues {
  values: (string | null)[];
  typeIds: number[];
}

const bind = ({ name, typeHint, value }: SqlParameter): { value: string | null; typeId: number } => {
  const hinted = typeHint && HINTED_TYPES[typeHint];
  if (value.arrayValue !== undefined) {
    throw invalid('Array parameters are not supported.');
  }
  if (value.isNull) {
    return { value: null, typeId: hinted?.typeId ?? UNSPECIFIED };
  }

  if (value.stringValue !== undefined) {
    if (hinted && !hinted.form.test(value.stringValue)) {
      throw invalid(`Parameter "${name}" has a value that is no ${typeHint}`);
    }

    return { value: value.stringValue, typeId: hinted?.typeId ?? TYPE_ID.varchar };
  }
  if (value.longValue !== undefined) {
    return { value: String(value.longValue), typeId: TYPE_ID.int8 };
  }
  if (value.doubleValue !== undefined) {
    return { value: String(value.doubleValue), typeId: TYPE_ID.float8 };
  }
  if (value.booleanValue !== undefined) {
    return { value: String(value.booleanValue), typeId: TYPE_ID.bool };
  }
  if (value.blobValue !== undefined) {
    const bytes = Buffer.from(value.blobValue, 'base64');

    return { value: `\\x${bytes.toString('hex')}`, typeId: TYPE_ID.bytea };
  }
  throw invalid(`Parameter "${name}" has value with no field set`);
};

/**
 * Sorts the caller's parameters into the order of `names`. Only the Field member decides the type, unless there is a
 * hint.
 */
export const bindParameters = (names: string[], parameters: SqlParameter[]): BoundValues => {
  const byName = new Map<string, { value: string | null; typeId: number }>();
  for (const parameter of parameters) {
    if (byName.has(parameter.name)) {
      throw invalid(`Parameter "${parameter.name}" was given more than once`);
    }
    byName.set(parameter.name, bind(parameter));
  }

  const bound = names.map((name) => {
    const parameter = byName.get(name);
    if (!parameter) {
      throw new DataApiError('BadRequestException', `Cannot find parameter: ${name}`);
    }

    return parameter;
  });

  return { values: bound.map(({ value }) => value), typeIds: bound.map(({ typeId }) => typeId) };
};
