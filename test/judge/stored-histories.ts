import { makeRandom, type Random } from '#local/seed/random.ts';
import { HISTORY_END, writeHistories } from '#test/support/ledger/account-histories.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { addDays } from './calendar.ts';
import {
  compareControlOf,
  compareCredits,
  compareDebtors,
  compareStatement,
  compareVat,
  type Judged,
} from './compare.ts';
import { replayStored } from './stored.ts';
import { describeDifferences, describeTable, makeTally } from './tally.ts';

/** The number with which `writeAccount` issues; the portal must have it, too. */
export const VAT_NUMBER = '4870261234';
const TAX_PERIODS = ['2024-04', '2024-12', '2025-06', '2025-12', '2026-06', '2026-10'];

/** A portal in this process, as an administrator calls it. */
export const judgedBy = (
  portal: TestPortal,
  admin: { cookie: string },
  { accounts, tally }: Pick<Judged, 'accounts' | 'tally'>,
): Judged & { filed: [] } => ({
  portal: { call: (method, path, body) => portal.call(method, path, { ...admin, body }) },
  tally,
  accounts,
  filed: [],
  world: {
    today: new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10),
    firstOpenDay: '',
    vatNumber: VAT_NUMBER,
    termsDays: 0,
  },
});

/** Periods of a few days to two years, among them one that ends today and one before the first entry. */
const makePeriods = (random: Random, today: string) =>
  ['2023-01-10', HISTORY_END, today]
    .map((to) => ({ from: addDays(to, -random.integer(0, 700)), to }))
    .concat(
      Array.from({ length: 2 }, () => {
        const from = addDays('2023-01-01', random.integer(0, 1300));

        return { from, to: addDays(from, random.integer(0, 400)) };
      }),
    );

/** Writes random histories through the stores, replays their entries, and compares what is stored and shown with that. */
export const judgeHistories = async (portal: TestPortal, size: { accounts: number; steps: number }) => {
  const namedBy = new Map();
  const users = await writeHistories(portal, { ...size, namedBy });
  const tally = makeTally();
  const accounts = await replayStored({ databaseUrl: portal.databaseUrl, tally, namedBy, users });
  const judged = judgedBy(portal, await addCaller(portal, 'admin'), { accounts, tally });
  const random = makeRandom(size.accounts);
  for (const account of accounts) {
    for (const { from, to } of makePeriods(random, judged.world.today)) {
      await compareStatement(judged, account, from, to);
    }
  }
  for (const day of [undefined, HISTORY_END, '2025-06-30']) {
    await compareDebtors(judged, day);
    await compareCredits(judged, day);
  }
  await compareControlOf(judged, '2024-01-01', HISTORY_END);
  for (const period of TAX_PERIODS) {
    await compareVat(judged, { period, months: 2, vatNumber: VAT_NUMBER });
  }

  return { table: describeTable(tally), differences: describeDifferences(tally) };
};
