import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DataApiOptions, startDataApi } from '#local/data-api/data-api.ts';
import { openPostgres, type SqlServer } from '#local/data-api/sql-server.ts';
import { connectToDataApi, roleInSecretArn } from '#test/support/database/data-api-client.ts';
import { openEmbeddedDatabase } from '#test/support/database/embedded-database.ts';
import { startPostgres } from '#test/support/database/postgres.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let servers: Record<'PGlite' | 'PostgreSQL', SqlServer>;
const running: (() => Promise<void>)[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  servers = {
    PGlite: await openEmbeddedDatabase(),
    PostgreSQL: await openPostgres(postgres.connectionString),
  };
});

afterAll(async () => {
  await Promise.all(running.map((close) => close()));
  await Promise.all(Object.values(servers).map((server) => server.close()));
  await postgres.stop();
});

const connect = async (name: keyof typeof servers, limits: DataApiOptions['limits'] = {}) => {
  const api = await startDataApi({ server: servers[name], resolveRole: roleInSecretArn, limits });
  running.push(api.close);
  return connectToDataApi(api.url);
};

type Client = ReturnType<typeof connectToDataApi>;

const addOne = 'UPDATE counters SET value = value + 1';

const readCounter = async (client: Client, options: Parameters<Client['execute']>[1] = {}) =>
  (await client.readValue('SELECT value FROM counters', options))?.longValue;

const resetCounter = async (client: Client) => {
  await client.execute('CREATE TABLE IF NOT EXISTS counters (value int)');
  await client.execute('TRUNCATE counters');
  await client.execute('INSERT INTO counters VALUES (0)');
};

const isNotFound = {
  name: 'TransactionNotFoundException',
  $metadata: expect.objectContaining({ httpStatusCode: 404 }),
};

describe.each(['PGlite', 'PostgreSQL'] as const)('a transaction of the Data API stand-in on %s', (name) => {
  let client: Client;

  beforeAll(async () => {
    client = await connect(name);
  });

  beforeEach(() => resetCounter(client));

  it(`Data API stand-in on ${name}: keeps the writes of a transaction once it is committed, and only then`, async () => {
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    expect(await readCounter(client, { transactionId })).toBe(1);
    expect(await client.commit(transactionId)).toMatchObject({ transactionStatus: 'Transaction Committed' });
    expect(await readCounter(client)).toBe(1);
  });

  it(`Data API stand-in on ${name}: leaves nothing of a transaction that is rolled back`, async () => {
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    expect(await client.rollback(transactionId)).toMatchObject({ transactionStatus: 'Rollback Complete' });
    expect(await readCounter(client)).toBe(0);
  });

  it(`Data API stand-in on ${name}: does not find an unknown or ended transaction, or that of another user`, async () => {
    const transactionId = await client.begin();
    const stranger = { secretArn: client.target.secretArn.replace('owner', 'app') };

    await expect(client.execute('SELECT 1', { transactionId: 'unknown' })).rejects.toMatchObject(isNotFound);
    await expect(client.execute('SELECT 1', { transactionId, ...stranger })).rejects.toMatchObject(
      isNotFound,
    );
    await client.rollback(transactionId);
    await expect(client.execute('SELECT 1', { transactionId })).rejects.toMatchObject(isNotFound);
    await expect(client.commit(transactionId)).rejects.toMatchObject(isNotFound);
  });

  it(`Data API stand-in on ${name}: refuses further statements and the commit of a failed transaction`, async () => {
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    await expect(client.execute('SELECT 1 / 0', { transactionId })).rejects.toThrow('SQLState: 22012');
    await expect(client.execute('SELECT 1', { transactionId })).rejects.toThrow('SQLState: 25P02');
    await expect(client.commit(transactionId)).rejects.toThrow('SQLState: 25P02');
    expect(await readCounter(client)).toBe(0);
  });

  it(`Data API stand-in on ${name}: continues a transaction from a savepoint before a failure`, async () => {
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });
    await client.execute('SAVEPOINT before', { transactionId });
    await client.execute('SELECT 1 / 0', { transactionId }).catch(() => {});
    await client.execute('ROLLBACK TO SAVEPOINT before', { transactionId });
    await client.commit(transactionId);

    expect(await readCounter(client)).toBe(1);
  });

  it(`Data API stand-in on ${name}: refuses a second call in a transaction while one runs`, async () => {
    const transactionId = await client.begin();
    const refusals: unknown[] = [];
    // It depends on the machine whether calls overlap.
    while (refusals.length === 0) {
      const calls = Array.from({ length: 5 }, () =>
        client.execute('SELECT pg_sleep(0.05)::text', { transactionId }),
      );
      const outcomes = await Promise.allSettled(calls);
      refusals.push(
        ...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])),
      );
    }
    await client.rollback(transactionId);

    for (const reason of refusals) {
      expect(reason).toMatchObject({
        name: 'DatabaseErrorException',
        message: 'Transaction is still running a query',
      });
    }
  });

  it(`Data API stand-in on ${name}: ends a transaction at the end of its lifetime`, async () => {
    const hasty = await connect(name, { lifetimeSeconds: 2 });
    const transactionId = await hasty.begin();
    await hasty.execute(addOne, { transactionId });

    await hasty.execute(addOne);

    expect(await readCounter(hasty)).toBe(1);
    await expect(hasty.commit(transactionId)).rejects.toMatchObject(isNotFound);
  });
});

