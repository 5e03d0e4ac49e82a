import { expect, it } from 'vitest';
import { runJudge } from '#test/judge/years.ts';

const HOUR_MS = 60 * 60_000;

it(
  '300 accounts over 24 months: every figure of the portal equals the books of a judge that shares no code with it',
  async () => {
    const { acts, table, differences } = await runJudge({
      seed: 22,
      accounts: 300,
      actsEachMonth: 1.2,
      months: 24,
      vatNumbers: [null, '4111111111', '4222222222'],
    });
    process.stdout.write(`${acts}\n${table}\n`);

    expect(differences).toEqual([]);
  },
  HOUR_MS,
);
