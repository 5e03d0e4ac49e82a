import type { SqlParameter } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectToDataApi,
  type PgliteDataApi,
  secretArnOf,
  startPgliteDataApi,
} from '#test/support/database/data-api-client.ts';

let dataApi: PgliteDataApi;
let owner: PgliteDataApi['owner'];
let app: PgliteDataApi['app'];

beforeAll(async () => {
  dataApi = await startPgliteDataApi();
  ({ owner, app } = dataApi);
  await owner.execute(
    'CREATE TABLE people (id serial PRIMARY KEY, email text UNIQUE, balance numeric(12,2))',
  );
  await owner.execute('GRANT SELECT, INSERT ON people TO portal_app');
  await owner.execute('GRANT USAGE ON SEQUENCE people_id_seq TO portal_app');
});

afterAll(() => dataApi.close());

const text = (name: string, stringValue: string): SqlParameter => ({ name, value: { stringValue } });

describe('parameters of the Data API stand-in', () => {
  it.each<[string, Omit<SqlParameter, 'name'>]>([
    ['character varying', { value: { stringValue: '12' } }],
    ['bigint', { value: { longValue: 12 } }],
    ['double precision', { value: { doubleValue: 1.5 } }],
    ['boolean', { value: { booleanValue: true } }],
    ['bytea', { value: { blobValue: Buffer.from([0, 255]) } }],
    ['uuid', { value: { stringValue: '0b8f3c1e-7a53-4a0e-9d0c-2f6f6a1f3b11' }, typeHint: 'UUID' }],
    [
      'timestamp without time zone',
      { value: { stringValue: '2026-11-20 10:00:00.123' }, typeHint: 'TIMESTAMP' },
    ],
    ['date', { value: { stringValue: '2026-11-20' }, typeHint: 'DATE' }],
    ['time without time zone', { value: { stringValue: '10:00:00' }, typeHint: 'TIME' }],
    ['json', { value: { stringValue: '{"a":1}' }, typeHint: 'JSON' }],
    ['numeric', { value: { stringValue: '12.50' }, typeHint: 'DECIMAL' }],
    ['uuid', { value: { isNull: true }, typeHint: 'UUID' }],
  ])(
    'the Data API stand-in binds a parameter as %s by its member and hint alone',
    async (typeName, parameter) => {
      const type = await owner.readValue('SELECT pg_typeof(:value)::text', {
        parameters: [{ name: 'value', ...parameter }],
      });

      expect(type).toEqual({ stringValue: typeName });
    },
  );

  it('the Data API stand-in returns parameters unchanged, bytes and quotes included', async () => {
    const { records } = await owner.execute('SELECT :words, :bytes, :nothing::text', {
      parameters: [
        text('words', `it's a "test" \\ ; :words $1`),
        { name: 'bytes', value: { blobValue: Buffer.from([0, 39, 255]) } },
        { name: 'nothing', value: { isNull: true } },
      ],
    });

    expect(records).toEqual([
      [
        { stringValue: `it's a "test" \\ ; :words $1` },
        { blobValue: Uint8Array.from([0, 39, 255]) },
        { isNull: true },
      ],
    ]);
  });

  it('the Data API stand-in finds parameters by name in any order, and only in plain SQL', async () => {
    const sql = `SELECT :b || :a || :b AS "la:bel", 'it''s :a' AS s, E'\\' :a' AS e, $x$ :a $$ ; $x$ AS d, $$:b$$ AS f,
      '12'::text /* :a /* ; */ :nobody */ -- :a ; '
      , :a::text`;

    const { records } = await owner.execute(sql, { parameters: [text('a', 'A'), text('b', 'B')] });

    expect(records?.[0]?.map(({ stringValue }) => stringValue)).toEqual([
      'BAB',
      "it's :a",
      "' :a",
      ' :a $$ ; ',
      ':b',
      '12',
      'A',
    ]);
  });

  it.each<[string, string, SqlParameter[], string]>([
    [
      'an array',
      'SELECT :a',
      [{ name: 'a', value: { arrayValue: { longValues: [1] } } }],
      'Array parameters are not supported.',
    ],
    ['an unknown name', 'SELECT :a, :b', [text('a', '1')], 'Cannot find parameter: b'],
    ['a name that is given twice', 'SELECT :a', [text('a', '1'), text('a', '2')], 'given more than once'],
    ['a value without a member', 'SELECT :a', [{ name: 'a', value: undefined }], 'parameters.0.value'],
    ['PostgreSQL’s own placeholder', 'SELECT $1', [text('1', 'x')], 'there is no parameter $1'],
    ['a malformed UUID', 'SELECT :a', [{ ...text('a', '12'), typeHint: 'UUID' }], 'no UUID'],
    [
      'an ISO timestamp',
      'SELECT :a',
      [{ ...text('a', '2026-11-20T10:00:00Z'), typeHint: 'TIMESTAMP' }],
      'no TIMESTAMP',
    ],
    ['a date with a time', 'SELECT :a', [{ ...text('a', '2026-11-20 10:00'), typeHint: 'DATE' }], 'no DATE'],
    ['a malformed amount', 'SELECT :a', [{ ...text('a', 'R 12'), typeHint: 'DECIMAL' }], 'no DECIMAL'],
    [
      'text for a numeric column',
      'INSERT INTO people (balance) VALUES (:a)',
      [text('a', '12.50')],
      'ERROR: column "balance" is of type numeric but expression is of type character varying; Hint: You will need to',
    ],
    [
      'text compared with a number',
      'SELECT 1 FROM people WHERE id = :a',
      [text('a', '1')],
      'operator does not exist: integer = character varying; Hint: ',
    ],
  ])('the Data API stand-in refuses a parameter: %s', async (_case, sql, parameters, message) => {
    await expect(owner.execute(sql, { parameters })).rejects.toThrow(message);
  });
});

