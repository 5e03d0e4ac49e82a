import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '#test/support/database/postgres.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeClientFile } from '#test/support/users/client-files.ts';

const CLIENTS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'ow-connect-import-'));
const file = join(folder, 'customers.csv');
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({ databaseUrl: postgres.connectionString });
  writeFileSync(file, makeClientFile(CLIENTS));
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the command in a separate process, which is killed at the given progress. */
const run = async (killedAt?: RegExp) => {
  const child = spawn(process.execPath, ['operations/import.ts', 'local', file], {
    env: { ...process.env, DATA_DIR: portal.dataFolder },
  });
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      shown += chunk;
      if (killedAt?.test(shown)) {
        child.kill('SIGKILL');
      }
    });
  }
  const [code] = await once(child, 'close');

  return { code, shown };
};

const digest = async () => {
  const { rows } = await portal.connection.execute(
    sql`select count(*)::int as accounts, md5(string_agg(users::text, ',' order by "User_Id")) as content from users`,
  );
  const audited = await portal.connection.execute(sql`select count(*)::int as rows from audit_log`);

  return {
    accounts: Number(rows[0]?.accounts),
    content: rows[0]?.content,
    audited: Number(audited.rows[0]?.rows),
  };
};

it('npm run import adds 10,000 clients although it was killed once, and changes nothing in a third run', async () => {
  const killed = await run(/3000 of 10000 lines/);
  expect(killed.code).toBeNull();
  const { accounts } = await digest();
  expect(accounts).toBeGreaterThanOrEqual(3_000);
  expect(accounts).toBeLessThan(CLIENTS);

  const finished = await run();
  expect(finished.shown).toContain(`Added ${CLIENTS - accounts}, skipped ${accounts}`);
  expect(finished.code).toBe(0);
  const complete = await digest();
  expect(complete).toMatchObject({ accounts: CLIENTS, audited: CLIENTS });
  await portal.signIn('OW69996', 'old password 9995');

  const repeated = await run();
  expect(repeated.shown).toContain(`Added 0, skipped ${CLIENTS}`);
  // The sign-in adds one audit row.
  expect(await digest()).toEqual({ ...complete, audited: CLIENTS + 1 });
});
