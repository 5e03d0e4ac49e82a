import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { auditLog, health } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { afterRestoreCommand } from '#operations/after-restore/after-restore-command.ts';
import { copyDatabase } from '#test/support/database/postgres-databases.ts';
import { listSubjects } from '#test/support/helpdesk/messages.ts';
import { addUser, addUserWhoSignsIn, makeRegistration, PASSWORD } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const NEW_PASSWORD = 'quiet harbour at six';
const folder = mkdtempSync(join(tmpdir(), 'ow-connect-restore-'));
const logFile = join(folder, 'requests.log');

let portal: TestPortal & Awaited<ReturnType<typeof startTestPortal>>;
let moment: string;
let admin: { userId: number; email: string; cookie: string };
let writer: { userId: number; email: string; cookie: string };
let later: { userId: number; owNumber: string };
const ids = { deleted: 0, promoted: 0, reset: 0 };
const owNumbers: Record<keyof typeof ids, string> = { deleted: '', promoted: '', reset: '' };
const names = Object.keys(ids) as (keyof typeof ids)[];

const readUser = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));

  return row;
};

const register = async () => {
  const { body: user } = await portal.call('POST', '/api/register', { body: makeRegistration() });

  return { userId: user.User_Id, owNumber: user.OWNumber };
};

const issueInvoice = async (cookie: string) => {
  const lineItems = [{ description: 'Data', amount: 1, quantity: 1 }];
  const { body } = await portal.call('POST', '/api/invoices', {
    cookie,
    body: { userId: ids.reset, lineItems },
  });

  return body.invoiceNumber;
};

const update = (userId: number, body: object) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { cookie: admin.cookie, body });

const run = async (answers: [string, string][], from = moment) => {
  const { terminal, shown, unanswered } = makeRecordedTerminal(answers);
  const error = await afterRestoreCommand(['local', from, logFile], terminal).catch(({ message }) => message);
  expect(unanswered).toEqual([]);

  return { shown: shown.join('\n'), error };
};

const numberOf = (owNumber: string) => Number(owNumber.slice(2));
const ticketsOfWriter = async () =>
  listSubjects(portal.freshdesk.context, (await readUser(writer.userId))?.User_Support_Id ?? 0);

/** Ends the outage of the helpdesk, and runs the worker for the only message. */
const sendMessage = async () => {
  await portal.connection.delete(health);
  const [message] = await portal.connection.select().from(helpdeskMessages);
  await portal.runJob('helpdesk-message', {
    Records: [{ body: JSON.stringify({ key: String(message?.id) }) }],
  });
};

/** Makes the changes after the moment to which the database is then restored. */
const changeMuch = async () => {
  expect((await portal.call('DELETE', `/api/admin/users/${ids.deleted}`, admin)).status).toBe(204);
  expect((await update(ids.promoted, { user_role: 'admin' })).status).toBe(200);
  expect((await update(ids.reset, { User_Pass_Bkp: NEW_PASSWORD })).status).toBe(200);
  expect(await issueInvoice(admin.cookie)).toBe('INV-2026-000002');
  later = await register();

  await sendMessage();
  expect(await ticketsOfWriter()).toEqual(['No signal']);
};

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  process.env.DATA_DIR = portal.dataFolder;
  admin = await addUserWhoSignsIn(portal, { user_role: 'admin' });
  writer = await addUserWhoSignsIn(portal);
  for (const name of names) {
    ids[name] = await addUser(portal, {});
    owNumbers[name] = (await readUser(ids[name]))?.OWNumber ?? '';
  }
  await issueInvoice(admin.cookie);
  // The helpdesk counts as down, so that no message is tried meanwhile.
  const checked_at = new Date().toISOString();
  await portal.connection.insert(health).values({ name: 'helpdesk', state: 'Down', checked_at });
  const ticket = { subject: 'No signal', description: 'It stopped this morning.' };
  const { status } = await portal.call('POST', '/api/support/tickets', {
    cookie: writer.cookie,
    body: ticket,
  });
  expect(status).toBe(202);

  const copy = await copyDatabase(inject('postgres'), portal.databaseUrl);
  moment = new Date().toISOString();
  await changeMuch();
  await copy.putBack();
  writeFileSync(logFile, `${portal.heard.log.join('')}\n`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.stop();
});