describe('the Data API stand-in on PGlite, which has one connection', () => {
  it('Data API stand-in on PGlite: lets every other call wait until the transaction ends', async () => {
    const client = await connect('PGlite');
    await resetCounter(client);
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    const others = Promise.all([
      readCounter(client),
      client.execute(addOne),
      client.begin().then(client.rollback),
    ]);
    await client.execute(addOne, { transactionId });
    await client.rollback(transactionId);

    expect((await others)[0]).toBe(0);
    expect(await readCounter(client)).toBe(1);
  });

  it('Data API stand-in on PGlite: rolls back a transaction that idles while others wait', async () => {
    const client = await connect('PGlite', { contendedIdleSeconds: 0.2 });
    await resetCounter(client);
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    expect(await readCounter(client)).toBe(0);
    await expect(client.commit(transactionId)).rejects.toMatchObject(isNotFound);
  });

  it('Data API stand-in on PGlite: keeps a transaction whose next call came while the process was busy', async () => {
    const client = await connect('PGlite', { contendedIdleSeconds: 0.5 });
    await resetCounter(client);
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });
    const waiting = readCounter(client);
    await expect.poll(servers.PGlite.isContended).toBe(true);
    const next = client.execute(addOne, { transactionId });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);

    await next;
    await client.commit(transactionId);
    expect(await waiting).toBe(2);
  });

  it('Data API stand-in on PGlite: keeps nobody waiting for a transaction that has run no statement', async () => {
    const client = await connect('PGlite', { contendedIdleSeconds: 3_600 });
    await resetCounter(client);
    const transactionId = await client.begin();

    expect(await readCounter(client)).toBe(0);
    await client.execute(addOne, { transactionId });
    await client.commit(transactionId);
    expect(await readCounter(client)).toBe(1);
  });

  it('Data API stand-in on PGlite: reports a statement that exceeds the time limit as timed out', async () => {
    const client = await connect('PGlite', { statementTimeoutSeconds: 0.1 });

    await expect(client.execute('SELECT pg_sleep(0.15)')).rejects.toMatchObject({
      name: 'StatementTimeoutException',
    });
  });
});

describe('the Data API stand-in on PostgreSQL, with a connection for each transaction', () => {
  it('Data API stand-in on PostgreSQL: runs transactions in parallel, each blind to uncommitted writes', async () => {
    const client = await connect('PostgreSQL');
    await resetCounter(client);
    const [first, second] = [await client.begin(), await client.begin()];
    await client.execute(addOne, { transactionId: first });

    expect(await readCounter(client, { transactionId: second })).toBe(0);
    expect(await readCounter(client)).toBe(0);
    await client.commit(first);
    expect(await readCounter(client, { transactionId: second })).toBe(1);
    await client.rollback(second);
  });

  it('Data API stand-in on PostgreSQL: lets the second writer of a row wait for the first and loses neither', async () => {
    const client = await connect('PostgreSQL');
    await resetCounter(client);
    const writers = Array.from({ length: 10 }, async () => {
      const transactionId = await client.begin();
      const options = { transactionId };
      const value = (await client.readValue('SELECT value FROM counters FOR UPDATE', options))?.longValue;
      await client.execute(`UPDATE counters SET value = ${value} + 1`, options);
      await client.commit(transactionId);
    });
    await Promise.all(writers);

    expect(await readCounter(client)).toBe(10);
  });

  it('Data API stand-in on PostgreSQL: rolls back an idle transaction, which frees its locks', async () => {
    const client = await connect('PostgreSQL', { idleSeconds: 2 });
    await resetCounter(client);
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    await client.execute(addOne);

    expect(await readCounter(client)).toBe(1);
    await expect(client.execute(addOne, { transactionId })).rejects.toMatchObject(isNotFound);
  });

  it("Data API stand-in on PostgreSQL: ends a transaction that idles longer than its role's settings allow", async () => {
    const client = await connect('PostgreSQL');
    await resetCounter(client);
    await client.execute("ALTER ROLE CURRENT_USER SET idle_in_transaction_session_timeout = '500ms'");
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });
    await client.execute(addOne);
    await client.execute('ALTER ROLE CURRENT_USER RESET ALL');

    expect(await readCounter(client)).toBe(1);
    await expect(client.commit(transactionId)).rejects.toThrow('SQLState: 25P03');
  });

  it('Data API stand-in on PostgreSQL: does not end a transaction because others wait for its rows', async () => {
    const client = await connect('PostgreSQL', { contendedIdleSeconds: 0, statementTimeoutSeconds: 3 });
    await resetCounter(client);
    const transactionId = await client.begin();
    await client.execute(addOne, { transactionId });

    await expect(client.execute(addOne)).rejects.toMatchObject({ name: 'StatementTimeoutException' });
    await client.commit(transactionId);
    expect(await readCounter(client)).toBe(1);
  });

  it('Data API stand-in on PostgreSQL: stops a statement at its time limit', async () => {
    const client = await connect('PostgreSQL', { statementTimeoutSeconds: 0.2 });

    await expect(client.execute('SELECT pg_sleep(60)::text')).rejects.toMatchObject({
      name: 'StatementTimeoutException',
    });
  });
});

it('the Data API stand-in answers DatabaseUnavailableException while the database is down', async () => {
  const gone = await startPostgres();
  const server = await openPostgres(gone.connectionString);
  const api = await startDataApi({ server, resolveRole: roleInSecretArn });
  running.push(api.close, server.close);
  await gone.stop();

  await expect(connectToDataApi(api.url).execute('SELECT 1')).rejects.toMatchObject({
    name: 'DatabaseUnavailableException',
    $metadata: { httpStatusCode: 504 },
  });
});
