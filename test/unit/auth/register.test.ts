import { describe, expect, it } from 'vitest';
import { register } from '#functions/domain/auth/register-client.ts';
import type { RegistrationStore } from '#functions/ports/database/auth/registration-store.ts';
import type { ThrottledAttempt } from '#functions/ports/database/system/throttle-store.ts';
import type { OwnAccount } from '#functions/ports/database/users/user-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { EMAIL_TAKEN, PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';
import { stubMail } from '#test/support/stubs/stub-mail.ts';
import { sessionTokens, stubViewer } from '#test/support/stubs/stub-viewer.ts';
import { makeStoredUser } from '#test/support/users/stored-user.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const HOUR_SECONDS = 60 * 60;
const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const FORM = {
  User_Name: 'Lerato',
  User_Surname: 'Molefe',
  User_Email: 'lerato@example.com',
  User_Mobile: '+27821234567',
  User_RegNo: 'A04512873',
  User_Pass_Bkp: 'Eight-or-more',
};

const ANSWERS = {
  registered: makeStoredUser() as OwnAccount | undefined,
  blockedUntil: undefined as Date | undefined,
  isCommon: false,
  passwords: { hash: async (password: string) => `hash of ${password}` } as Partial<Passwords>,
  mail: stubMail() as ReturnType<typeof stubMail>,
};

/** Prepares a registration whose database answers as given. */
const open = (change: Partial<typeof ANSWERS> = {}) => {
  const answers = { ...ANSWERS, ...change };
  const seen = {
    attempts: [] as ThrottledAttempt[],
    registered: [] as Parameters<RegistrationStore['register']>[],
  };
  const database = stubDatabase({
    throttle: {
      count: async (attempt) => {
        seen.attempts.push(attempt);

        return answers.blockedUntil;
      },
    },
    mails: answers.mail.mails,
    registrations: {
      register: async (...row) => {
        seen.registered.push(row);

        return answers.registered;
      },
    },
  });

  return {
    seen,
    register: (form: Partial<typeof FORM> & { User_Org?: string } = {}, viewer = stubViewer().viewer) =>
      register(
        {
          database,
          passwords: answers.passwords as Passwords,
          commonPasswords: { includes: async () => answers.isCommon },
          sessionTokens,
          userAgents: { read: () => ({ browser: null, system: null }) },
          ...answers.mail.ports,
        },
        viewer,
        { ...FORM, ...form },
        NOW,
      ),
  };
};

describe('registration', () => {
  it.each([
    ['without an organisation', {}, null],
    ['with an organisation', { User_Org: 'Molefe Motors' }, 'Molefe Motors'],
  ])(
    "registration stores the form with the password's hash in place of the password, %s",
    async (_, form, User_Org) => {
      const { seen, register } = open();
      await register(form);

      const { User_Pass_Bkp, ...fields } = FORM;
      expect(seen.registered[0]?.[0]).toEqual({
        ...fields,
        User_Org,
        passwordHash: `hash of ${User_Pass_Bkp}`,
      });
    },
  );

  it('registration signs in for twelve hours or until the browser closes, and replaces the earlier session', async () => {
    const { seen, register } = open();
    const sessionToken = await sessionTokens.sign(
      { sessionId: 'earlier', userId: 7, role: 'client' },
      new Date(Date.now() + 60_000),
    );
    const { viewer, kept } = stubViewer({ sessionToken });
    await register({}, viewer);

    expect(seen.registered[0]?.[1]).toMatchObject({
      expiresAt: secondsLater(12 * HOUR_SECONDS),
      replacedId: 'earlier',
    });
    expect(kept).toMatchObject({ given: ['session', 'known'], session: { lifetimeSeconds: undefined } });
  });

  it('registration with a taken email address is refused at the field, counts as an attempt, sets no cookie', async () => {
    const { seen, register } = open({ registered: undefined });
    const { viewer, kept } = stubViewer();

    await expect(register({}, viewer)).rejects.toMatchObject({
      code: 'conflict',
      message: EMAIL_TAKEN,
      fields: { User_Email: EMAIL_TAKEN },
    });
    expect(seen.attempts).toHaveLength(1);
    expect(kept.given).toEqual([]);
  });

  it.each([
    ['password', { isCommon: true }],
    ['LERATO', {}],
    ['molefelerato', {}],
  ])(
    'registration with the easy password %s is refused before any hash, and is not counted as an attempt',
    async (password, answers) => {
      const { seen, register } = open({ ...answers, passwords: {} });

      await expect(register({ User_Pass_Bkp: password })).rejects.toMatchObject({
        code: 'invalid_request',
        fields: { User_Pass_Bkp: PASSWORD_TOO_EASY },
      });
      expect(seen).toEqual({ attempts: [], registered: [] });
    },
  );
});

describe('the mail that verifies the address of a registration', () => {
  const verify = { kind: 'verify', userId: 7, recipient: 'thandi@example.com' };

  it('registration orders it and sends its job', async () => {
    const mail = stubMail();
    await open({ mail }).register();

    expect(mail.ordered).toEqual([verify]);
    expect(mail.sent).toHaveLength(1);
  });

  it('registration with a taken email address orders none', async () => {
    const mail = stubMail();
    await expect(open({ mail, registered: undefined }).register()).rejects.toThrow(EMAIL_TAKEN);

    expect(mail).toMatchObject({ ordered: [], sent: [] });
  });

  it('registration orders none where the portal sends no mail', async () => {
    const mail = stubMail({ isOn: false });
    await open({ mail }).register();

    expect(mail).toMatchObject({ ordered: [], sent: [] });
  });

  it('registration succeeds although the queue does not answer, and reports it', async () => {
    const mail = stubMail({ send: () => Promise.reject(new Error('no queue')) });
    await expect(open({ mail }).register()).resolves.toMatchObject({ User_Id: 7 });

    expect(mail.ordered).toEqual([verify]);
    expect(mail.reported).toHaveLength(1);
  });
});

describe('limits of registration', () => {
  it.each([
    ['203.0.113.9', '203.0.113.10'],
    ['2001:db8:1:2::/64', '2001:db8:1:3::/64'],
  ])(
    '20 registrations an hour are allowed from %s and 200 from its network, under names that hide both',
    async (address, neighbour) => {
      const { seen, register } = open();
      await register({}, stubViewer({ address }).viewer);
      await register({}, stubViewer({ address: neighbour }).viewer);
      await register({}, stubViewer({ address: '198.51.100.7' }).viewer);

      const [here = [], beside, elsewhere] = seen.attempts.map(({ buckets }) => buckets);
      const bucket = { name: expect.stringMatching(/^[\w-]{43}$/), windowSeconds: HOUR_SECONDS };
      expect(here).toEqual([
        { ...bucket, limit: 20 },
        { ...bucket, limit: 200 },
      ]);
      const isSame = (others: typeof beside) => here.map(({ name }, index) => name === others?.[index]?.name);
      expect([isSame(beside), isSame(elsewhere)]).toEqual([
        [false, true],
        [false, false],
      ]);
    },
  );

  it('a registration over the limit is refused before any hash', async () => {
    const { seen, register } = open({ blockedUntil: secondsLater(HOUR_SECONDS), passwords: {} });

    await expect(register()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 3600 });
    expect(seen.registered).toEqual([]);
  });
});
