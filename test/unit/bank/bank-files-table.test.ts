import { afterAll, describe, expect, it } from 'vitest';
import { isSameAccount } from '#shared/bank/bank-accounts.ts';
import {
  BANK_CASES,
  type BankCase,
  casesBefore,
  type Outcome,
  readCase,
} from '#test/support/bank/bank-cases.ts';

/** Files that are not read right yet. A file that is read right must leave this list, which ends empty. */
const KNOWN_FAULTS: readonly string[] = [];

type Figures = Record<string, string | number | null>;

const sumRand = (cents: readonly number[]): string =>
  (cents.reduce((sum, each) => sum + each, 0) / 100).toFixed(2);

/** Returns what a right reader gets, in the words of the table. */
const expectedOf = ({ account, expect: right }: BankCase): Figures =>
  right.refuse === undefined
    ? {
        account: account.named,
        linesIn: right.newLinesIn ?? right.linesIn ?? 0,
        moneyIn: right.newMoneyIn ?? right.moneyIn ?? '',
        ...(right.moneyOut === undefined ? {} : { moneyOut: right.moneyOut }),
        firstDay: right.firstDay ?? '',
        lastDay: right.lastDay ?? '',
        opening: right.opening ?? null,
        closing: right.closing ?? null,
        known: right.duplicates ?? 0,
      }
    : { refused: right.says?.replaceAll('|', ' or ') ?? '' };

/** Returns what became of a case's file, in the words of the table; lines of files before it are known. */
const gotOf = async (one: BankCase, outcome: Outcome): Promise<Figures> => {
  if (outcome.kind === 'refused') {
    return { refused: outcome.sentence };
  }
  const before = await Promise.all(casesBefore(one).map(readCase));
  const known = new Set(
    before.flatMap((file) => (file.kind === 'read' ? file.lines.map(({ identity }) => identity) : [])),
  );
  const fresh = outcome.lines.filter(({ identity }) => !known.has(identity));
  const moneyIn = fresh.map(({ amountCents }) => amountCents).filter((cents) => cents > 0);
  const { named } = one.account;
  const isNamed = named !== null && outcome.account !== null && isSameAccount(named, outcome.account);

  return {
    account: isNamed ? named : outcome.account,
    linesIn: moneyIn.length,
    moneyIn: sumRand(moneyIn),
    ...(one.expect.moneyOut === undefined ? {} : { moneyOut: outcome.moneyOut }),
    firstDay: outcome.firstDay,
    lastDay: outcome.lastDay,
    opening: outcome.opening,
    closing: outcome.closing,
    known: outcome.lines.length - fresh.length,
  };
};

const inWords = (figures: Figures): string => Object.values(figures).join('; ');

/** A row of the table for each file, in their order. */
const TABLE = new Map<string, string>();

const note = (one: BankCase, got: Figures, verdict: 'right' | 'not right') => {
  const expected = inWords(expectedOf(one));
  const words = inWords(got);
  TABLE.set(one.id, `| ${one.id} | ${expected} | ${words === expected ? 'same' : words} | ${verdict} |`);
};

describe("a bank's file", () => {
  afterAll(() => {
    if (process.env.PRINT_BANK_FILES) {
      const head = [
        '| file | expected: account; lines in; in; out; first day; last day; opening; closing; known | got | verdict |',
        '|---|---|---|---|',
      ];
      process.stdout.write(`${[...head, ...TABLE.values()].join('\n')}\n`);
    }
  });

  for (const one of BANK_CASES) {
    const title = `${one.id}: ${one.shows}`;
    const test = KNOWN_FAULTS.includes(one.id) ? it.fails : it;

    test(title, async () => {
      const outcome = await readCase(one);
      const got = await gotOf(one, outcome);
      note(one, got, 'not right');
      const { refuse, says = '', orSays, code } = one.expect;
      if (outcome.kind === 'refused' && (refuse ?? orSays) !== undefined) {
        expect(outcome.sentence).toMatch(new RegExp(orSays ?? says));
        expect(outcome.code).toEqual(code ?? expect.stringMatching(/^(?:not_sent|unprocessable)$/));
      } else {
        expect(got).toEqual(expectedOf(one));
      }
      note(one, got, 'right');
    });
  }

  it('stands in the folder with what a right reader gets, 72 of them', () => {
    expect(BANK_CASES).toHaveLength(72);
    expect(KNOWN_FAULTS.filter((id) => BANK_CASES.every((one) => one.id !== id))).toEqual([]);
  });
});
