import { unsupportedResult } from './errors.ts';
import type { SqlColumn, SqlConnection, SqlResult } from './sql-server.ts';

const RESULT_BYTES_MAX = 1024 * 1024;
const ROW_BYTES_MAX = 64 * 1024;

type Kind = 'boolean' | 'long' | 'single' | 'double' | 'decimal' | 'blob' | 'utc' | 'string';
interface ResultType {
  name: string;
  kind: Kind;
  isArray: boolean;
}

/** Options of ExecuteStatement for the form of returned numbers. */
export interface NumberStyle {
  decimalReturnType?: 'STRING' | 'DOUBLE_OR_LONG' | undefined;
  longReturnType?: 'STRING' | 'LONG' | undefined;
}

/** One value in the wire format: https://docs.aws.amazon.com/rdsdataservice/latest/APIReference/API_Field.html */
export interface Field {
  [member: string]: unknown;
}

/** The types that the operations reference lists: the type's id, its array's id where arrays are listed too. */
const LISTED_TYPES: [typeId: number, arrayId: number | undefined, name: string, kind: Kind][] = [
  [16, 1000, 'bool', 'boolean'],
  [17, undefined, 'bytea', 'blob'],
  [19, 1003, 'name', 'string'],
  [20, 1016, 'int8', 'long'],
  [21, 1005, 'int2', 'long'],
  [23, 1007, 'int4', 'long'],
  [25, 1009, 'text', 'string'],
  [114, 199, 'json', 'string'],
  [650, undefined, 'cidr', 'string'],
  [700, 1021, 'float4', 'single'],
  [701, 1022, 'float8', 'double'],
  [869, undefined, 'inet', 'string'],
  [1042, 1014, 'bpchar', 'string'],
  [1043, 1015, 'varchar', 'string'],
  [1082, 1182, 'date', 'string'],
  [1083, 1183, 'time', 'string'],
  [1114, 1115, 'timestamp', 'string'],
  [1184, 1185, 'timestamptz', 'utc'],
  [1700, 1231, 'numeric', 'decimal'],
  [2950, 2951, 'uuid', 'string'],
  [3802, undefined, 'jsonb', 'string'],
];

const KNOWN_TYPES = new Map<number, ResultType>(
  LISTED_TYPES.flatMap(([typeId, arrayId, name, kind]) => [
    [typeId, { name, kind, isArray: false }] as const,
    ...(arrayId ? [[arrayId, { name: `_${name}`, kind, isArray: true }] as const] : []),
  ]),
);

/** Finds the type of each column; looks up enums, and refuses a type that Aurora does not support. */
export const readColumnTypes = async (
  connection: SqlConnection,
  columns: SqlColumn[],
): Promise<ResultType[]> => {
  const unknownIds = columns.map(({ typeId }) => typeId).filter((typeId) => !KNOWN_TYPES.has(typeId));
  const looked = new Map<number, ResultType>();

  if (unknownIds.length > 0) {
    const { rows } = await connection.query({
      text: 'SELECT oid, typname, typtype FROM pg_type WHERE oid = ANY ($1::oid[])',
      values: [`{${unknownIds.join(',')}}`],
      typeIds: [0],
    });
    for (const [typeId, name, category] of rows) {
      if (category !== 'e') {
        throw unsupportedResult(`The result contains the unsupported data type ${name}.`);
      }
      looked.set(Number(typeId), { name: String(name), kind: 'string', isArray: false });
    }
  }

  return columns.map(({ typeId }) => {
    const type = KNOWN_TYPES.get(typeId) ?? looked.get(typeId);
    if (!type) {
      throw unsupportedResult(`The result contains the unsupported data type ${typeId}.`);
    }

    return type;
  });
};

/** Counts the bytes of a value; a bytea is `\x` and two digits per byte. */
const countBytes = (value: string | null, kind: Kind | undefined) => {
  if (value === null) {
    return 0;
  }

  return kind === 'blob' ? value.length / 2 - 1 : Buffer.byteLength(value);
};

/** Refuses a row over 64 KB. */
export const requireRowSizes = (rows: SqlResult['rows'], types: ResultType[]) => {
  for (const row of rows) {
    const rowBytes = row.reduce((bytes, value, column) => bytes + countBytes(value, types[column]?.kind), 0);
    if (rowBytes > ROW_BYTES_MAX) {
      throw unsupportedResult('Database returned a row larger than the allowed size limit');
    }
  }
};

