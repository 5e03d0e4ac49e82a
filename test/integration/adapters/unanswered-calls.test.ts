import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
} from '@aws-sdk/client-rds-data';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSecretReader } from '#functions/adapters/aws/secrets-manager.ts';
import { makeDeadLetterQueue } from '#functions/adapters/aws/sqs-dead-letters.ts';
import { makeJobQueue } from '#functions/adapters/aws/sqs-job-queue.ts';
import { makeDataApiClient } from '#functions/adapters/database/data-api-client.ts';
import { makeDriveFiles } from '#functions/adapters/google/google-drive.ts';
import { toKeyFile } from '#local/drive/service-account.ts';
import { startQueue } from '#local/queue/queue.ts';
import { startSecrets } from '#local/secrets/secrets.ts';
import { type PgliteDataApi, startPgliteDataApi } from '#test/support/database/data-api-client.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from '#test/support/faults/faulty-proxy.ts';
import { account, DRIVE_ID, drive, FOLDER_ID, openLocalDrive } from '#test/support/stand-ins/local-drive.ts';

const FAULTS = ['silent', 'half', 'reset'] as const satisfies Fault[];

/** Short while a vendor fails, and long enough for any machine otherwise. */
let callMs: number;
const PATIENCE = {
  connectMs: 30_000,
  callMs: 30_000,
  timeLeftMs: () => callMs,
};

let proxy: FaultyProxy;

const standBefore = async (target: string) => {
  proxy = await startFaultyProxy(target);
  for (const service of ['RDS_DATA', 'SECRETS_MANAGER', 'SQS']) {
    process.env[`AWS_ENDPOINT_URL_${service}`] = proxy.url;
  }
};

const failWith = (fault: Fault, path?: string) => {
  callMs = 500;
  proxy.fail(fault, path);
};

const mend = () => {
  callMs = 30_000;
  proxy.mend();
};

