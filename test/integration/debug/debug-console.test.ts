import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { invoices, replacedFiles } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { auditLog, debugResults, health } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { DriveItem } from '#local/drive/items.ts';
import type { DebugResult, DebugStep } from '#shared/contract/debug.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

const RUNS = {
  drive: ['GET', '/api/debug/google-drive'],
  upload: ['POST', '/api/debug/test-invoice-upload'],
  permissions: ['POST', '/api/debug/fix-invoice-permissions'],
  system: ['POST', '/api/debug/system'],
} as const;
type RunName = keyof typeof RUNS;
const ALL = Object.keys(RUNS) as RunName[];

const addAdmin = async () => {
  const userId = await addUser(portal, {
    user_role: 'admin',
    User_Name: 'Naledi',
    User_Surname: 'Khumalo',
  });

  return { userId, cookie: await startSession(portal, userId) };
};

const ask = (name: RunName, cookie = admin.cookie) => {
  const [method, path] = RUNS[name];

  return portal.call(method, path, { cookie });
};

const run = async (name: RunName): Promise<DebugResult> => {
  const { status, body } = await ask(name);
  expect(status).toBe(200);

  return body;
};

const stepOf = ({ results }: DebugResult, name: string): DebugStep => {
  const step = results.tests.find((test) => test.name === name);
  if (!step) {
    throw new Error(`No test ${name}`);
  }

  return step;
};

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
// Each administrator has ten runs a minute.
beforeEach(async () => {
  admin = await addAdmin();
});

const healthOf = async (name: string) => {
  const [row] = await portal.connection.select().from(health).where(eq(health.name, name));

  return row?.state;
};

describe('a run on a portal without a fault', () => {
  it.each(ALL)(
    'the %s run of the debug console succeeds in every test, each timed, on a portal without a fault',
    async (name) => {
      const result = await run(name);

      expect(result).toMatchObject({ success: true, error: null });
      for (const { durationMs } of result.results.tests) {
        expect(durationMs).toBeGreaterThanOrEqual(0);
      }
    },
  );

  it('the debug console reports its findings to the dashboard under the names of the health check', async () => {
    for (const name of ALL) {
      await run(name);
    }
    const rows = await portal.connection.select().from(health).orderBy(health.name);

    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['cloud drive', 'Good'],
      ['database', 'Good'],
      ['helpdesk', 'Good'],
      ['mail', 'Good'],
      ['queue', 'Good'],
    ]);
  });

  it('the system run of the debug console reports version, migrations and clock of the database', async () => {
    const { result } = stepOf(await run('system'), 'Database');

    expect(result).toMatch(/^PostgreSQL \d.*, \d+ migrations, its clock within \d s of ours\.$/);
  });
});

describe('a run of the debug console that finds a fault', () => {
  it('the debug console marks the drive as Down on the dashboard after a fault, and as Good after the next run', async () => {
    portal.drive.failNext('drives.get', 503);
    await run('drive');
    expect(await healthOf('cloud drive')).toBe('Down');
    await run('drive');
    expect(await healthOf('cloud drive')).toBe('Good');
  });

  it('the debug console names the remedy and the answer of a helpdesk fault, and no key', async () => {
    portal.freshdesk.setOutage({ status: 401 });
    const refused = stepOf(await run('system'), 'Helpdesk');
    portal.freshdesk.setOutage('html');
    const down = stepOf(await run('system'), 'Helpdesk');
    portal.freshdesk.setOutage(undefined);

    expect(refused.error).toEqual({
      message:
        "The helpdesk refuses us. Replace its key as docs/operations/run.md says ('The Freshdesk key').",
      code: null,
      status: null,
      details: [expect.stringMatching(/^Freshdesk answered 401 to GET \/agents\/me/)],
    });
    expect(down.error?.message).toMatch(/^The helpdesk does not answer/);
    expect(await healthOf('helpdesk')).toBe('Down');
  });

  it('the debug console counts parked jobs and dead letters by their labels', async () => {
    await portal.connection
      .insert(jobs)
      .values(['a', 'b'].map((key) => ({ kind: 'invoice-pdf', key, state: 'failed', payload: {} }) as const));
    const QueueUrl = portal.queue.deadLettersUrl('invoice-pdf');
    await new SQSClient({}).send(new SendMessageCommand({ QueueUrl, MessageBody: '{"key":"7"}' }));
    const result = await run('system');
    await portal.connection.delete(jobs);

    expect(stepOf(result, 'Parked jobs').error?.message).toMatch(/^2 of '.+'\. See Background Jobs/);
    expect(stepOf(result, 'Dead letters').error?.message).toMatch(/^1 of '.+'\./);
    expect(await healthOf('queue')).toBe('Good');
  });

  it('the debug console shows a result even if the database refuses to store it', async () => {
    const owner = connectAsOwner();
    await owner.execute(sql`revoke insert on debug_results from portal_app`);
    const result = await run('drive');
    await owner.execute(sql`grant insert on debug_results to portal_app`);

    expect(stepOf(result, 'Shared drive').status).toBe('SUCCESS');
    expect(stepOf(result, 'Result kept').error?.message).toBe(
      'The result could not be kept; copy it if you need it.',
    );
  });
});

