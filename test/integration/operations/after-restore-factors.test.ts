import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { FactorNote, RequestNote } from '#functions/ports/request-note.ts';
import { afterRestoreCommand } from '#operations/after-restore/after-restore-command.ts';
import { addStoredPasskey } from '#test/support/factors/add-stored-passkey.ts';
import { addTotp as addTotpOf } from '#test/support/factors/add-totp.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-factors-'));
const logFile = join(folder, 'requests.log');
const NAMES = ['partly', 'all', 'used', 'added', 'alone', 'back', 'other', 'neighbour'] as const;
type Name = (typeof NAMES)[number];
const ids = {} as Record<Name, number>;
const owNumbers = {} as Record<Name, string>;
const first = {} as Record<Name, string>;
const NOTES: [Name, FactorNote][] = [];
let portal: TestPortal;
let moment: Date;

const addPasskey = async (name: Name) => (await addStoredPasskey(portal, ids[name])).id;

const addCodes = (name: Name) =>
  portal.connection
    .insert(recoveryCodes)
    .values([...'ABCDEFGHIJ'].map((place) => ({ user_id: ids[name], place, hash: 'hash' })));

const addTotp = (name: Name) => addTotpOf(portal, ids[name]);

/** How many passkeys, authenticator apps and recovery codes an account has. */
const figuresOf = async (name: Name) => [
  await countRows(portal, passkeys, eq(passkeys.user_id, ids[name])),
  await countRows(portal, totpFactors, eq(totpFactors.user_id, ids[name])),
  await countRows(portal, recoveryCodes, eq(recoveryCodes.user_id, ids[name])),
];

/** Writes the log of the requests after the moment, a minute after each other. */
const writeLog = (notes: [Name, FactorNote][]) => {
  const lines = notes.map(([name, factors], minute) => {
    const note: RequestNote = { account: { id: ids[name], owNumber: owNumbers[name], factors } };
    const timestamp = new Date(moment.getTime() + (minute + 1) * 60_000).toISOString();

    return JSON.stringify({ message: 'request', timestamp, method: 'POST', ...note });
  });
  writeFileSync(logFile, lines.join('\n').replaceAll(owNumbers.other, 'OW1'));
};

const run = async (answers: [string, string][] = []) => {
  const { terminal, shown, unanswered } = makeRecordedTerminal(answers);
  await afterRestoreCommand(['local', moment.toISOString(), logFile], terminal);
  expect(unanswered).toEqual([]);

  return shown;
};

beforeAll(async () => {
  portal = await startTestPortal();
  process.env.DATA_DIR = portal.dataFolder;
  for (const name of NAMES) {
    ids[name] = await addUser(portal, { user_role: name === 'alone' ? 'admin' : 'client' });
    const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, ids[name]));
    owNumbers[name] = row?.OWNumber ?? '';
    if (name !== 'alone' && name !== 'back') {
      first[name] = await addPasskey(name);
      await addPasskey(name);
      await addTotp(name);
      await addCodes(name);
    }
  }
  moment = new Date();
  NOTES.push(
    ['partly', { change: 'removed', passkeyId: first.partly }],
    ['partly', { change: 'removed' }],
    ['all', { change: 'all-removed' }],
    ['used', { change: 'code-used' }],
    ['added', { change: 'added', passkeyId: crypto.randomUUID() }],
    ['alone', { change: 'added' }],
    ['back', { change: 'added' }],
    ['back', { change: 'removed' }],
    ['other', { change: 'all-removed' }],
  );
  writeLog(NOTES);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.stop();
});

describe('second factors after a restore', () => {
  it('a restore gives no removed factor and no recovery code back, and names whose factor was added since', async () => {
    const shown = await run([['This ends all sessions', 'yes']]);

    const of = (name: Name) => shown.filter((line) => line.includes(owNumbers[name]));
    expect(of('partly')).toEqual([
      `Second factors of ${owNumbers.partly}: removed again, because they were removed since: 2; recovery codes ended: 10.`,
    ]);
    expect(await figuresOf('partly')).toEqual([1, 0, 0]);
    expect(await countRows(portal, passkeys, eq(passkeys.id, first.partly))).toBe(0);
    expect(await figuresOf('all')).toEqual([0, 0, 0]);
    expect(of('used')).toEqual([`Second factors of ${owNumbers.used}: recovery codes ended: 10.`]);
    expect(await figuresOf('used')).toEqual([2, 1, 0]);
    expect(of('added')).toEqual([
      `Second factors of ${owNumbers.added}: recovery codes ended: 10.`,
      expect.stringMatching(/, a client, added a second factor on .*: 3 older ones are left\. Decide/),
    ]);
    expect(of('alone')).toEqual([
      expect.stringMatching(
        /, an administrator, added a second factor on .*: its password alone opens it now\./,
      ),
    ]);
    expect(of('back')).toEqual([]);
    for (const name of ['other', 'neighbour'] as const) {
      expect(of(name)).toEqual([]);
      expect(await figuresOf(name)).toEqual([2, 1, 10]);
    }
    const rows = await portal.connection
      .select({ record: auditLog.record, changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.action, 'operations.after-restore'));
    const audited = rows.filter(({ changes }) => JSON.stringify(changes) === '["factors"]');
    expect(audited.map(({ record }) => record).toSorted()).toEqual(
      (['partly', 'all', 'used', 'added'] as const).map((name) => `user ${ids[name]}`).toSorted(),
    );
  });

  it('a second run of npm run after-restore removes what was removed meanwhile, for the log is then longer', async () => {
    writeLog([
      ...NOTES,
      ['used', { change: 'removed', passkeyId: first.used }],
      ['back', { change: 'added' }],
    ]);

    const shown = await run();

    const said = shown.filter((line) => line.includes('econd factor')).map((line) => line.split(/:|, a/)[0]);
    expect(said).toEqual([
      `Second factors of ${owNumbers.used}`,
      owNumbers.added,
      owNumbers.alone,
      owNumbers.back,
    ]);
    expect(await figuresOf('used')).toEqual([1, 1, 0]);
  });

  it('a run of npm run after-restore leaves the factors, codes and sessions that owners have made since', async () => {
    for (const name of ['all', 'alone'] as const) {
      await addPasskey(name);
      await addTotp(name);
      await addCodes(name);
      await startSession(portal, ids[name]);
      const row = {
        action: 'factors.add-passkey',
        record: `user ${ids[name]}`,
        changes: [],
        address: '192.0.2.0/24',
      };
      await portal.connection.insert(auditLog).values({ ...row, actor_id: ids[name] });
    }

    const shown = (await run()).join();

    for (const name of ['all', 'alone'] as const) {
      expect(shown).not.toContain(owNumbers[name]);
      expect(await figuresOf(name)).toEqual([1, 1, 10]);
      expect(await countRows(portal, sessions, eq(sessions.user_id, ids[name]))).toBe(1);
    }
  });
});
