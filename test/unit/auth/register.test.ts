import { describe, expect, it } from 'vitest';
import { register } from '#functions/domain/auth/registration.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { EMAIL_TAKEN, PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import { makeFakeAccounts } from '#test/support/fake-accounts.ts';
import {
  fakeCommonPasswords,
  fakePasswords,
  fakeSessionTokens,
  makeBrowser,
  noPasswords,
} from '#test/support/fake-sign-in.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const HOUR_MS = 60 * 60 * 1000;

const FORM = {
  User_Name: 'Lerato',
  User_Surname: 'Molefe',
  User_Email: 'lerato@example.com',
  User_Mobile: '+27821234567',
  User_RegNo: 'A04512873',
  User_Pass_Bkp: 'Eight-or-more',
};

const open = () => {
  const { state, database } = makeFakeAccounts([]);

  return {
    state,
    register: (
      change: Partial<typeof FORM> & { User_Org?: string } = {},
      { browser = makeBrowser(), passwords = fakePasswords as Passwords, now = NOW } = {},
    ) =>
      register(
        { database, passwords, commonPasswords: fakeCommonPasswords, sessionTokens: fakeSessionTokens },
        browser,
        { ...FORM, ...change },
        now,
      ),
  };
};

describe('registration', () => {
  it("opens an account that holds the password's hash alone, and an organisation only if one was given", async () => {
    const { state, register } = open();
    await register();
    await register({ User_Email: 'org@example.com', User_Org: 'Molefe Motors' });

    const [account, ofOrganisation] = state.accounts;
    expect(account).toMatchObject({ User_Email: 'lerato@example.com', User_Org: null });
    expect(account?.passwordHash).toBe('hash of Eight-or-more');
    expect(account).not.toHaveProperty('User_Pass_Bkp');
    expect(ofOrganisation?.User_Org).toBe('Molefe Motors');
  });

  it('signs in for twelve hours of one browser session, in the place of the session that was there', async () => {
    const { state, register } = open();
    const browser = makeBrowser();
    await register({}, { browser });
    await register({ User_Email: 'second@example.com' }, { browser });

    expect(state.sessions).toEqual([
      {
        id: expect.any(String),
        userId: state.accounts[1]?.User_Id,
        expiresAt: new Date(NOW.getTime() + 12 * HOUR_MS),
      },
    ]);
    expect(browser.sessionToken).toBe(`token of ${state.sessions[0]?.id}`);
    expect(browser.sessionLifetimeSeconds).toBeUndefined();
    expect(browser.given.slice(2)).toEqual(['session', 'known']);
  });

  it('with a taken email address is refused beside the field and changes nothing', async () => {
    const { state, register } = open();
    const browser = makeBrowser();
    await register({}, { browser });
    const before = structuredClone({ accounts: state.accounts, sessions: state.sessions });
    const given = [...browser.given];

    await expect(register({}, { browser })).rejects.toMatchObject({
      code: 'conflict',
      message: EMAIL_TAKEN,
      fields: { User_Email: EMAIL_TAKEN },
    });
    expect(state).toMatchObject(before);
    expect(browser.given).toEqual(given);
  });

  it.each(['password', 'LERATO', 'molefelerato'])(
    'with a password like %s is refused before any hash, and counts for nothing',
    async (User_Pass_Bkp) => {
      const { state, register } = open();

      await expect(register({ User_Pass_Bkp }, { passwords: noPasswords })).rejects.toMatchObject({
        code: 'invalid_request',
        fields: { User_Pass_Bkp: PASSWORD_TOO_EASY },
      });
      expect(state).toMatchObject({ accounts: [], counters: new Map() });
    },
  );
});

describe('registrations from one address', () => {
  it('are twenty an hour, those with a taken email address counted, and are then refused before any hash', async () => {
    const { state, register } = open();
    await register();
    for (let taken = 0; taken < 19; taken += 1) await expect(register()).rejects.toThrow(EMAIL_TAKEN);
    const next = { User_Email: 'next@example.com' };

    await expect(register(next, { passwords: noPasswords })).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    });
    expect(state.accounts).toHaveLength(1);

    await expect(register(next, { browser: makeBrowser('203.0.113.9') })).resolves.toMatchObject(next);
    const later = { now: new Date(NOW.getTime() + HOUR_MS) };
    await expect(register({ User_Email: 'later@example.com' }, later)).resolves.toBeDefined();
  });
});
