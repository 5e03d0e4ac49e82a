import { expect, it } from 'vitest';
import { makeDemoBankFile } from '#local/seed/demo-bank.ts';
import { makeSeed } from '#local/seed/seed.ts';
import { dayAfter } from '#shared/dates.ts';
import { readText } from '#test/support/bank/read-text.ts';

const ACCOUNT = '012345678';
const makeFile = (now: Date) => makeDemoBankFile(makeSeed({ clients: 250, now }), ACCOUNT, now);

it("the demo's bank file is the same whenever it is made for the same time", () => {
  const now = new Date('2026-11-26T10:00:00Z');

  expect(makeFile(now)).toEqual(makeFile(now));
});

it.each(['2026-11-26', '2026-12-01', '2027-01-01', '2027-02-28', '2028-02-29'])(
  "on %s the demo's bank file is of last week, proves itself, and has 11 lines of different amounts for its deeds",
  (today) => {
    const { text, deeds } = makeFile(new Date(`${today}T10:00:00Z`));
    const { account, hasBalances, rows, to } = readText(text, { today, accounts: [ACCOUNT] });
    const amounts = rows.map(({ amountCents }) => amountCents);

    expect({ account, hasBalances }).toEqual({
      account: { kind: 'own', number: ACCOUNT },
      hasBalances: true,
    });
    expect(to >= dayAfter(new Date(today), -11) && to < today).toBe(true);
    expect(new Set(amounts).size).toBe(11);
    expect(amounts).toEqual(expect.arrayContaining([...deeds.keys()]));
    expect([...deeds.values()].map(({ kind }) => kind).toSorted()).toEqual([
      'book',
      'book',
      'ignore',
      'unidentified',
    ]);
  },
);
