import type { Field } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PgliteDataApi, startPgliteDataApi } from '#test/support/database/data-api-client.ts';

let dataApi: PgliteDataApi;
let owner: PgliteDataApi['owner'];

beforeAll(async () => {
  dataApi = await startPgliteDataApi();
  owner = dataApi.owner;
  await owner.execute('CREATE TABLE people (id serial PRIMARY KEY, email text)');
  await owner.execute("CREATE TYPE mood AS ENUM ('sad')");
});

afterAll(() => dataApi.close());

describe('a result of the Data API stand-in', () => {
  it.each<[string, Field]>([
    ['12::smallint', { longValue: 12 }],
    ['12::int', { longValue: 12 }],
    ['9007199254740991::bigint', { longValue: 9007199254740991 }],
    ['12.50::numeric(12,2)', { stringValue: '12.50' }],
    ['1.5::float8', { doubleValue: 1.5 }],
    ['0.1::real', { doubleValue: Math.fround(0.1) }],
    ['true', { booleanValue: true }],
    ['false', { booleanValue: false }],
    ['null::int', { isNull: true }],
    ["'words'::varchar(9)", { stringValue: 'words' }],
    ["'\\x00ff'::bytea", { blobValue: Uint8Array.from([0, 255]) }],
    ["timestamptz '2026-11-20 12:00:00.123+02'", { stringValue: '2026-11-20 10:00:00.123' }],
    ["timestamp '2026-11-20 10:00:00'", { stringValue: '2026-11-20 10:00:00' }],
    ["date '2026-11-20'", { stringValue: '2026-11-20' }],
    ["time '10:00'", { stringValue: '10:00:00' }],
    ["'0b8f3c1e-7a53-4a0e-9d0c-2f6f6a1f3b11'::uuid", { stringValue: '0b8f3c1e-7a53-4a0e-9d0c-2f6f6a1f3b11' }],
    [`'{"a": 1}'::jsonb`, { stringValue: '{"a": 1}' }],
    ["inet '10.0.0.1'", { stringValue: '10.0.0.1' }],
    ["'sad'::mood", { stringValue: 'sad' }],
    [`array['a b', 'c,"d"', null]`, { arrayValue: { stringValues: ['a b', 'c,"d"', null as never] } }],
    ['array[1, 2]', { arrayValue: { longValues: [1, 2] } }],
    ['array[1.5::float8]', { arrayValue: { doubleValues: [1.5] } }],
    ['array[true]', { arrayValue: { booleanValues: [true] } }],
    ["'{}'::text[]", { arrayValue: { stringValues: [] } }],
  ])('the Data API stand-in returns %s in the member that Aurora uses', async (expression, field) => {
    expect(await owner.readValue(`SELECT ${expression}`)).toEqual(field);
  });

  it.each([
    ["interval '1 day'", 'interval'],
    ["'12.50'::money", 'money'],
    ["'people'::regclass", 'regclass'],
    ['pg_sleep(0)', 'void'],
    ['\'r\'::"char"', 'char'],
    ['to_tsvector($$a$$)', 'tsvector'],
    ['array[[1,2],[3,4]]', 'multidimensional array'],
  ])('the Data API stand-in refuses a result with %s', async (expression, type) => {
    await expect(owner.execute(`SELECT ${expression}`)).rejects.toMatchObject({
      name: 'UnsupportedResultException',
      message: expect.stringContaining(type),
    });
  });

  it('the Data API stand-in refuses a result with a row over 64 KB', async () => {
    expect((await owner.execute('SELECT repeat($$x$$, 65536)')).records).toHaveLength(1);
    await expect(owner.execute('SELECT repeat($$x$$, 65536), 1')).rejects.toThrow(
      'row larger than the allowed size',
    );
  });

  it('the Data API stand-in refuses a result over 1 MiB, counting the names of its fields', async () => {
    // A value of 1,000 bytes also needs `[{"stringValue":""}],`.
    const rows = (count: number) =>
      owner.execute(`SELECT repeat($$x$$, 1000) FROM generate_series(1, ${count})`);

    expect((await rows(1026)).records).toHaveLength(1026);
    await expect(rows(1027)).rejects.toThrow('Database returned more than the allowed response size limit');
  });

  it('the Data API stand-in returns columns with names, types and nullability on request', async () => {
    const sql = 'SELECT id, email AS address, count(*) AS number FROM people GROUP BY id LIMIT 0';

    expect((await owner.execute(sql, { includeResultMetadata: true })).columnMetadata).toEqual([
      { name: 'id', label: 'id', typeName: 'int4', nullable: 0 },
      { name: 'address', label: 'address', typeName: 'text', nullable: 1 },
      { name: 'number', label: 'number', typeName: 'int8', nullable: 2 },
    ]);
    expect((await owner.execute(sql)).columnMetadata).toBeUndefined();
  });

  it('the Data API stand-in returns a result as one JSON string on request, and refuses a repeated name', async () => {
    const sql = "SELECT 1 AS a, 2.50 AS b, array['x'] AS c, null AS d, '\\x68'::bytea AS e";
    const { formattedRecords, records } = await owner.execute(sql, { formatRecordsAs: 'JSON' });

    expect(formattedRecords).toBe('[{"a":1,"b":"2.50","c":["x"],"d":null,"e":"aA=="}]');
    expect(records).toBeUndefined();
    await expect(owner.execute('SELECT 1 AS a, 2 AS a', { formatRecordsAs: 'JSON' })).rejects.toThrow(
      'same name',
    );
  });

  it('the Data API stand-in returns long numbers as text and decimals as numbers on request', async () => {
    const { records } = await owner.execute('SELECT 9223372036854775807, 2.5, 2::numeric', {
      resultSetOptions: { longReturnType: 'STRING', decimalReturnType: 'DOUBLE_OR_LONG' },
    });

    expect(records).toEqual([
      [{ stringValue: '9223372036854775807' }, { doubleValue: 2.5 }, { longValue: 2 }],
    ]);
  });
});
