import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyTemplate, migrateInTurn } from '#test/support/database/postgres-databases.ts';
import { descendantsOf, isRunning, spawnStart } from '#test/support/faults/start-process.ts';

/** A copy of the sources, so that the test changes no file of the checkout. */
const folder = mkdtempSync(join(tmpdir(), 'ow-connect-dev-'));
const SOURCES = ['functions', 'shared', 'local', 'web', 'package.json', 'tsconfig.json', 'commit.ts'];
const HANDLER = join(folder, 'functions/handlers/auth/user.ts');

let database: Awaited<ReturnType<typeof copyTemplate>>;
let dev: ReturnType<typeof spawnStart>;
let url: string;
let cookie: string;

const register = async () => {
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({
      User_Name: 'Thandi',
      User_Surname: 'Nkosi',
      User_Email: 'thandi@example.com',
      User_Mobile: '082 123 4567',
      User_RegNo: '9204150834082',
      User_Pass_Bkp: 'Eight-or-more',
    }),
  });
  expect(answer.status).toBe(201);

  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
};

const readName = async () => {
  const answer = await fetch(`${url}/api/user`, { headers: { cookie } });
  const user = (await answer.json()) as { User_Name?: string };

  return { status: answer.status, name: user.User_Name };
};

let original: string;

/** Lets the handler of the signed-in user answer with another first name. */
const renameInHandler = (name: string) => {
  const changed = original.replace(
    /await (ports\.database\.ownAccounts\.find\([^)]*\))/,
    `await $1.then((one) => one && { ...one, User_Name: '${name}' })`,
  );
  expect(changed).not.toBe(original);
  writeFileSync(HANDLER, changed);
};

beforeAll(async () => {
  for (const source of SOURCES) {
    cpSync(source, join(folder, source), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  original = readFileSync(HANDLER, 'utf8');
  // Marked as filled: the demo data would take most of the test's time.
  mkdirSync(join(folder, '.data'));
  writeFileSync(join(folder, '.data/filled'), '');

  const server = inject('postgres');
  database = await copyTemplate(server);
  url = await migrateInTurn(server, () => {
    dev = spawnStart({ PORT: '0', DATA_DIR: '.data', DATABASE_URL: database.url }, [], {
      script: 'local/dev.ts',
      folder,
    });

    return dev.waitUntilReady();
  });
  cookie = await register();
});
afterAll(async () => {
  await dev.end('SIGKILL');
  await database.drop();
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

describe('npm run dev', () => {
  it('a changed handler answers, while no request fails and the session lasts', async () => {
    expect(await readName()).toEqual({ status: 200, name: 'Thandi' });

    renameInHandler('Changed');

    const statuses = new Set<number>();
    await expect
      .poll(async () => {
        const { status, name } = await readName();
        statuses.add(status);

        return name;
      })
      .toBe('Changed');
    expect([...statuses]).toEqual([200]);
  });

  it('a handler that does not compile is explained, and runs again once it does', async () => {
    writeFileSync(HANDLER, `${original}\nconst = ;\n`);
    await expect.poll(() => dev.output.stderr).toMatch(/handlers.auth.user\.ts:\d+\n[\s\S]*SyntaxError/);

    renameInHandler('Mended');
    await expect.poll(readName).toEqual({ status: 200, name: 'Mended' });
  });

  it('the process of the handlers is started again after somebody has killed it', async () => {
    const [processId = 0] = descendantsOf(dev.processId).filter((id) =>
      readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('functions-process.ts'),
    );
    process.kill(processId, 'SIGKILL');

    expect(await readName()).toEqual({ status: 200, name: 'Mended' });
  });

  it('the site is served from its sources, and says there that first screens are not rendered ahead', async () => {
    const page = await fetch(`${url}/auth`, { headers: { accept: 'text/html' } });
    const html = await page.text();

    expect(html).toContain('<script type="module" src="/main.tsx');
    expect(html).toContain('first screens are not rendered ahead');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'");
    expect((await fetch(`${url}/@fs${folder}/.data/secrets.json?raw`)).status).toBe(403);
  });

  it('every process ends by Ctrl-C, and the exit code is 0', async () => {
    const children = descendantsOf(dev.processId);
    expect(children.length).toBeGreaterThan(0);

    expect(await dev.end('SIGINT')).toBe(0);
    await expect.poll(() => children.filter(isRunning)).toEqual([]);
  });
});
