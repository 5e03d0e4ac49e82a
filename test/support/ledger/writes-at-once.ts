import { makeRandom } from '#local/seed/random.ts';
import { replayStored } from '#test/judge/stored.ts';
import { describeDifferences, makeTally } from '#test/judge/tally.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import type { Answer, TestPortal } from '#test/support/portal/portal.ts';
import { dayFromToday, moneyCalls } from './money-calls.ts';

/**
 * Sends as many payments, reversals, voids and new invoices of one account at once, by two administrators, and returns
 * their answers, the number of entries, and where what is stored differs from what the judge makes of the entries.
 */
export const writeAtOnce = async (portal: TestPortal, countOfEach: number) => {
  const random = makeRandom(countOfEach);
  const admins = [await addCaller(portal, 'admin'), await addCaller(portal, 'admin')];
  const money = admins.map((admin) => moneyCalls(portal, admin));
  const by = () => random.pick(money);
  const userId = await addUser(portal, {});
  const amount = () => random.integer(1, 50_000) / 100;
  const each = <T>(make: (index: number) => T): T[] =>
    Array.from({ length: countOfEach }, (_, index) => make(index));

  const invoiceIds: number[] = (await Promise.all(each(() => by().issue(userId, amount())))).map(
    ({ body }) => body.id,
  );
  const paymentIds: number[] = (await Promise.all(each(() => by().pay(userId, { amount: amount() })))).map(
    ({ body }) => body.id,
  );

  const namedBy = new Map<number, { invoiceId: number; amountCents: number }[]>();
  const pay = async (): Promise<Answer> => {
    const named = random.chance(0.5) ? [{ invoiceId: random.pick(invoiceIds), amount: 0.01 }] : [];
    const date = dayFromToday(-random.integer(0, 60));
    const answer = await by().pay(
      userId,
      { amount: amount(), date, allocations: named },
      { 'idempotency-key': crypto.randomUUID() },
    );
    if (answer.status === 201) {
      namedBy.set(
        answer.body.id,
        named.map(({ invoiceId }) => ({ invoiceId, amountCents: 1 })),
      );
    }

    return answer;
  };
  const acts = each(() => [
    pay,
    () => by().reverse(random.pick(paymentIds)),
    () => by().setStatus(random.pick(invoiceIds), 'void'),
    () => by().issue(userId, amount()),
  ]).flat();
  const answers = await Promise.all(acts.map((act) => act()));

  const tally = makeTally();
  const [account] = await replayStored({ databaseUrl: portal.databaseUrl, tally, namedBy, users: [userId] });

  return {
    statuses: answers.map(({ status }) => status),
    entries: account?.entries.length,
    differences: describeDifferences(tally),
  };
};
