import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '#test/support/database/postgres.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const DIFFERENCE_MAX = 0.05;

/** More tries reduce the noise of a busy machine, but not a real difference. */
const TRIES = 300;
const TRIES_MAX = 1200;

/** Low enough that no address comes near a limit of the throttle. */
const TRIES_PER_ADDRESS = 10;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({ databaseUrl: postgres.connectionString });
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

let networksUsed = 0;
/** Returns an address in a new network, because the throttle counts networks, too. */
const nextAddress = () => {
  networksUsed += 1;

  return `127.${1 + (networksUsed >> 8)}.${networksUsed & 255}.1`;
};

const time = async (address: string, path: string, body: object, status: number): Promise<number> => {
  const startedAt = performance.now();
  const answer = await postFrom(portal, address, path, body);
  expect(answer.status).toBe(status);

  return performance.now() - startedAt;
};

/** Times both in turn, so that a busy machine slows both alike, and compares their medians. */
const compare = async (
  what: string,
  first: (address: string) => Promise<number>,
  second: (address: string) => Promise<number>,
) => {
  const times: { first: number[]; second: number[] } = { first: [], second: [] };
  let address = nextAddress();
  let difference = Number.POSITIVE_INFINITY;

  for (let round = 0; round < TRIES_MAX && difference >= DIFFERENCE_MAX; round += 1) {
    if (round % TRIES_PER_ADDRESS === 0) {
      address = nextAddress();
    }
    // The order alternates, so that neither always runs right after the other.
    const order = round % 2 ? (['first', 'second'] as const) : (['second', 'first'] as const);
    for (const which of order) {
      times[which].push(await { first, second }[which](address));
    }

    const tries = round + 1;
    if (tries % TRIES !== 0) {
      continue;
    }
    const [one, other] = [median(times.first), median(times.second)];
    difference = Math.abs(one - other) / Math.min(one, other);
    process.stdout.write(
      `${what}: medians of ${tries} tries ${one.toFixed(1)} ms and ${other.toFixed(1)} ms, ${(difference * 100).toFixed(1)} % apart\n`,
    );
  }

  return difference;
};

const addAccounts = async () => {
  const emails: string[] = [];
  for (let count = 0; count < TRIES_MAX; count += 1) {
    const email = `${crypto.randomUUID()}@example.com`;
    emails.push(email);
    await addUser(portal, { User_Email: email });
  }

  return emails;
};

it('a sign-in to an existing account is refused as slowly as one to a missing account', async () => {
  const emails = await addAccounts();
  const signIn = (address: string, identifier: string) =>
    time(address, '/api/login', { identifier, password: 'a wrong password' }, 401);

  const difference = await compare(
    'known and unknown account',
    (address) => signIn(address, emails.pop() ?? ''),
    (address) => signIn(address, `${crypto.randomUUID()}@example.com`),
  );
  expect(difference).toBeLessThan(DIFFERENCE_MAX);
});

it('a request for a link for a new password takes as long for an existing account as for a missing one', async () => {
  const emails = await addAccounts();
  const ask = (address: string, User_Email: string) =>
    time(address, '/api/password-reset', { User_Email }, 202);

  const difference = await compare(
    'link for a known and an unknown address',
    (address) => ask(address, emails.pop() ?? ''),
    (address) => ask(address, `${crypto.randomUUID()}@example.com`),
  );
  expect(difference).toBeLessThan(DIFFERENCE_MAX);
});
