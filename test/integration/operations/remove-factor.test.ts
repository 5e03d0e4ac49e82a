import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { adminCommand } from '#operations/admin/admin-command.ts';
import { addRecoveryCodes } from '#test/support/factors/add-recovery-codes.ts';
import { addStoredPasskey } from '#test/support/factors/add-stored-passkey.ts';
import { addTotp } from '#test/support/factors/add-totp.ts';
import { listTaken, runMailJob } from '#test/support/mails/mail-jobs.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

const VERIFIED = { email_verified_at: '2026-11-20T08:00:00Z' };
let portal: TestPortal & Awaited<ReturnType<typeof startTestPortal>>;
let other: number;

beforeAll(async () => {
  portal = await startTestPortal();
  process.env.DATA_DIR = portal.dataFolder;
  other = await addUser(portal, { user_role: 'admin', ...VERIFIED });
  await addUser(portal, { user_role: 'admin', User_Status: 0, ...VERIFIED });
});
afterAll(() => portal.stop());

const addOwner = async (change: object = {}) => {
  const owner = await addSignedInUser(portal, { user_role: 'admin', ...VERIFIED, ...change });
  await addStoredPasskey(portal, owner.userId);
  await addTotp(portal, owner.userId);
  await addRecoveryCodes(portal, owner.userId);

  return owner;
};

const run = async (answers: [string, string][]) => {
  const { terminal, shown, unanswered } = makeRecordedTerminal(answers);
  const error = await adminCommand(['local', '--remove-factor'], terminal).catch(
    (thrown: Error) => thrown.message,
  );
  expect(unanswered).toEqual([]);

  return { shown, error };
};

/** How many rows of each kind an account has. */
const figuresOf = (userId: number) =>
  Promise.all(
    [passkeys, totpFactors, recoveryCodes, sessions].map((table) =>
      countRows(portal, table, eq(table.user_id, userId)),
    ),
  );

const ADDRESS = 'Email address of the administrator';

describe('npm run admin -- <deployment> --remove-factor', () => {
  it('the factors and sessions of an administrator are removed after a yes, with a reason, and nobody else is touched', async () => {
    const owner = await addOwner();
    const neighbour = await addOwner();

    const { shown, error } = await run([
      [ADDRESS, owner.email.toUpperCase()],
      ['Remove all second factors of OW', 'yes'],
      ['Why, for the audit log', '  '],
      ['Why, for the audit log', 'The phone was stolen'],
    ]);

    expect(error).toBeUndefined();
    expect(shown.join()).toContain('Passkeys: 1. Authenticator app: yes. Recovery codes left: 10.');
    expect(shown.join()).toContain('Other administrators, who could do it in the portal: 2.');
    expect(await figuresOf(owner.userId)).toEqual([0, 0, 0, 0]);
    expect(await figuresOf(neighbour.userId)).toEqual([1, 1, 10, 1]);
    const [audited] = await portal.connection
      .select()
      .from(auditLog)
      .where(eq(auditLog.record, `user ${owner.userId}`));
    expect(audited).toMatchObject({
      actor_id: null,
      action: 'factors.remove',
      changes: { reason: 'The phone was stolen' },
      address: 'terminal',
    });
  });

  it('the removal is mailed to the owner and to every other active administrator, who read that no administrator did it', async () => {
    await portal.connection.delete(mails);
    const owner = await addOwner({ User_Name: 'Naledi' });
    await run([
      [ADDRESS, owner.email],
      ['Remove all second factors', 'yes'],
      ['Why', 'Lost'],
    ]);

    const ordered = await portal.connection.select().from(mails);
    const told = ordered.filter(({ kind }) => kind === 'admin-factor-changed').map(({ user_id }) => user_id);
    expect(told).toContain(other);
    expect(told).not.toContain(owner.userId);
    expect(ordered.filter(({ kind }) => kind === 'factor-changed')).toMatchObject([
      { user_id: owner.userId, about: { change: 'all-removed' } },
    ]);
    const notice = ordered.find(({ user_id }) => user_id === other);
    expect(await runMailJob(portal, notice?.id ?? '')).toBeUndefined();

    expect(listTaken(portal, notice?.id ?? '').map(({ text }) => text)).toEqual([
      expect.stringMatching(/Naledi.*Removed by.*Somebody who runs the portal/s),
    ]);
  });

  it.each([
    ['without a yes', {}, [['Remove all second factors', 'no']], 'Nothing was changed.'],
    ['of a client', { user_role: 'client' }, [], 'No administrator has this email address.'],
  ] as [string, object, [string, string][], string][])(
    'nothing is removed %s',
    async (_, change, answers, sentence) => {
      const owner = await addOwner(change);

      const { error } = await run([[ADDRESS, owner.email], ...answers]);

      expect(error).toContain(sentence);
      expect(await figuresOf(owner.userId)).toEqual([1, 1, 10, 1]);
    },
  );

  it('an administrator who has no second factor keeps the sessions, and the operator reads why', async () => {
    const owner = await addSignedInUser(portal, { user_role: 'admin' });

    const { error } = await run([
      [ADDRESS, owner.email],
      ['Remove all second factors', 'yes'],
      ['Why', 'Lost'],
    ]);

    expect(error).toBe('This account has no second factor.');
    expect(await figuresOf(owner.userId)).toEqual([0, 0, 0, 1]);
  });
});