describe('a statement of the Data API stand-in', () => {
  it.each([
    ['a second statement', 'SELECT 1; SELECT 2', 'ValidationException', "Multistatements aren't supported."],
    [
      'a second statement after a comment',
      'SELECT 1; -- ;\n DROP TABLE people',
      'ValidationException',
      'Multistatements',
    ],
    ['more than 65,536 characters', `SELECT ${' '.repeat(65_536)}1`, 'ValidationException', 'sql: '],
    [
      'broken SQL',
      'SELEKT 1',
      'DatabaseErrorException',
      'ERROR: syntax error at or near "SELEKT"; Position: 1; SQLState: 42601',
    ],
  ])('the Data API stand-in refuses a statement with %s', async (_case, sql, name, message) => {
    await expect(owner.execute(sql)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('the Data API stand-in accepts a semicolon at the end of a statement and in a string', async () => {
    expect(await owner.readValue("SELECT 'a;b' ; -- done; \n")).toEqual({ stringValue: 'a;b' });
  });

  it('the Data API stand-in refuses a statement with a schema, and a request over 4 MiB', async () => {
    await expect(owner.execute('SELECT 1', { schema: 'public' })).rejects.toThrow(
      "schema parameter isn't supported",
    );

    const large = { parameters: [text('a', 'x'.repeat(4 * 1024 * 1024))] };
    await expect(owner.execute('SELECT length(:a)', large)).rejects.toThrow('4 MiB');
    const smaller = { parameters: [text('a', 'x'.repeat(4 * 1024 * 1024 - 4096))] };
    expect(await owner.readValue('SELECT length(:a)', smaller)).toEqual({
      longValue: 4 * 1024 * 1024 - 4096,
    });
  });

  it('the Data API stand-in refuses a constraint violation in Aurora’s words, without the value', async () => {
    await owner.execute("INSERT INTO people (email) VALUES ('once@example.com')");

    await expect(
      owner.execute("INSERT INTO people (email) VALUES ('once@example.com')"),
    ).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: 'ERROR: duplicate key value violates unique constraint "people_email_key"; SQLState: 23505',
    });
  });

  it('the Data API stand-in counts changed records, but not with RETURNING', async () => {
    const insert = 'INSERT INTO people (balance) VALUES (1), (2)';

    expect(await owner.execute(insert)).toMatchObject({ numberOfRecordsUpdated: 2, generatedFields: [] });
    const returning = await owner.execute(`${insert} RETURNING balance`);
    expect(returning).toMatchObject({ numberOfRecordsUpdated: 0 });
    expect(returning.records).toEqual([[{ stringValue: '1.00' }], [{ stringValue: '2.00' }]]);
  });

  it('the Data API stand-in carries no setting over to the next statement', async () => {
    const searchPath = await owner.readValue('SHOW search_path');
    await owner.execute("SET search_path TO 'elsewhere'");
    await owner.execute('CREATE TEMPORARY TABLE left_over (id int)');
    await owner.execute('BEGIN');
    await owner.execute('CREATE TABLE after_begin (id int)');

    expect(await owner.readValue('SHOW search_path')).toEqual(searchPath);
    expect(await owner.readValue("SELECT to_regclass('left_over')::text")).toEqual({ isNull: true });
    expect(await owner.readValue("SELECT to_regclass('after_begin')::text")).toEqual({
      stringValue: 'after_begin',
    });
  });
});

describe('the database user of a call', () => {
  it('the Data API stand-in runs a call as the user that its secret names', async () => {
    expect(await app.readValue('SELECT session_user::text')).toEqual({ stringValue: 'portal_app' });
    expect(await owner.readValue('SELECT session_user::text')).toEqual({ stringValue: 'portal_owner' });
  });

  it.each([
    ['create a table', 'CREATE TABLE mine (id int)', '42501'],
    ['alter a table', 'ALTER TABLE people ADD COLUMN extra text', '42501'],
    ['delete without a grant', 'DELETE FROM people', '42501'],
    ['become the owner', 'SET ROLE portal_owner', '42501'],
  ])('the Data API stand-in does not let portal_app %s', async (_case, sql, sqlState) => {
    await expect(app.execute(sql)).rejects.toThrow(`SQLState: ${sqlState}`);
  });

  it('the Data API stand-in lets portal_app run a statement that a migration granted', async () => {
    expect((await app.execute('INSERT INTO people (balance) VALUES (3)')).numberOfRecordsUpdated).toBe(1);
  });

  it('the Data API stand-in refuses a call whose secret is missing or names an unknown user', async () => {
    const nobody = connectToDataApi(dataApi.api.url, 'postgres');

    await expect(nobody.execute('SELECT 1')).rejects.toThrow(
      'password authentication failed for user "postgres"',
    );
    await expect(owner.execute('SELECT 1', { secretArn: secretArnOf('') })).rejects.toMatchObject({
      name: 'SecretsErrorException',
    });
  });
});

describe('the Data API stand-in', () => {
  it('the Data API stand-in answers a call with a planted fault, and the next one normally', async () => {
    dataApi.api.failNext('BeginTransaction', 'DatabaseResumingException');

    await expect(app.begin()).rejects.toMatchObject({
      name: 'DatabaseResumingException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(await app.readValue('SELECT 1')).toEqual({ longValue: 1 });
  });

  it('the Data API stand-in counts the calls of each operation', async () => {
    dataApi.api.calls.reset();
    const transactionId = await app.begin();
    await app.execute('SELECT 1', { transactionId });
    await app.commit(transactionId);

    expect(dataApi.api.calls).toMatchObject({
      total: 3,
      byOperation: { BeginTransaction: 1, ExecuteStatement: 1, CommitTransaction: 1 },
    });
  });
});

it('the Data API stand-in refuses an unsigned call, as a web page could send it', async () => {
  const answer = await fetch(`${dataApi.api.url}/Execute`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
    body: JSON.stringify({ ...owner.target, sql: 'CREATE TABLE planted (id int)' }),
  });

  expect(answer.status).toBe(403);
  expect(answer.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
  expect(await owner.readValue("SELECT to_regclass('planted') IS NULL")).toEqual({ booleanValue: true });
});
