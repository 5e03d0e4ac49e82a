import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recoveryCodes, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { helpdeskEntries } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { dataOfCommand } from '#operations/data-of/data-of-command.ts';
import { RECOVERY_CODES } from '#shared/contract/limits.ts';
import { monthAfter } from '#shared/dates.ts';
import { addLine, lineCalls } from '#test/support/bank/line-calls.ts';
import { serviceWrites } from '#test/support/billing-runs/run-calls.ts';
import { addRecoveryCodes } from '#test/support/factors/add-recovery-codes.ts';
import { addStoredPasskey } from '#test/support/factors/add-stored-passkey.ts';
import { addTotp } from '#test/support/factors/add-totp.ts';
import { addTicketCopy } from '#test/support/helpdesk/ticket-copies.ts';
import { issueInvoice } from '#test/support/invoices/issue-invoice.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'ow-connect-data-of-'));
const TOKEN_HASH = 'a hash of a link';
let factorSecrets: string[] = [];

let portal: TestPortal;
let admin: { userId: number; email: string; cookie: string };
let client: { userId: number; email: string; cookie: string };

const readUser = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  if (!row) {
    throw new Error(`There is no user ${userId}`);
  }

  return row;
};

const run = async (owNumber: string, answers: [string, string][] = [['Write everything', 'yes']]) => {
  const { terminal, shown } = makeRecordedTerminal(answers);
  const error = await dataOfCommand(['local', owNumber], terminal).catch(({ message }) => message);

  return { shown: shown.join('\n'), error };
};

const fileOf = (owNumber: string) => join(folder, `${owNumber}.data.json`);

interface Content {
  sections: { title: string; rows: Record<string, unknown>[] }[];
  notReached: string[];
}

const readFile = (owNumber: string): { text: string; content: Content } => {
  const text = readFileSync(fileOf(owNumber), 'utf8');

  return { text, content: JSON.parse(text) };
};

const rowsOf = ({ sections }: Content, title: string) =>
  sections.find((section) => section.title === title)?.rows;

/** Gives the client a row of every kind that the portal may hold about a person. */
const fillAccount = async () => {
  const { userId, cookie } = client;
  const { credential_id, public_key } = await addStoredPasskey(portal, userId);
  factorSecrets = [
    credential_id,
    public_key,
    await addTotp(portal, userId),
    ...(await addRecoveryCodes(portal, userId)),
  ];
  const own = { user_id: userId };
  await issueInvoice(portal, admin, userId, [{ description: 'Fibre, December', amount: 500 }]);
  await portal.call('POST', `/api/admin/users/${userId}/payments`, {
    cookie: admin.cookie,
    body: { date: '2026-01-05', amount: 20, method: 'eft', reference: 'EFT 55', note: 'paid late again' },
  });
  await portal.call('PUT', '/api/user', { cookie, body: { User_Town: 'Knysna' } });
  await serviceWrites(portal).addService(userId, { bill_from: `${monthAfter(new Date(), 0)}-01` });
  await portal.call('POST', '/api/admin/billing-runs', {
    cookie: admin.cookie,
    body: { month: monthAfter(new Date(), 0) },
  });
  await portal.connection
    .insert(mails)
    .values({ ...own, id: crypto.randomUUID(), kind: 'new-sign-in', key: crypto.randomUUID() });
  await portal.connection.insert(mailBlocks).values({ ...own, address: client.email, reason: 'bounce' });
  const expires_at = '2030-01-01T00:00:00Z';
  const link = { ...own, token_hash: TOKEN_HASH, purpose: 'verify', address: client.email, expires_at };
  await portal.connection.insert(linkTokens).values(link);
  for (let ticket = 0; ticket < 17; ticket += 1) {
    const { id } = await addTicketCopy(portal, { userId, description: `<div>Fault ${ticket}</div>` });
    const created_at = new Date().toISOString();
    await portal.connection.insert(helpdeskEntries).values({
      id,
      ticket_id: id,
      author_kind: 'agent',
      body: '<div>We look into it.</div>',
      body_text: 'We look into it.',
      attachments: [],
      created_at,
    });
  }
};