describe('a run of the debug console', () => {
  it.each(ALL)('the %s run of the debug console leaves one row in the audit log', async (name) => {
    await run(name);
    const rows = await portal.connection.select().from(auditLog).where(eq(auditLog.actor_id, admin.userId));

    expect(rows).toMatchObject([{ action: `debug.${name}`, address: '127.0.0.0/24' }]);
  });
});

describe('the stored results of the debug console', () => {
  const readKept = async (cookie = admin.cookie) =>
    (await portal.call('GET', '/api/debug/results', { cookie })).body;

  it('the debug console lists the last result of each test, newest first, with its administrator and time', async () => {
    await portal.connection.delete(debugResults);
    await run('drive');
    const upload = await run('upload');
    portal.drive.failNext('drives.get', 503);
    const drive = await run('drive');
    const who = 'Naledi Khumalo';

    expect(await readKept()).toEqual([
      { ...drive, test: 'google-drive', who, when: expect.stringMatching(/Z$/) },
      { ...upload, test: 'test-invoice-upload', who, when: expect.stringMatching(/Z$/) },
    ]);
  });

  it('the debug console keeps a result without a name when its administrator is deleted', async () => {
    await run('drive');
    await portal.connection.delete(users).where(eq(users.User_Id, admin.userId));
    const kept = await readKept((await addAdmin()).cookie);

    expect(kept).toContainEqual(expect.objectContaining({ test: 'google-drive', who: null }));
  });

  it('the debug console leaves out a result that another version stored', async () => {
    await run('drive');
    await run('upload');
    await portal.connection
      .update(debugResults)
      .set({ result: { other: true } })
      .where(eq(debugResults.test, 'google-drive'));

    expect((await readKept()).map(({ test }: { test: string }) => test)).not.toContain('google-drive');
    expect((await readKept()).map(({ test }: { test: string }) => test)).toContain('test-invoice-upload');
  });
});

const testFiles = () =>
  portal.drive.context.store.list().filter(({ appProperties }) => appProperties.madeBy === 'debug console');

describe('a test upload of the debug console', () => {
  it.each([
    [
      'fileOrganizer',
      'Moved to the trash: a Content manager may do no more, and Google empties it after 30 days.',
    ],
    ['organizer', 'Deleted for good.'],
  ] as const)('a test upload is removed as far as the role %s allows', async (role, said) => {
    portal.drive.setRole(role);
    const result = await run('upload');
    portal.drive.setRole('fileOrganizer');

    expect(stepOf(result, 'Remove').result).toBe(said);
    expect(testFiles().filter(({ trashed }) => !trashed)).toEqual([]);
  });

  it.each([
    ['the upload got no answer', 'files.create', 'drop-after'],
    ['it could not be read back', 'files.download', 503],
    ['reading it back hangs', 'files.download', 'hang'],
  ] as const)('a test upload is removed although %s', async (_, operation, fault) => {
    portal.drive.failNext(operation, fault);
    const result = await run('upload');

    expect(result.success).toBe(false);
    expect(stepOf(result, 'Remove').status).toBe('SUCCESS');
    expect(testFiles().filter(({ trashed }) => !trashed)).toEqual([]);
  });

  it('a test upload is not reported as trashed when Google only answered that it was called too often', async () => {
    // Google's client calls again with a new token.
    portal.drive.failNext('files.delete', 'rateLimitExceeded', 2);
    const { error } = stepOf(await run('upload'), 'Remove');

    expect(error?.code).toBe('rateLimitExceeded');
  });

  it('test uploads that a killed run left more than ten minutes ago are removed, and no younger ones', async () => {
    const [left] = testFiles();
    if (!left) {
      throw new Error('There is no test file');
    }
    const leave = (name: string, minutesAgo: number): DriveItem => {
      const createdTime = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      const item = { ...left, id: crypto.randomUUID(), name, createdTime, trashed: false };
      portal.drive.context.store.save(item);

      return item;
    };
    for (const item of testFiles()) {
      portal.drive.context.store.save({ ...item, trashed: true });
    }
    leave('old.pdf', 11);
    leave('young.pdf', 9);
    const { result } = stepOf(await run('upload'), 'Leftovers of earlier runs');

    expect(result).toBe('1 removed.');
    expect(testFiles().flatMap(({ trashed, name }) => (trashed ? [] : name))).toEqual(['young.pdf']);
  });
});