/** Refuses a result over 1 MiB in the wire format: the names of its fields count as well as their values. */
export const requireResultSize = <Result>(result: Result): Result => {
  if (Buffer.byteLength(JSON.stringify(result)) > RESULT_BYTES_MAX) {
    throw unsupportedResult('Database returned more than the allowed response size limit');
  }

  return result;
};

/** JSON has no NaN and no infinity; the REST-JSON protocol writes them as strings. */
const toJsonNumber = (value: number) => (Number.isFinite(value) ? value : String(value));

const toField = (value: string, kind: Kind, style: NumberStyle): Field => {
  switch (kind) {
    case 'boolean':
      return { booleanValue: value === 't' };
    case 'long':
      return style.longReturnType === 'STRING' ? { stringValue: value } : { longValue: Number(value) };
    case 'single':
      return { doubleValue: toJsonNumber(Math.fround(Number(value))) };
    case 'double':
      return { doubleValue: toJsonNumber(Number(value)) };
    case 'decimal':
      if (style.decimalReturnType !== 'DOUBLE_OR_LONG') {
        return { stringValue: value };
      }

      return value.includes('.') ? { doubleValue: Number(value) } : { longValue: Number(value) };
    case 'blob':
      return { blobValue: Buffer.from(value.slice(2), 'hex').toString('base64') };
    case 'utc':
      return { stringValue: value.replace(/\+00$/, '') };
    case 'string':
      return { stringValue: value };
  }
};

/** Parses PostgreSQL's `{a,"b c",NULL}`; the Data API does not return arrays of arrays. */
const readArrayElements = (value: string): (string | null)[] => {
  const body = value.replace(/^\[[^=]*\]=/, '').slice(1, -1);
  if (body.startsWith('{')) {
    throw unsupportedResult('The result contains a multidimensional array.');
  }
  if (body === '') {
    return [];
  }

  return Array.from(body.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs), ([, quoted, plain]) => {
    if (quoted !== undefined) {
      return quoted.replace(/\\(.)/gs, '$1');
    }

    return plain === 'NULL' || plain === undefined ? null : plain;
  });
};

const toArrayField = (value: string, kind: Kind): Field => {
  const elements = readArrayElements(value).map((element) =>
    element === null ? null : Object.values(toField(element, kind, {}))[0],
  );

  return { arrayValue: { [ARRAY_MEMBERS[kind] ?? 'stringValues']: elements } };
};

export const toRecords = (rows: SqlResult['rows'], types: ResultType[], style: NumberStyle): Field[][] =>
  rows.map((row) =>
    types.map((type, column) => {
      const value = row[column] ?? null;
      if (value === null) {
        return { isNull: true };
      }

      return type.isArray ? toArrayField(value, type.kind) : toField(value, type.kind, style);
    }),
  );

const ARRAY_MEMBERS: Partial<Record<Kind, string>> = {
  boolean: 'booleanValues',
  long: 'longValues',
  single: 'doubleValues',
  double: 'doubleValues',
};

const toJsonValue = (field: Field): unknown => {
  if ('isNull' in field) {
    return null;
  }
  const [value] = Object.values(field);

  return 'arrayValue' in field ? Object.values(Object(value))[0] : value;
};

/** `formatRecordsAs: 'JSON'`: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/data-api-json.html */
export const toFormattedRecords = (columns: SqlColumn[], records: Field[][]): string => {
  const labels = columns.map(({ name }) => name);
  if (new Set(labels).size < labels.length) {
    throw unsupportedResult('The result has more than one column of the same name, which JSON cannot carry.');
  }

  return JSON.stringify(
    records.map((record) =>
      Object.fromEntries(labels.map((label, column) => [label, toJsonValue(record[column] ?? {})])),
    ),
  );
};

/**
 * Reads the metadata of columns. `nullable` is JDBC's: 0 for NOT NULL, 1 for a column that may be null, 2 for an
 * expression, for which it is unknown.
 */
export const readColumnMetadata = async (
  connection: SqlConnection,
  columns: SqlColumn[],
  types: ResultType[],
) => {
  const { rows } = await connection.query({
    text: `SELECT attrelid || '.' || attnum FROM pg_attribute WHERE attnotnull AND attrelid = ANY ($1::oid[])`,
    values: [`{${columns.map(({ tableId }) => tableId).join(',')}}`],
    typeIds: [0],
  });
  const notNull = new Set(rows.map(([column]) => column));

  return columns.map(({ name, tableId, columnNumber }, column) => ({
    name,
    label: name,
    typeName: types[column]?.name,
    nullable: tableId === 0 ? 2 : notNull.has(`${tableId}.${columnNumber}`) ? 0 : 1,
  }));
};
