import { BatchExecuteStatementCommand, type SqlParameter } from '@aws-sdk/client-rds-data';
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

describe('parameters of the local Data API', () => {
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
  ])('are bound as %s by their member and hint alone', async (typeName, parameter) => {
    const type = await owner.readValue('SELECT pg_typeof(:value)::text', {
      parameters: [{ name: 'value', ...parameter }],
    });

    expect(type).toEqual({ stringValue: typeName });
  });

  it('come back as they were sent, bytes and quotes included', async () => {
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

  it('are found by name, however often and in whatever order, and nowhere but in plain SQL', async () => {
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
    ['a name that nobody gave', 'SELECT :a, :b', [text('a', '1')], 'Cannot find parameter: b'],
    ['a name given twice', 'SELECT :a', [text('a', '1'), text('a', '2')], 'given more than once'],
    ['a value without a member', 'SELECT :a', [{ name: 'a', value: undefined }], 'parameters.0.value'],
    ['PostgreSQL’s own placeholder', 'SELECT $1', [text('1', 'x')], 'there is no parameter $1'],
    ['a UUID that is none', 'SELECT :a', [{ ...text('a', '12'), typeHint: 'UUID' }], 'no UUID'],
    [
      'an ISO timestamp',
      'SELECT :a',
      [{ ...text('a', '2026-11-20T10:00:00Z'), typeHint: 'TIMESTAMP' }],
      'no TIMESTAMP',
    ],
    ['a date with a time', 'SELECT :a', [{ ...text('a', '2026-11-20 10:00'), typeHint: 'DATE' }], 'no DATE'],
    ['an amount that is none', 'SELECT :a', [{ ...text('a', 'R 12'), typeHint: 'DECIMAL' }], 'no DECIMAL'],
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
  ])('are refused: %s', async (_case, sql, parameters, message) => {
    await expect(owner.execute(sql, { parameters })).rejects.toThrow(message);
  });
});

describe('a statement of the local Data API', () => {
  it.each([
    ['a second statement', 'SELECT 1; SELECT 2', 'ValidationException', "Multistatements aren't supported."],
    [
      'a second one after a comment',
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
  ])('is refused with %s', async (_case, sql, name, message) => {
    await expect(owner.execute(sql)).rejects.toMatchObject({
      name,
      message: expect.stringContaining(message),
      $metadata: { httpStatusCode: 400 },
    });
  });

  it('may end in a semicolon and hold one in a string', async () => {
    expect(await owner.readValue("SELECT 'a;b' ; -- done; \n")).toEqual({ stringValue: 'a;b' });
  });

  it('is refused with a schema, and when the request is over 4 MiB', async () => {
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

  it('that breaks a constraint is refused in Aurora’s words, without the value', async () => {
    await owner.execute("INSERT INTO people (email) VALUES ('once@example.com')");

    await expect(
      owner.execute("INSERT INTO people (email) VALUES ('once@example.com')"),
    ).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: 'ERROR: duplicate key value violates unique constraint "people_email_key"; SQLState: 23505',
    });
  });

  it('counts the records that it changed, but not beside RETURNING', async () => {
    const insert = 'INSERT INTO people (balance) VALUES (1), (2)';

    expect(await owner.execute(insert)).toMatchObject({ numberOfRecordsUpdated: 2, generatedFields: [] });
    const returning = await owner.execute(`${insert} RETURNING balance`);
    expect(returning).toMatchObject({ numberOfRecordsUpdated: 0 });
    expect(returning.records).toEqual([[{ stringValue: '1.00' }], [{ stringValue: '2.00' }]]);
  });

  it('leaves no setting behind for the next one', async () => {
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

describe('the user of a call', () => {
  it('is the one that its secret names', async () => {
    expect(await app.readValue('SELECT session_user::text')).toEqual({ stringValue: 'portal_app' });
    expect(await owner.readValue('SELECT session_user::text')).toEqual({ stringValue: 'portal_owner' });
  });

  it.each([
    ['make a table', 'CREATE TABLE mine (id int)', '42501'],
    ['change one', 'ALTER TABLE people ADD COLUMN extra text', '42501'],
    ['do what no migration granted', 'DELETE FROM people', '42501'],
    ['become the owner', 'SET ROLE portal_owner', '42501'],
  ])('portal_app may not %s', async (_case, sql, sqlState) => {
    await expect(app.execute(sql)).rejects.toThrow(`SQLState: ${sqlState}`);
  });

  it('portal_app may do what a migration granted', async () => {
    expect((await app.execute('INSERT INTO people (balance) VALUES (3)')).numberOfRecordsUpdated).toBe(1);
  });

  it('is refused when the secret is not there or names nobody', async () => {
    const nobody = connectToDataApi(dataApi.api.url, 'postgres');

    await expect(nobody.execute('SELECT 1')).rejects.toThrow(
      'password authentication failed for user "postgres"',
    );
    await expect(owner.execute('SELECT 1', { secretArn: secretArnOf('') })).rejects.toMatchObject({
      name: 'SecretsErrorException',
    });
  });
});

describe('the local Data API', () => {
  const batch = (sql: string, parameterSets: SqlParameter[][]) =>
    app.client.send(new BatchExecuteStatementCommand({ ...app.target, sql, parameterSets }));

  it('runs a batch for each set of parameters, all or nothing', async () => {
    const insert = 'INSERT INTO people (email) VALUES (:email)';
    const count = () => app.readValue("SELECT count(*) FROM people WHERE email LIKE 'batch%'");

    const sets = [[text('email', 'batch1')], [text('email', 'batch2')]];
    expect((await batch(insert, sets)).updateResults).toHaveLength(2);
    await expect(batch(insert, [[text('email', 'batch3')], [text('email', 'batch1')]])).rejects.toThrow(
      '23505',
    );
    expect(await count()).toEqual({ longValue: 2 });

    await expect(batch('SELECT :email', [[text('email', 'x')]])).rejects.toThrow('A result was returned');
    await expect(batch(insert, [])).rejects.toThrow('parameterSets');
  });

  it('answers with a planted fault as often as it is told', async () => {
    dataApi.api.failNext('BeginTransaction', 'DatabaseResumingException');

    await expect(app.begin()).rejects.toMatchObject({
      name: 'DatabaseResumingException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(await app.readValue('SELECT 1')).toEqual({ longValue: 1 });
  });

  it('answers so for as long as it is told', async () => {
    dataApi.api.answerResumingFor(60);
    await expect(app.execute('SELECT 1')).rejects.toThrow('is resuming after being auto-paused');
    dataApi.api.answerResumingFor(0);

    expect(await app.readValue('SELECT 1')).toEqual({ longValue: 1 });
  });

  it('counts the calls, each operation by its name', async () => {
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

it('the local Data API refuses a call that nobody signed, such as a web page could send', async () => {
  const answer = await fetch(`${dataApi.api.url}/Execute`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: 'https://evil.example' },
    body: JSON.stringify({ ...owner.target, sql: 'CREATE TABLE planted (id int)' }),
  });

  expect(answer.status).toBe(403);
  expect(answer.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
  expect(await owner.readValue("SELECT to_regclass('planted') IS NULL")).toEqual({ booleanValue: true });
});
