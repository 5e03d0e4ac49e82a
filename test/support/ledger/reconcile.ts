import { makeRandom, type Random } from '#local/seed/random.ts';
import { dayAfter } from '#shared/dates.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { HISTORY_END, writeHistories } from './account-histories.ts';
import { readBooks, recomputeDebt, recomputeStatement } from './recompute.ts';

const NO_AMOUNTS = ['userId', 'invoices', 'refunds'];

/** Whole cents of every amount of an answer. */
const inCents = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (key, part) =>
    typeof part === 'number' && !NO_AMOUNTS.includes(key) ? Math.round(part * 100) : part,
  );

/** The same whatever the order of its fields. */
const inOrder = (value: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));

/** Periods of a few days to two years, among them one that ends today and one before the first entry. */
const makePeriods = (random: Random, today: string) =>
  ['2023-01-10', HISTORY_END, today]
    .map((to) => ({
      from: dayAfter(new Date(to), -random.integer(0, 700)),
      to,
    }))
    .concat(
      Array.from({ length: 2 }, () => {
        const from = dayAfter(new Date('2023-01-01'), random.integer(0, 1300));

        return { from, to: dayAfter(new Date(from), random.integer(0, 400)) };
      }),
    );

/** Asks for statements of generated accounts, and returns those that differ from what the rows alone give. */
export const reconcile = async (portal: TestPortal, size: { accounts: number; steps: number }) => {
  const admin = await addCaller(portal, 'admin');
  const userIds = await writeHistories(portal, size);
  const books = await readBooks(portal.databaseUrl);
  const today = dayAfter(new Date(), 0);
  const random = makeRandom(size.accounts);
  const differences: { answered: object; recomputed: object }[] = [];
  let statements = 0;

  for (const userId of userIds) {
    for (const { from, to } of makePeriods(random, today)) {
      const { body } = await portal.call(
        'GET',
        `/api/users/${userId}/statement?from=${from}&to=${to}`,
        admin,
      );
      const answered = inCents(body);
      for (const line of answered.lines) {
        delete line.description;
      }
      const recomputed = { userId, from, to, ...recomputeStatement(books, { userId, from, to, today }) };
      statements += 1;
      if (inOrder(answered) !== inOrder(recomputed)) {
        differences.push({ answered, recomputed });
      }
    }
  }

  const { body: sums } = await portal.call('GET', '/api/admin/debtors/sums', admin);

  return {
    statements,
    differences,
    debt: { answered: inCents(sums), recomputed: recomputeDebt(books, userIds, today) },
  };
};