beforeAll(async () => {
  portal = await startTestPortal();
  process.env.DATA_DIR = portal.dataFolder;
  process.chdir(folder);
  vi.stubEnv('CI', '');
  admin = await addSignedInUser(portal, {
    user_role: 'admin',
    User_Name: 'Adminname',
    User_Surname: 'Adminsurname',
  });
  client = await addSignedInUser(portal, { User_RegNo: 'A04512873' });
  await fillAccount();
});
afterAll(async () => {
  process.chdir(before);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await portal.stop();
});

describe('npm run data-of', () => {
  it("the file of a client has neither reference nor bank line of a payment that was another client's", async () => {
    const wrong = await addUser(portal, { OWNumber: 'OW771144' });
    const right = await addUser(portal, {});
    const lines = lineCalls(portal, admin);
    const body = { date: '2026-01-05', amount: 20, method: 'eft', reference: 'Rent Zanele' };
    const payment = await portal.call('POST', `/api/admin/users/${wrong}/payments`, {
      cookie: admin.cookie,
      body,
    });
    const lineId = await addLine(portal, { description: 'Rent Lindiwe' });
    await lines.book(lineId, { parts: [{ userId: wrong, amount: 100 }] });
    await lines.reopen(lineId, { reason: 'Another client' });
    await lines.move(payment.body.id, { userId: right, reason: 'Another client' });
    await run('OW771144');
    const { text, content } = readFile('OW771144');

    expect(rowsOf(content, 'Ledger: entries')).toHaveLength(4);
    expect(rowsOf(content, 'Lines of the bank that paid or took back')).toEqual([]);
    expect(text).not.toContain('Rent');
  });

  it('everything about a client goes to a file that only its owner may read, and nothing of it to the terminal', async () => {
    const { OWNumber } = await readUser(client.userId);
    const { shown, error } = await run(OWNumber.toLowerCase());
    const { text, content } = readFile(OWNumber);

    expect(error).toBeUndefined();
    expect(statSync(fileOf(OWNumber)).mode & 0o777).toBe(0o600);
    for (const value of [client.email, 'Thandi', 'A04512873']) {
      expect(text).toContain(value);
      expect(shown).not.toContain(value);
    }
    expect(rowsOf(content, 'Invoices')).toHaveLength(1);
    expect(rowsOf(content, 'Lines of the invoices')).toMatchObject([{ description: 'Fibre, December' }]);
    expect(rowsOf(content, 'Ledger: entries')).toMatchObject([
      { kind: 'invoice', by: 'an administrator' },
      { kind: 'payment', by: 'an administrator', reference: 'EFT 55', note: 'paid late again' },
    ]);
    expect(rowsOf(content, 'Support tickets, as last copied from the helpdesk')).toHaveLength(17);
    expect(rowsOf(content, 'Entries of the conversations that were opened in the portal')).toHaveLength(17);
    expect(rowsOf(content, 'Passkeys')).toEqual([
      {
        name: 'Chrome on Android',
        is_backed_up: true,
        transports: ['internal'],
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    expect(rowsOf(content, 'Authenticator app')).toEqual([{ confirmed_at: expect.any(String) }]);
    expect(rowsOf(content, 'Recovery codes')).toHaveLength(RECOVERY_CODES);
    expect(rowsOf(content, 'Lines of billing runs, for 24 months')).toMatchObject([
      { amount: '370.00', state: 'left-out' },
    ]);
    for (const title of ['Mails', 'Addresses to which no mail goes', 'Sessions', 'Recent activity']) {
      expect(rowsOf(content, title), title).not.toHaveLength(0);
    }
    expect(rowsOf(content, 'Audit log')).toContainEqual(
      expect.objectContaining({ by: 'the client', action: 'account.update', address: expect.any(String) }),
    );
    expect(content.notReached.join('\n')).toMatch(/shared drive.*helpdesk.*Backups/s);
  });

  it('the data of a client names no other person, no network of another, and no secret', async () => {
    const { OWNumber, User_Pass_Bkp, contact_key, passkey_handle } = await readUser(client.userId);
    rmSync(fileOf(OWNumber), { force: true });
    const somebody = await addUser(portal, { User_Name: 'Somebody', User_Surname: 'Else' });
    await issueInvoice(portal, admin, somebody, [{ description: 'Fibre', amount: 500 }]);
    await run(OWNumber);
    const { text, content } = readFile(OWNumber);

    const [totp] = await portal.connection.select().from(totpFactors);
    const codes = await portal.connection.select().from(recoveryCodes);
    const stored = [totp?.sealed ?? '', ...codes.map(({ hash }) => hash)];
    for (const secret of [
      User_Pass_Bkp,
      contact_key,
      passkey_handle,
      TOKEN_HASH,
      ...factorSecrets,
      ...stored,
    ]) {
      expect(secret).toMatch(/.{8}/);
      expect(text).not.toContain(secret);
    }
    for (const other of [
      admin.email,
      'Adminname',
      'Adminsurname',
      'Somebody',
      `local:${userInfo().username}`,
    ]) {
      expect(text).not.toContain(other);
    }
    const ofOthers = rowsOf(content, 'Audit log')?.filter(({ by }) => by !== 'the client');
    expect(ofOthers?.length).toBeGreaterThan(0);
    expect(ofOthers?.filter(({ address }) => address !== null)).toEqual([]);
  });

  it('an audit row with the operator is written, and nothing else of the account changes', async () => {
    const earlier = await readUser(client.userId);
    rmSync(fileOf(earlier.OWNumber), { force: true });
    await run(earlier.OWNumber);
    const rows = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'operations.data-of'));

    expect(rows.at(-1)).toMatchObject({
      actor_id: null,
      record: `user ${client.userId}`,
      changes: { operator: `local:${userInfo().username}` },
      address: 'terminal',
    });
    expect(await readUser(client.userId)).toEqual(earlier);
  });

  it('what is retained of a deleted client is found by the OW number on the invoices', async () => {
    const userId = await addUser(portal, { User_Name: 'Zola' });
    const { OWNumber } = await readUser(userId);
    await issueInvoice(portal, admin, userId, [{ description: 'Hosting', amount: 129 }]);
    expect((await deleteSettled(portal, admin, userId)).status).toBe(204);
    const { error } = await run(OWNumber);
    const { content } = readFile(OWNumber);

    expect(error).toBeUndefined();
    expect(rowsOf(content, 'Account')).toBeUndefined();
    expect(rowsOf(content, 'Retained invoices of a deleted account')).toMatchObject([
      { buyer: { owNumber: OWNumber, name: expect.stringContaining('Zola') } },
    ]);
    expect(rowsOf(content, 'Ledger: entries, of a deleted account')).toMatchObject([
      { kind: 'invoice' },
      { kind: 'write-off', reason: 'Cannot be collected' },
    ]);
    expect(rowsOf(content, 'Audit log, of a deleted account')).toContainEqual(
      expect.objectContaining({ action: 'users.delete' }),
    );
  });

  it('an unknown number is refused, and no file and no audit row is left', async () => {
    const count = () => countRows(portal, auditLog, eq(auditLog.action, 'operations.data-of'));
    const earlier = await count();
    const { error } = await run('OW99999999');

    expect(error).toContain('No account has OW99999999');
    expect(existsSync(fileOf('OW99999999'))).toBe(false);
    expect(await count()).toBe(earlier);
  });

  it('an invalid OW number, an existing file, an answer that is not yes, and CI are refused', async () => {
    const { OWNumber } = await readUser(client.userId);
    writeFileSync(fileOf(OWNumber), 'kept');

    expect((await run('10001')).error).toContain('10001 is no OW number');
    expect((await run(OWNumber)).error).toContain('is there already');
    expect((await run(OWNumber, [['Write everything', 'no']])).error).toBe('Nothing was read.');
    vi.stubEnv('CI', 'true');
    expect((await run(OWNumber, [])).error).toContain('never runs in CI');
    vi.stubEnv('CI', '');
    expect(readFileSync(fileOf(OWNumber), 'utf8')).toBe('kept');
  });
});
