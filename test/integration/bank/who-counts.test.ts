import { describe, expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LineToMatch } from '#functions/domain/bank/match-lines.ts';
import { dayAfter } from '#shared/dates.ts';
import { type Client, newNumber, newWord, openMatching } from '#test/support/bank/matched-clients.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const { addStranger, addService, addClient, match, proposalsOf, bookLineOf } = openMatching(() => portal);

const daysAgo = (days: number) => dayAfter(new Date(), -days);
const CENTS = 48_721;
const VERIFIED = { email_verified_at: '2026-01-05T08:00:00Z' };

type Account = Awaited<ReturnType<typeof addStranger>>;

const owing = async (change: Client = {}) => {
  const client = await addStranger(change);
  await client.account.issue(daysAgo(9), CENTS, daysAgo(2));

  return client;
};

const isProposed = async ({ userId, surname }: Account) =>
  (await proposalsOf({ description: `EFT ${surname}` })).some((proposal) => proposal.userId === userId);

describe('the typed words of an account', () => {
  it.each<[string, boolean, Client, (account: Account) => Promise<unknown>]>([
    ['nothing but a registration', false, {}, () => Promise.resolve()],
    ['a payment alone', false, {}, ({ account }) => account.pay(daysAgo(3), 100)],
    [
      'a payment that was reversed',
      false,
      {},
      async ({ account }) => account.reverse(daysAgo(2), await account.pay(daysAgo(3), 100)),
    ],
    [
      'a payment that was paid back',
      false,
      {},
      async ({ account }) => {
        await account.pay(daysAgo(3), 100);
        await account.refund(daysAgo(2), 100);
      },
    ],
    ['an invoice', true, {}, ({ account }) => account.issue(daysAgo(3), 100, daysAgo(2))],
    [
      'an invoice that is paid',
      true,
      {},
      async ({ account }) => {
        await account.issue(daysAgo(3), 100, daysAgo(2));
        await account.pay(daysAgo(2), 100);
      },
    ],
    ['a take-on balance', true, { User_Debit: '50.00' }, () => Promise.resolve()],
    ['an active service', true, {}, ({ userId }) => addService(userId)],
    ['a service that is not active', false, {}, ({ userId }) => addService(userId, { status: 'cancelled' })],
    [
      'debts, though inactive',
      true,
      { User_Status: 0 },
      ({ account }) => account.issue(daysAgo(3), 100, daysAgo(2)),
    ],
    [
      'a paid invoice and an active service, though inactive',
      false,
      { User_Status: 0 },
      async ({ account, userId }) => {
        await account.issue(daysAgo(3), 100, daysAgo(2));
        await account.pay(daysAgo(2), 100);
        await addService(userId);
      },
    ],
  ])('with %s propose it: %s', async (_, expected, change, fill) => {
    const account = await addStranger(change);
    await fill(account);

    expect(await isProposed(account)).toBe(expected);
  });

  it.each(['User_Surname', 'User_Org', 'User_Ref', 'User_Mobile'] as const)(
    'decide nothing in its %s if it does not count, and count again with a service',
    async (field) => {
      const value = field === 'User_Mobile' ? `+2774${newNumber().slice(1)}` : newWord();
      const { userId } = await addStranger({ [field]: value });
      const line = { description: `EFT ${value}` };
      const before = await proposalsOf(line);
      await addService(userId);

      expect(before).toEqual([]);
      expect(await proposalsOf(line)).toMatchObject([{ userId, isByWords: true }]);
    },
  );

  it('are not too many names because of strangers who share them', async () => {
    const surname = newWord();
    const { userId } = await addClient({ User_Surname: surname });
    for (let count = 0; count < 6; count += 1) {
      await addStranger({ User_Surname: surname });
    }

    expect(await proposalsOf({ description: `EFT ${surname}` })).toMatchObject([{ userId }]);
  });

  it.each([
    ['Xq', 'EFT XQ'],
    ['X-Q', 'EFT X-Q'],
    ['X Q', 'EFT X Q'],
    ['24 7 q', 'EFT 24 7 Q'],
  ])('of fewer than three letters propose nobody: %s', async (name, description) => {
    await addClient({ User_Surname: name, User_Org: name });

    expect(await proposalsOf({ description })).toEqual([]);
  });

  it('do not touch what is a number, a username or a payer who was booked before', async () => {
    const username = `${newWord()}@fibre.example`;
    const msisdn = `87${newNumber().slice(1)}`;
    const payer = `J ${newWord().toUpperCase()}`;
    const { userId, number, account } = await addStranger({ User_Status: 0 });
    await addService(userId, { status: 'cancelled', account_username: username, msisdn: `+27${msisdn}` });
    await bookLineOf(payer, await account.pay(daysAgo(30), 100));

    for (const description of [`OW${number} THANKS`, `0${msisdn}`, username, payer]) {
      expect(await proposalsOf({ description })).toMatchObject([{ userId, isByWords: false }]);
    }
  });
});