describe('npm run after-restore', () => {
  it('npm run after-restore refuses a database that was not restored to the given moment, and changes nothing', async () => {
    const { error } = await run([], '2026-01-01T00:00:00Z');

    expect(error).toContain('was not restored to 2026-01-01');
    expect(await countRows(portal, sessions)).toBe(2);
  });

  it('npm run after-restore changes nothing without a yes', async () => {
    expect((await run([['This ends all sessions', 'no']])).error).toBe('Nothing was changed.');
    expect(await countRows(portal, sessions)).toBe(2);
    expect(await countRows(portal, jobs, eq(jobs.state, 'failed'))).toBe(0);
  });

  it('npm run after-restore ends the sessions, holds the jobs, and applies no later change that is not chosen', async () => {
    const { shown, error } = await run([
      ['This ends all sessions', 'yes'],
      [`${owNumbers.deleted}, made on`, 'OW1'],
      [`${owNumbers.promoted} was made an administrator`, 'no'],
      [`${owNumbers.reset} got a new password`, 'no'],
      ['The last invoice of 2026 has the number 1 here, and numbers up to 2', 'no'],
    ]);

    expect(error).toBeUndefined();
    expect(shown).toContain('2 sessions ended');
    expect(shown).toContain("1 of 'Message to the helpdesk'");
    expect(shown).toContain("1 of 'Invoice PDF'");
    expect((await portal.call('GET', '/api/user', admin)).status).toBe(401);
    const held = await portal.connection.select().from(jobs);
    const kinds = held.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['account-mail', 'account-mail', 'helpdesk-message', 'invoice-pdf']);
    for (const job of held) {
      expect(job).toMatchObject({ state: 'failed', error: 'Held after a restore.' });
    }
    expect(await readUser(ids.deleted)).toBeDefined();
    expect(await readUser(ids.promoted)).toMatchObject({ user_role: 'client' });
    await portal.signIn(owNumbers.reset, PASSWORD);
  });

  it('npm run after-restore moves the sequences past the ids that were issued after the moment', async () => {
    const { userId, owNumber } = await register();

    expect(userId).toBeGreaterThan(later.userId + 100_000);
    expect(numberOf(owNumber)).toBeGreaterThan(numberOf(later.owNumber) + 100_000);
  });

  it('npm run after-restore deletes no account whose creation time differs from that of the deleted one', async () => {
    const log = readFileSync(logFile, 'utf8');
    writeFileSync(logFile, log.replace(/"deletedMadeAt":"20/, '"deletedMadeAt":"19'));
    const { shown } = await run([
      [`${owNumbers.promoted} was made an administrator`, 'no'],
      [`${owNumbers.reset} got a new password`, 'no'],
      ['The last invoice of 2026', 'no'],
    ]);
    writeFileSync(logFile, log);

    expect(shown).toContain(`${owNumbers.deleted} was made at another time`);
    expect(await readUser(ids.deleted)).toBeDefined();
  });

  it('npm run after-restore offers the remaining changes in a second run, and audits those that it applies', async () => {
    await portal.connection
      .update(users)
      .set({ pending_email: 'asked-before@example.com', pending_email_at: new Date().toISOString() })
      .where(eq(users.User_Id, ids.reset));
    const { shown, error } = await run([
      [`${owNumbers.deleted}, made on`, owNumbers.deleted.toLowerCase()],
      [`${owNumbers.promoted} was made an administrator`, 'yes'],
      [`${owNumbers.reset} got a new password`, 'yes'],
      ['The last invoice of 2026', 'yes'],
    ]);

    expect(error).toBeUndefined();
    expect(shown).toContain('An earlier run');
    expect(await readUser(ids.deleted)).toBeUndefined();
    expect(await readUser(ids.promoted)).toMatchObject({ user_role: 'admin' });
    await expect(portal.signIn(owNumbers.reset, PASSWORD)).rejects.toThrow('Invalid credentials');
    expect(await readUser(ids.reset)).toMatchObject({ pending_email: null });
    const [contactJob] = await portal.connection.select().from(jobs).where(eq(jobs.kind, 'helpdesk-contact'));
    expect(contactJob).toMatchObject({ key: String(ids.deleted), state: 'queued' });
    const audited = await portal.connection.select().from(auditLog).where(eq(auditLog.address, 'terminal'));
    expect(audited.map(({ action }) => action).toSorted()).toEqual([
      'operations.after-restore',
      'users.delete',
      'users.update',
      'users.update',
    ]);
  });

  it('npm run after-restore does not offer what is already done', async () => {
    const { shown } = await run([[`${owNumbers.reset} got a new password`, 'no']]);

    expect(shown).not.toContain('was deleted');
  });

  it('npm run after-restore says which argument is wrong, and reads no log that is cut', async () => {
    const { terminal } = makeRecordedTerminal();
    const refusal = (...args: string[]) =>
      afterRestoreCommand(args, terminal).catch(({ message }) => message);
    const cut = join(folder, 'cut.log');
    writeFileSync(cut, 'a line of another program\n{"message":"request","timest');

    expect(await refusal('local')).toContain('Usage: npm run after-restore');
    expect(await refusal('local', 'yesterday', logFile)).toContain('yesterday is no moment');
    expect(await refusal('local', moment, 'no.log')).toBe('no.log cannot be read.');
    expect(await refusal('local', moment, cut)).toContain('Line 2 of the log is no JSON');
  });

  it('after a restore no message is sent twice and no invoice number is issued twice', async () => {
    const cookie = await portal.signIn(admin.email, PASSWORD);
    const { body } = await portal.call('GET', '/api/admin/jobs?state=failed', { cookie });
    const held = body.find(({ kind }: { kind: string }) => kind === 'helpdesk-message');
    expect((await portal.call('POST', `/api/admin/jobs/${held.id}/retry`, { cookie })).status).toBe(200);
    await sendMessage();

    expect(await ticketsOfWriter()).toEqual(['No signal']);
    const [delivered] = await portal.connection.select().from(helpdeskMessages);
    expect(delivered).toMatchObject({ payload: null, helpdesk_id: expect.any(Number) });
    expect(await issueInvoice(cookie)).toBe('INV-2026-000003');
  });
});
