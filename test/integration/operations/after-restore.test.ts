import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { documentCounters } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { auditLog, health } from '#functions/database/schema/system-tables.ts';
import { helpdeskMessages } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { EventType } from '#local/ses/event-types.ts';
import type { StoredMail } from '#local/ses/mail-store.ts';
import { afterRestoreCommand } from '#operations/after-restore/after-restore-command.ts';
import { copyDatabase } from '#test/support/database/postgres-databases.ts';
import { addRecoveryCodes } from '#test/support/factors/add-recovery-codes.ts';
import { addTotp } from '#test/support/factors/add-totp.ts';
import { listSubjects } from '#test/support/helpdesk/messages.ts';
import { addLink, askForAddress, linkCalls } from '#test/support/links/links.ts';
import {
  addPrintedInvoices,
  addVerified,
  listTaken,
  orderMail,
  readMail,
  runMailJob,
  tellEvent,
} from '#test/support/mails/mail-jobs.ts';
import {
  addUserWhoSignsIn,
  makeRegistration,
  PASSWORD,
  startSession,
} from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { filterLog, readPatternOfManual } from '#test/support/stand-ins/filter-log.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const NEW_PASSWORD = 'quiet harbour at six';
const folder = mkdtempSync(join(tmpdir(), 'ow-connect-restore-'));
const logFile = join(folder, 'requests.log');

let portal: TestPortal & Awaited<ReturnType<typeof startTestPortal>>;
let moment: string;
let admin: { userId: number; email: string; cookie: string };
let writer: { userId: number; email: string; cookie: string };
let later: { userId: number; owNumber: string };
const NAMES = [
  'deleted',
  'promoted',
  'reset',
  'own',
  'linked',
  'moved',
  'bounced',
  'refused',
  'lifted',
  'coded',
  'freed',
] as const;
type Name = (typeof NAMES)[number];
const ids = {} as Record<Name, number>;
const owNumbers = {} as Record<Name, string>;
let recoveryCodes: string[] = [];
const mailIds = { sent: '', lost: '', unsent: '', bounced: '' };

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
  await portal.runTask('helpdesk-message', {
    Records: [{ body: JSON.stringify({ key: String(message?.id) }) }],
  });
};

const addressOf = async (name: Name) => (await readUser(ids[name]))?.User_Email ?? '';

/** Sends a mail, and hands the portal what SES says of it. */
const sendMail = async (mailId: string, ...events: EventType[]) => {
  await runMailJob(portal, mailId);
  const [taken] = listTaken(portal, mailId);
  for (const event of taken ? events : []) {
    await tellEvent(portal, taken as StoredMail, event);
  }
};

const orderInvoiceMail = async (name: Name) => {
  const [invoiceId = 0] = await addPrintedInvoices(portal, ids[name]);

  return orderMail(portal, { kind: 'invoice', userId: ids[name], about: { invoiceId } });
};

/** Reads everything that a chosen change would write. */
const readChangeable = async () => ({
  accounts: await portal.connection
    .select({
      userId: users.User_Id,
      address: users.User_Email,
      role: users.user_role,
      password: users.User_Pass_Bkp,
    })
    .from(users)
    .orderBy(users.User_Id),
  blocks: await portal.connection.select().from(mailBlocks),
  counters: await portal.connection.select().from(documentCounters),
});

/** Changes accounts as their owners do, sends mails, and stops some. */
const changeByOwners = async () => {
  const { refuse, reset, verify } = linkCalls(portal);
  const body = { currentPassword: PASSWORD, User_Pass_Bkp: NEW_PASSWORD };
  const cookie = await startSession(portal, ids.own);
  expect((await portal.call('PUT', '/api/user/password', { cookie, body })).status).toBe(204);
  const linkOf = async (name: Name) => ({ userId: ids[name], address: await addressOf(name) });
  expect((await reset(await addLink(portal, 'reset', await linkOf('linked')))).status).toBe(204);
  const moved = await askForAddress(portal, ids.moved, 'moved@example.com');
  expect((await verify(moved, await startSession(portal, ids.moved))).status).toBe(204);

  await sendMail(mailIds.sent);
  portal.ses.plantFault('drop-after', { times: 1 });
  await sendMail(mailIds.lost, 'delivery');
  await sendMail(mailIds.bounced, 'bounce');
  expect((await refuse(await addLink(portal, 'not-me', await linkOf('refused')))).status).toBe(204);
  await sendMail(await orderInvoiceMail('lifted'), 'complaint');
  const lift = await portal.call('DELETE', `/api/admin/users/${ids.lifted}/mail-block`, admin);
  expect(lift.status).toBe(204);
};

