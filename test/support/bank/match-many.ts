import { inject } from 'vitest';
import { type LineMatch, matchLines } from '#functions/domain/bank/match-lines.ts';
import { openTimedDatabase } from '#test/bench/timed-database.ts';
import { copyTemplate } from '#test/support/database/postgres-databases.ts';
import type { LineOfKind } from './lines-of-kinds.ts';
import { addManyClients, LINE_DAY, readManyClients } from './many-clients.ts';

export interface MatchedLine extends LineOfKind {
  match: LineMatch;
}

/** Opens a database with this number of clients, in which lines are matched with the rights of the functions. */
export const openManyClients = async (count: number) => {
  const copy = await copyTemplate(inject('postgres'));
  await addManyClients(copy.url, count);
  const database = await openTimedDatabase(copy.url);

  return {
    all: await readManyClients(copy.url),

    match: async (lines: readonly LineOfKind[]) => {
      let calls = 0;
      const startedAt = performance.now();
      const { result } = await database.time((stores) => {
        const bankMatches = new Proxy(stores.bankMatches, {
          get: (store, name, receiver) => {
            calls += 1;

            return Reflect.get(store, name, receiver);
          },
        });

        return matchLines(
          { bankMatches },
          lines.map(({ line }) => line),
          LINE_DAY,
        );
      });
      const matched = lines.map((line, index): MatchedLine => {
        const match = result[index];
        if (!match) {
          throw new Error('A line has no match');
        }

        return { ...line, match };
      });

      return { matched, calls, ms: Math.round(performance.now() - startedAt) };
    },

    close: async () => {
      await database.close();
      await copy.drop();
    },
  };
};

const isRight = ({ match, payer }: MatchedLine): boolean => match.proposals[0]?.userId === payer.userId;

/** Lines that name somebody else as certain. */
export const listWronglyCertain = (lines: readonly MatchedLine[]): MatchedLine[] =>
  lines.filter((line) => line.match.state === 'certain' && !isRight(line));

/** The wrongly certain lines for which D63 has no excuse: a mistyped number of a client who owes exactly that amount. */
export const listUnexplained = (lines: readonly MatchedLine[]): MatchedLine[] =>
  listWronglyCertain(lines).filter(
    ({ kind, match }) =>
      kind !== 'one digit wrong' || !match.proposals[0]?.reasons.includes('Amount is all that is due'),
  );

/** The share of right first proposals, of certain lines and of those without a proposal, of each kind. */
export const sumByKind = (lines: readonly MatchedLine[]) =>
  [...Map.groupBy(lines, ({ kind }) => kind)].map(([kind, own]) => {
    const share = (is: (line: MatchedLine) => boolean) => own.filter(is).length / own.length;

    return {
      kind,
      right: share(isRight),
      certain: share(({ match }) => match.state === 'certain'),
      unmatched: share(({ match }) => match.state === 'unmatched'),
      wronglyCertain: listWronglyCertain(own).length,
    };
  });