describe('the repair of invoice permissions', () => {
  const ANYONE = { id: 'anyoneWithLink', type: 'anyone', role: 'reader' } as const;
  let userId: number;
  let store: TestPortal['drive']['context']['store'];

  beforeEach(async () => {
    store = portal.drive.context.store;
    userId = await addUser(portal, {});
    await portal.connection.delete(invoices);
    await portal.connection.delete(replacedFiles);
  });

  /** Adds invoices with a file each, which anyone may read. */
  const addFiles = async (number: number, permissions: DriveItem['permissions'] = [ANYONE]) => {
    const now = new Date().toISOString();
    const ids = Array.from({ length: number }, () => `file-${crypto.randomUUID()}`);
    for (const id of ids) {
      store.save({
        id,
        name: `${id}.pdf`,
        mimeType: 'application/pdf',
        parents: [process.env.DRIVE_FOLDER_ID ?? ''],
        appProperties: {},
        createdTime: now,
        trashed: false,
        deleted: false,
        permissions,
      });
    }
    await addInvoices(
      portal,
      userId,
      ids.map((id) => ({ invoice_number: id, google_drive_file_id: id })),
    );

    return ids;
  };

  const sharedOf = (ids: readonly string[]) => ids.filter((id) => store.find(id)?.permissions.length).length;

  it('the permissions of 250 files are repaired in three runs, each of which says how many remain', async () => {
    const ids = await addFiles(250);
    const said: unknown[] = [];
    for (let runs = 0; runs < 3; runs += 1) {
      said.push([stepOf(await run('permissions'), 'Files checked').result, sharedOf(ids)]);
    }

    expect(said).toEqual([
      [
        '100 files checked, 100 permissions removed, 150 files still to check. Run it again for the next ones.',
        150,
      ],
      [
        '100 files checked, 100 permissions removed, 50 files still to check. Run it again for the next ones.',
        50,
      ],
      ['100 files checked, 50 permissions removed, 0 files still to check.', 0],
    ]);
  });

  it('the repair of permissions covers the PDF that an invoice had before it was voided', async () => {
    const [id = ''] = await addFiles(1);
    const [invoice] = await portal.connection.select().from(invoices);
    await makeInvoiceStore(portal.connection).makeVoid(invoice?.id ?? 0, ['pending'], new Date());

    expect(stepOf(await run('permissions'), 'Files checked').result).toBe(
      '1 files checked, 1 permissions removed, 0 files still to check.',
    );
    expect(store.find(id)?.permissions).toEqual([]);
    expect(await portal.connection.select().from(replacedFiles)).toMatchObject([
      { google_drive_file_id: id, permissions_checked_at: expect.any(String) },
    ]);
  });

  it('the repair of permissions goes on after a missing file and after one that Google refuses', async () => {
    const ids = await addFiles(4);
    const gone = store.find(ids[0] ?? '');
    if (gone) {
      store.remove(gone);
    }
    portal.drive.failNext('permissions.delete', 'insufficientFilePermissions', 2);
    const result = await run('permissions');

    expect(stepOf(result, 'Permissions of single files').error?.code).toBe('insufficientFilePermissions');
    expect(stepOf(result, 'Files checked').result).toBe(
      '3 files checked, 2 permissions removed, 1 files still to check. 1 of them are not on the drive any more. Run it again for the next ones.',
    );
    expect(sharedOf(ids)).toBe(1);
  });

  it('permissions of the file itself are removed, and those that only a person can remove are reported', async () => {
    const [id = ''] = await addFiles(1);
    const folder = store.find(process.env.DRIVE_FOLDER_ID ?? '');
    if (!folder) {
      throw new Error('There is no folder');
    }
    store.save({ ...folder, permissions: [ANYONE] });
    const result = await run('permissions');
    store.save(folder);

    expect(store.find(id)?.permissions).toEqual([]);
    expect(stepOf(result, 'Files checked').result).toContain('1 permissions removed');
    expect(stepOf(result, 'Files open to anyone').error?.message).toMatch(/^1 files are open to anyone/);
    // That is not a fault of the drive.
    expect(await healthOf('cloud drive')).toBe('Good');
  });

  it('no permissions are checked, and no file is marked as checked, while the drive cannot be seen', async () => {
    await addFiles(3);
    portal.drive.setRole(undefined);
    const result = await run('permissions');
    portal.drive.setRole('fileOrganizer');
    const rows = await portal.connection.select().from(invoices);

    expect(stepOf(result, 'Files checked').result).toMatch(/^0 files checked/);
    expect(rows.every(({ permissions_checked_at }) => permissions_checked_at === null)).toBe(true);
  });

  it('the files that remain to be checked are counted although the drive hangs', async () => {
    await addFiles(3);
    portal.drive.failNext('permissions.delete', 'hang');
    const result = await run('permissions');

    expect(stepOf(result, 'Permissions of single files').error?.message).toMatch(/^Google did not answer/);
    expect(stepOf(result, 'Files checked').result).toMatch(
      /^0 files checked, 0 permissions removed, 3 files/,
    );
  });
});