/** Uses a recovery code, and removes the factors of somebody else. */
const changeFactors = async () => {
  const cookie = await portal.signIn(owNumbers.coded, PASSWORD);
  const body = { recoveryCode: recoveryCodes[0] };
  expect((await portal.call('POST', '/api/login/second-step', { cookie, body })).status).toBe(200);
  const removal = { cookie: admin.cookie, body: { reason: 'The phone was stolen' } };
  expect((await portal.call('DELETE', `/api/admin/users/${ids.freed}/factors`, removal)).status).toBe(204);
};

/** Makes the changes after the moment to which the database is then restored. */
const changeMuch = async () => {
  expect((await portal.call('DELETE', `/api/admin/users/${ids.deleted}`, admin)).status).toBe(204);
  expect((await update(ids.promoted, { user_role: 'admin' })).status).toBe(200);
  expect((await update(ids.reset, { User_Pass_Bkp: NEW_PASSWORD })).status).toBe(200);
  expect(await issueInvoice(admin.cookie)).toBe('INV-2026-000002');
  later = await register();
  await changeByOwners();
  await changeFactors();

  await sendMessage();
  expect(await ticketsOfWriter()).toEqual(['No signal']);
};

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  process.env.DATA_DIR = portal.dataFolder;
  admin = await addUserWhoSignsIn(portal, { user_role: 'admin' });
  writer = await addUserWhoSignsIn(portal);
  portal.ses.setAfterSending([]);
  for (const name of NAMES) {
    ids[name] = (await addVerified(portal)).userId;
    owNumbers[name] = (await readUser(ids[name]))?.OWNumber ?? '';
  }
  for (const name of ['freed', 'coded'] as const) {
    await addTotp(portal, ids[name]);
    recoveryCodes = await addRecoveryCodes(portal, ids[name]);
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

  mailIds.sent = await orderInvoiceMail('own');
  mailIds.lost = await orderInvoiceMail('own');
  mailIds.unsent = await orderInvoiceMail('own');
  mailIds.bounced = await orderInvoiceMail('bounced');

  const copy = await copyDatabase(inject('postgres'), portal.databaseUrl);
  moment = new Date().toISOString();
  await changeMuch();
  await copy.putBack();
  writeFileSync(logFile, filterLog(readPatternOfManual(), portal.heard.log.join('')).join('\n'));
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
    const before = await readChangeable();
    const { shown, error } = await run([
      ['This ends all sessions', 'yes'],
      [`${owNumbers.deleted}, made on`, 'OW1'],
      [`${owNumbers.promoted} was made an administrator`, 'no'],
      [`${owNumbers.moved} got another address`, 'no'],
      [`${owNumbers.reset} got a new password`, 'no'],
      [`${owNumbers.own} got a new password`, 'no'],
      [`${owNumbers.linked} got a new password`, 'no'],
      ['2 addresses were blocked since: 1', 'no'],
      ['The last invoice of 2026 has the number 1 here, and numbers up to 2', 'no'],
    ]);

    expect(error).toBeUndefined();
    expect(shown).toContain('2 sessions ended');
    expect(shown).toContain(`Second factors of ${owNumbers.coded}: recovery codes ended: 10.`);
    expect(shown).toContain(
      `Second factors of ${owNumbers.freed}: removed again, because they were removed since: 1; recovery codes ended: 10.`,
    );
    expect(shown).toContain("1 of 'Message to the helpdesk'");
    expect(shown).toContain("1 of 'Invoice PDF'");
    expect((await portal.call('GET', '/api/user', admin)).status).toBe(401);
    const held = await portal.connection.select().from(jobs);
    const kinds = held.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([
      'account-mail',
      'account-mail',
      ...Array.from({ length: 4 }, () => 'business-mail'),
      'helpdesk-message',
      'invoice-pdf',
    ]);
    const sentSince = [mailIds.sent, mailIds.lost, mailIds.bounced];
    for (const job of held.filter(({ key }) => !sentSince.includes(key))) {
      expect(job).toMatchObject({ state: 'failed', error: 'Held after a restore.' });
    }
    expect(before.accounts.map(({ userId }) => userId)).toEqual(expect.arrayContaining(Object.values(ids)));
    expect(before.counters).toHaveLength(1);
    expect(await readChangeable()).toEqual(before);
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
      [`${owNumbers.moved} got another address`, 'no'],
      [`${owNumbers.reset} got a new password`, 'no'],
      [`${owNumbers.own} got a new password`, 'no'],
      [`${owNumbers.linked} got a new password`, 'no'],
      ['2 addresses were blocked since', 'no'],
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
      [`${owNumbers.moved} got another address`, 'yes'],
      [`${owNumbers.reset} got a new password`, 'yes'],
      [`${owNumbers.own} got a new password`, 'yes'],
      [`${owNumbers.linked} got a new password`, 'no'],
      ['2 addresses were blocked since', 'yes'],
      ['The last invoice of 2026', 'yes'],
    ]);

    expect(error).toBeUndefined();
    expect(shown).toContain('An earlier run');
    expect(await readUser(ids.deleted)).toBeUndefined();
    expect(await readUser(ids.promoted)).toMatchObject({ user_role: 'admin' });
    for (const name of ['reset', 'own'] as const) {
      await expect(portal.signIn(owNumbers[name], PASSWORD)).rejects.toThrow('Invalid credentials');
    }
    await portal.signIn(owNumbers.linked, PASSWORD);
    expect(await readUser(ids.reset)).toMatchObject({ pending_email: null });
    const [contactJob] = await portal.connection.select().from(jobs).where(eq(jobs.kind, 'helpdesk-contact'));
    expect(contactJob).toMatchObject({ key: String(ids.deleted), state: 'queued' });
    const audited = await portal.connection.select().from(auditLog).where(eq(auditLog.address, 'terminal'));
    expect(audited.map(({ action }) => action).toSorted()).toEqual([
      ...Array.from({ length: 6 }, () => 'operations.after-restore'),
      'users.delete',
      'users.update',
      'users.update',
      'users.update',
    ]);
    const blocks = await portal.connection
      .select({ userId: mailBlocks.user_id, reason: mailBlocks.reason })
      .from(mailBlocks)
      .orderBy(mailBlocks.user_id);
    expect(blocks).toEqual([
      { userId: ids.moved, reason: 'brought-back' },
      { userId: ids.bounced, reason: 'bounce' },
      { userId: ids.refused, reason: 'not-me' },
    ]);
  });

  it('npm run after-restore does not offer what is already done', async () => {
    const passwords = ['reset', 'own', 'linked'] as const;
    const { shown } = await run(
      passwords.map((name) => [`${owNumbers[name]} got a new password`, 'no'] as [string, string]),
    );

    expect(shown).not.toContain('was deleted');
    expect(shown).not.toContain('sent since');
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

  it('after a restore, Try again sends no mail that was sent since, and sends the others', async () => {
    const stateOf = async (mailId: string) => (await readMail(portal, mailId))?.state;
    expect(await stateOf(mailIds.sent)).toBe('sent');
    expect(await stateOf(mailIds.lost)).toBe('delivered');
    expect(await stateOf(mailIds.bounced)).toBe('bounced');
    expect(await stateOf(mailIds.unsent)).toBe('uncertain');
    const cookie = await startSession(portal, admin.userId);
    const { body } = await portal.call('GET', '/api/admin/jobs?state=failed', { cookie });
    const held = body.filter(({ kind }: { kind: string }) => kind === 'business-mail');
    expect(held).toHaveLength(1);
    expect((await portal.call('POST', `/api/admin/jobs/${held[0].id}/retry`, { cookie })).status).toBe(200);
    for (const mailId of Object.values(mailIds)) {
      await runMailJob(portal, mailId);
      expect(listTaken(portal, mailId)).toHaveLength(1);
    }
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