beforeAll(() => {
  Object.assign(process.env, {
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
beforeEach(() => {
  callMs = 30_000;
});
afterEach(() => proxy.close());

describe('the Data API', () => {
  let dataApi: PgliteDataApi;

  beforeAll(async () => {
    dataApi = await startPgliteDataApi();
    await dataApi.owner.execute('CREATE TABLE notes (body text)');
  });
  afterAll(() => dataApi.close());
  beforeEach(async () => {
    await dataApi.owner.execute('TRUNCATE notes');
    await standBefore(dataApi.api.url);
  });

  const open = () => {
    const client = makeDataApiClient(PATIENCE);
    const { target } = dataApi.owner;

    return {
      database: drizzle(client, target),
      execute: (text: string) => client.send(new ExecuteStatementCommand({ ...target, sql: text })),
      begin: () => client.send(new BeginTransactionCommand(target)),
      commit: (transactionId: string) =>
        client.send(new CommitTransactionCommand({ ...target, transactionId })),
    };
  };
  const countNotes = async () => (await dataApi.owner.readValue('SELECT count(*) FROM notes'))?.longValue;

  const isUnreachable = {
    code: 'unavailable',
    message: 'The portal cannot reach its database. Please try again in a moment.',
    retryAfterSeconds: 5,
    cause: expect.any(Error),
  };

  it.each(FAULTS)(
    'the Data API is reported as unreachable when it is %s, and works again afterwards',
    async (fault) => {
      const { execute } = open();
      failWith(fault);
      await expect(execute('SELECT 1')).rejects.toMatchObject(isUnreachable);

      mend();
      expect((await execute('SELECT 1')).records).toEqual([[{ longValue: 1 }]]);
    },
  );

  it('only reads and begins of transactions are repeated after a cut connection to the Data API', async () => {
    const { execute, begin, commit } = open();
    proxy.fail('reset');
    const tries = await Promise.allSettled([
      execute('SELECT 1'),
      begin(),
      execute("INSERT INTO notes VALUES ('once')"),
      execute("WITH written AS (INSERT INTO notes VALUES ('once') RETURNING 1) SELECT * FROM written"),
      commit('unknown'),
    ]);
    for (const sent of tries) {
      expect(sent).toMatchObject({ status: 'rejected', reason: isUnreachable });
    }

    const countCalls = (path: string) => proxy.calls.filter((called) => called === path).length;
    expect(countCalls('/BeginTransaction')).toBe(2);
    expect(countCalls('/Execute')).toBe(2 + 1 + 1);
    expect(countCalls('/CommitTransaction')).toBe(1);
  });

  it('a new connection to the Data API is opened after a pause, in which the old one may have been closed', async () => {
    const { execute } = open();
    await execute('SELECT 1');
    await execute('SELECT 1');
    expect(proxy.countConnections()).toBe(1);

    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
    await execute('SELECT 1');
    vi.restoreAllMocks();
    expect(proxy.countConnections()).toBe(2);
  });

  it('a write whose answer the Data API lost is not repeated', async () => {
    const { execute } = open();
    proxy.fail('lost');
    await expect(execute("INSERT INTO notes VALUES ('once')")).rejects.toMatchObject(isUnreachable);

    expect(await countNotes()).toBe(1);
  });

  it.each(FAULTS)('the original error is reported when the Data API is %s for a rollback', async (fault) => {
    const { database } = open();
    const failure = new Error('what went wrong');
    const done = database.transaction(async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES ('undone')`);
      failWith(fault, '/RollbackTransaction');
      throw failure;
    });

    await expect(done).rejects.toBe(failure);
    expect(await countNotes()).toBe(0);
  });
});

describe('Secrets Manager', () => {
  let secrets: Awaited<ReturnType<typeof startSecrets>>;

  beforeAll(async () => {
    secrets = await startSecrets({ secrets: { key: 'its value' } });
  });
  afterAll(() => secrets.close());
  beforeEach(() => standBefore(secrets.url));

  it.each(FAULTS)(
    'Secrets Manager is reported as unreachable when it is %s, and works again afterwards',
    async (fault) => {
      const read = makeSecretReader('key', PATIENCE);
      failWith(fault);
      await expect(read()).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The portal cannot reach its key store. Please try again in a moment.',
        retryAfterSeconds: 5,
        cause: expect.any(Error),
      });

      mend();
      expect(await read()).toBe('its value');
    },
  );
});

describe('SQS', () => {
  let queue: Awaited<ReturnType<typeof startQueue<'jobs'>>>;

  beforeAll(async () => {
    queue = await startQueue({ queues: { jobs: { visibilityTimeoutSeconds: 30, maxReceiveCount: 1 } } });
  });
  afterAll(() => queue.close());
  beforeEach(() => standBefore(queue.url));

  /** The SDK calls the address in a queue's URL. */
  const behindProxy = (url: string) => url.replace(queue.url, proxy.url);

  it.each(FAULTS)(
    'calls that send and receive fail while SQS is %s, and work again afterwards',
    async (fault) => {
      const jobs = makeJobQueue(behindProxy(queue.queueUrl('jobs')), PATIENCE);
      const deadLetters = makeDeadLetterQueue(behindProxy(queue.deadLettersUrl('jobs')), PATIENCE);
      failWith(fault);
      await expect(jobs.send('1')).rejects.toThrow();
      await expect(jobs.check()).rejects.toThrow();
      await expect(deadLetters.receive()).rejects.toThrow();

      mend();
      await jobs.send('1');
      await jobs.check();
      expect(await deadLetters.receive()).toEqual([]);
    },
  );
});

describe('Google Drive', () => {
  openLocalDrive();
  beforeEach(() => standBefore(drive.url));

  const openFiles = () =>
    makeDriveFiles(
      async () => JSON.stringify(toKeyFile(account, proxy.url)),
      { apiUrl: `${proxy.url}/`, driveId: DRIVE_ID, folderId: FOLDER_ID },
      { tryMs: 30_000, readTriesMax: 2, timeLeftMs: PATIENCE.timeLeftMs },
    );

  const isUnavailable = {
    code: 'unavailable',
    message: 'The cloud drive storage is not answering. Please try again in a moment.',
    retryAfterSeconds: 30,
    cause: expect.any(Error),
  };

  it.each(FAULTS)(
    'Google Drive is reported as unreachable when it is %s, and works again afterwards',
    async (fault) => {
      const files = openFiles();
      await files.check();
      const file = { name: 'a.pdf', bytes: Uint8Array.of(1), documentNumber: 'INV-2026-000001' };
      failWith(fault);
      await expect(files.generateId()).rejects.toMatchObject(isUnavailable);
      await expect(files.upload({ ...file, id: 'any' })).rejects.toMatchObject(isUnavailable);
      await expect(files.download({ id: 'any', driveId: null })).rejects.toMatchObject(isUnavailable);
      await expect(files.remove({ id: 'any', driveId: null })).rejects.toMatchObject(isUnavailable);
      await expect(files.check()).rejects.toThrow();

      mend();
      await files.upload({ ...file, id: await files.generateId() });
    },
  );

  it.each(FAULTS)(
    'Google Drive is reported as unreachable when its tokens are %s, and works again afterwards',
    async (fault) => {
      const files = openFiles();
      failWith(fault);
      await expect(files.generateId()).rejects.toMatchObject(isUnavailable);

      mend();
      expect(await files.generateId()).toEqual(expect.any(String));
    },
  );
});