describe('a line that names a client by number and debt stays certain', () => {
  const stateOf = async (line: Partial<LineToMatch>) =>
    (await match({ amountCents: CENTS, ...line }))[0]?.state;
  /** The number with another last digit but one. */
  const nearOf = (number: string, step: number) =>
    `OW${number.slice(0, -2)}${(Number(number.at(-2)) + step) % 10}${number.slice(-1)}`;

  it('beside a neighbour who does not count, until that one has a service', async () => {
    const { number } = await owing();
    const near = await addStranger({ OWNumber: nearOf(number, 1) });
    const line = { reference: `OW${number} thanks`, description: `EFT ${near.surname}` };
    const before = await stateOf(line);
    await addService(near.userId);

    expect([before, await stateOf(line)]).toEqual(['certain', 'likely']);
  });

  it.each([
    ['Magtape', 'Credit', 'MAGTAPE CREDIT'],
    ['Magtape-Credit', 'Internet Transfer 24', 'INTERNET TRANSFER 24 MAGTAPE CREDIT'],
    ['Xq', 'Q X', 'XQ Q X'],
  ])(
    'beside clients called %s and %s, whose names the bank prints',
    async (surname, organisation, description) => {
      const { number } = await owing();
      for (const step of [1, 2, 3]) {
        await addClient({ OWNumber: nearOf(number, step), User_Surname: surname, User_Org: organisation });
      }
      const real = await addClient({ OWNumber: nearOf(number, 4), User_Org: `${newWord()} Credit` });
      const line = { reference: `OW${number} thanks`, description };

      expect(await stateOf(line)).toBe('certain');
      expect(await stateOf({ ...line, description: `${description} ${real.surname}` })).toBe('likely');
    },
  );

  it('all six beside 110 strangers with numbers near theirs, whose names the bank prints', async () => {
    const base = Number(newNumber().replace(/...$/, '000'));
    const numbers = [0, 11, 22, 33, 44, 55].map((step) => `OW${base + step}`);
    for (const OWNumber of numbers) {
      await owing({ OWNumber });
    }
    const free = Array.from({ length: 116 }, (_, step) => `OW${base + step}`).filter(
      (number) => !numbers.includes(number),
    );
    await portal.connection.insert(users).values(
      free.map((OWNumber) => ({
        OWNumber,
        User_Name: 'Stranger',
        User_Surname: 'Strangerson',
        User_Org: 'Magtape Credit',
        User_Email: `${OWNumber}@strangers.example`,
        User_Pass_Bkp: 'none',
      })),
    );
    const found = await match(
      ...numbers.map((number) => ({
        reference: `${number} thanks`,
        description: 'MAGTAPE CREDIT J STRANGERSON',
        amountCents: CENTS,
      })),
    );

    expect(found.map(({ state }) => state)).toEqual(Array(6).fill('certain'));
  });

  it('beside a mobile number of an account that does not count, of an address that is not verified, or of both', async () => {
    const mobile = `74${newNumber().slice(1)}`;
    const User_Mobile = `+27${mobile}`;
    const { number } = await owing();
    const line = { reference: `OW${number} thanks`, description: `CELL 0${mobile}` };
    const states = [await stateOf(line)];
    await addStranger({ User_Mobile, ...VERIFIED });
    states.push(await stateOf(line));
    await addClient({ User_Mobile });
    states.push(await stateOf(line));
    await addClient({ User_Mobile, ...VERIFIED });
    states.push(await stateOf(line));

    expect(states).toEqual(['certain', 'certain', 'certain', 'likely']);
  });

  it('beside a client who has the same mobile number', async () => {
    const mobile = `74${newNumber().slice(1)}`;
    const User_Mobile = `+27${mobile}`;
    const { number } = await owing({ User_Mobile });
    await addClient({ User_Mobile, ...VERIFIED });

    expect(await stateOf({ reference: `OW${number} thanks`, description: `CELL 0${mobile}` })).toBe(
      'certain',
    );
  });
});

describe('a line without a number', () => {
  it('proposes who owes exactly that amount before a client whose surname and organisation are the payer', async () => {
    const surname = newWord();
    const owes = await owing({ User_Surname: surname });
    const words = await addClient({ User_Surname: surname, User_Org: `T ${surname}` });
    const stranger = await addStranger({ User_Surname: surname, User_Org: `T ${surname}`, ...VERIFIED });
    const [found] = await match({
      description: `IMMEDIATE TRF CR T ${surname.toUpperCase()}`,
      amountCents: CENTS,
    });

    expect(found?.proposals.map(({ userId }) => userId)).toEqual([owes.userId, words.userId]);
    expect(found?.proposals.map(({ userId }) => userId)).not.toContain(stranger.userId);
  });

  it('proposes who owes exactly that amount although five others are named by more words', async () => {
    const surname = newWord();
    const owes = await owing({ User_Surname: surname });
    const organisations = [1, 2, 3].map(() => newWord());
    for (const User_Org of organisations) {
      await addClient({ User_Org, User_Ref: User_Org });
      await addClient({ User_Org, User_Ref: User_Org });
    }
    const [found] = await match({
      description: `TRF ${surname} ${organisations.join(' ')}`,
      amountCents: CENTS,
    });

    expect(found?.proposals[0]?.userId).toBe(owes.userId);
  });
});
