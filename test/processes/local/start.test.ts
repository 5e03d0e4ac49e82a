import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPglite } from '#local/data-api/sql-server.ts';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { descendantsOf, isRunning, spawnStart } from '#test/support/faults/start-process.ts';
import { readSecrets } from '#test/support/portal/find-secrets.ts';
import type { Answer } from '#test/support/portal/portal.ts';

/** Each test continues with the folder as the test before left it, as a person would. */
const folder = mkdtempSync(join(tmpdir(), 'ow-connect-start-'));
const webFolder = join(folder, 'web');
const dataFolder = join(folder, 'data');
let portal: ReturnType<typeof spawnStart>;
const portals: (typeof portal)[] = [];
const secrets = { 'a secret of the portal': [] as string[] };
let url: string;
let cookie: string;

const start = (settings: Record<string, string> = {}, args: string[] = []) =>
  spawnStart({ PORT: '0', DATA_DIR: dataFolder, WEB_DIR: webFolder, ...settings }, args);

const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { origin: url, cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

const signIn = async (identifier: string) => {
  const answer = await call('POST', '/api/login', { identifier, password: DEMO_PASSWORD });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';

  return answer;
};

const startAgain = async () => {
  portal = start();
  portals.push(portal);
  url = await portal.waitUntilReady();
  // `--reset` makes new secrets, so each start may have others.
  secrets['a secret of the portal'].push(...Object.values(readSecrets(dataFolder)).flat());
};

const readServices = async (): Promise<{ id: number }[]> =>
  (await call('GET', '/api/admin/users/2/services')).body;
const addService = (accountUsername: string) =>
  call('POST', '/api/admin/users/2/services', { serviceCategory: 'Internet', accountUsername });

beforeAll(async () => {
  mkdirSync(webFolder);
  writeFileSync(join(webFolder, 'index.html'), '<title>OW Connect</title>');
  await startAgain();
});
afterAll(async () => {
  await portal.end('SIGKILL');
  rmSync(folder, { recursive: true });

  expect(portals.flatMap(({ findFaults }) => findFaults(secrets))).toEqual([]);
});

describe('the first npm start', () => {
  it('npm start prints the address, two accounts and the folder of bank files, and serves the site and both of them', async () => {
    for (const printed of [url, ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD, 'docs/examples']) {
      expect(portal.output.stdout).toContain(printed);
    }
    expect(await (await fetch(`${url}/`)).text()).toBe('<title>OW Connect</title>');
    expect(await signIn(CLIENT_EMAIL)).toMatchObject({ status: 200, body: { user_role: 'client' } });
    expect(await signIn(ADMIN_EMAIL)).toMatchObject({ status: 200, body: { user_role: 'admin' } });
    const { body } = await call('GET', '/api/admin/users');
    expect(body.counts).toMatchObject({ total: 251, admins: 1 });
  });

  it('npm start shows the demo client an activity for each new invoice on the day of its issue', async () => {
    await signIn(CLIENT_EMAIL);
    const { body: invoices } = await call('GET', '/api/users/2/invoices');
    const { body: activities } = await call('GET', '/api/client/activities');
    await signIn(ADMIN_EMAIL);

    expect(invoices.length).toBeGreaterThan(24);
    // The list of activities holds the newest 20.
    for (const { invoiceNumber, createdAt } of invoices.slice(0, 3)) {
      expect(activities).toContainEqual(
        expect.objectContaining({
          activityType: 'payment',
          description: expect.stringContaining(`${invoiceNumber} issued`),
          date: createdAt,
        }),
      );
    }
  });

  it('npm start shows an admin a file of the bank with a line in every state, whose figures tie', async () => {
    await signIn(ADMIN_EMAIL);
    const { body } = await call('GET', '/api/admin/bank-files');

    expect(body).toMatchObject({
      total: 1,
      files: [
        {
          ties: true,
          counts: {
            certain: 3,
            likely: 1,
            unmatched: 2,
            returned: 1,
            booked: 2,
            unidentified: 1,
            ignored: 1,
          },
        },
      ],
    });
  });

  it('npm start prints the address of the agents’ desk, which shows the demo client’s tickets', async () => {
    const [, agentUrl = ''] = /agents work at (\S+)/.exec(portal.output.stdout) ?? [];

    expect(await (await fetch(agentUrl)).text()).toContain('Router restarts by itself');
  });

  it('npm start prints the address of the mailbox, in which the mail about a new sign-in arrives', async () => {
    const [, mailboxUrl = ''] = /mails arrive at (\S+)/.exec(portal.output.stdout) ?? [];
    const listMails = async () => (await fetch(`${mailboxUrl}/messages.json?to=${CLIENT_EMAIL}`)).text();

    await expect.poll(listMails, { timeout: 60_000, interval: 500 }).toContain('New sign-in');
  });

  it('npm start makes the PDFs of the demo invoices by itself', async () => {
    const arePdfsThere = async () => {
      const { body } = await call('GET', '/api/users/2/invoices');

      return body.slice(-3).every(({ fileName }: { fileName: string | null }) => fileName !== null);
    };

    // The PDFs wait until the first screens are shown.
    await expect.poll(arePdfsThere, { timeout: 100_000, interval: 1000 }).toBe(true);
  });
});

describe('an npm start that is refused', () => {
  const refuse = async (settings: Record<string, string>, args: string[] = []) => {
    const refused = start(settings, args);

    return { code: await refused.exited, ...refused.output };
  };
  const elsewhere = join(folder, 'elsewhere');
  const aFile = join(webFolder, 'index.html');
  const foreign = join(folder, 'foreign');

  beforeAll(async () => {
    cpSync(inject('emptyDatabaseTemplate'), join(foreign, 'database'), { recursive: true });
    const server = await openPglite({ dataDir: join(foreign, 'database') });
    const owner = await server.connect('portal_owner', 10);
    await owner.query({ text: 'create table users ()', values: [], typeIds: [] });
    await owner.release();
    await server.close();
    writeFileSync(join(foreign, 'filled'), '');
  });

  it.each<[string, () => Record<string, string>, string[], string]>([
    [
      'on a folder that another portal uses',
      () => ({}),
      [],
      `Another portal is running on ${dataFolder}. Stop it first, or choose another DATA_DIR.`,
    ],
    [
      'on a port that is taken',
      () => ({ DATA_DIR: elsewhere, PORT: new URL(url).port }),
      ['--reset'],
      'Port \\d+ is taken. Please choose another PORT.',
    ],
    [
      'on a port that is not a number',
      () => ({ PORT: 'abc' }),
      [],
      "PORT must be a whole number up to 65535, not 'abc'.",
    ],
    [
      'on a port above 65535',
      () => ({ PORT: '65536' }),
      [],
      "PORT must be a whole number up to 65535, not '65536'.",
    ],
    ['on a folder that is a file', () => ({ DATA_DIR: aFile }), [], `${aFile} cannot be used as DATA_DIR.`],
    [
      'on data that no migration of this version fits',
      () => ({ DATA_DIR: foreign }),
      [],
      // The task's own log line says what the database refused.
      `\\{.+"task":"migrate".+\\}\nThe data in ${foreign} cannot be brought to this version of the portal. npm start -- --reset deletes it and begins anew.`,
    ],
    [
      'with a database that cannot be reached',
      () => ({ DATA_DIR: elsewhere, DATABASE_URL: 'postgresql://127.0.0.1:1/x' }),
      [],
      'The database of DATABASE_URL cannot be used: .+',
    ],
    [
      'that would empty a database outside its folder',
      () => ({ DATABASE_URL: 'postgresql://127.0.0.1:1/x' }),
      ['--reset'],
      '--reset does not empty the database of DATABASE_URL. Please do that there.',
    ],
    [
      'with an unknown argument',
      () => ({}),
      ['--rest'],
      'npm start does not know --rest; after -- it takes --reset and nothing else.',
    ],
  ])('npm start %s exits with 1 and one sentence', async (_name, settings, args, sentence) => {
    const { code, stdout, stderr } = await refuse(settings(), args);

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^${sentence}\\n$`));
  });

  it('a refused npm start leaves the running portal alone, and a folder that it could not use empty', async () => {
    expect((await call('GET', '/api/user')).status).toBe(200);
    expect(existsSync(join(elsewhere, 'database'))).toBe(false);
  });
});

describe('an npm start that is ended', () => {
  it('Ctrl-C ends every child process of npm start, deletes their files, and exits with 0', async () => {
    expect((await addService('before Ctrl-C')).status).toBe(201);
    const children = descendantsOf(portal.processId);
    const profiles = children.flatMap(
      (child) => /user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${child}/cmdline`, 'utf8'))?.[1] ?? [],
    );
    expect(profiles.filter(existsSync)).toHaveLength(1);

    expect(await portal.end('SIGINT')).toBe(0);
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
    expect(profiles.filter(existsSync)).toEqual([]);
  });

  it('npm start has all data and sessions again after a restart', async () => {
    await startAgain();

    expect(portal.output.stdout).not.toContain('Filling');
    expect(await readServices()).toContainEqual(
      expect.objectContaining({ accountUsername: 'before Ctrl-C' }),
    );
  });

  it('npm start has every confirmed write again after a kill -9 in the middle of writes', async () => {
    const answered: number[] = [];
    const keepWriting = async (): Promise<never> => {
      for (;;) {
        answered.push((await addService('in the middle')).body.id);
      }
    };
    const writers = Promise.allSettled(Array.from({ length: 4 }, keepWriting));
    await expect.poll(() => answered.length, { interval: 5 }).toBeGreaterThan(40);
    await portal.end('SIGKILL');
    await writers;

    await startAgain();
    const stored = new Set((await readServices()).map(({ id }) => id));
    expect(answered.filter((id) => !stored.has(id))).toEqual([]);
    expect((await addService('after')).status).toBe(201);
  });
});
