import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import {
  CREDIT_KINDS,
  makeLinesInCredit,
  makeLinesOfKinds,
  makeMonthOfLines,
  SURE_KINDS,
} from '#test/support/bank/lines-of-kinds.ts';
import {
  listUnexplained,
  listWronglyCertain,
  openManyClients,
  sumByKind,
} from '#test/support/bank/match-many.ts';

const CLIENTS = 100_000;
const LINES_PER_KIND = 200;
const LINES_OF_MONTH = 5_000;
const LINES_MAX = 10_000;
/** An upload of the largest file makes at most 60 calls in all. */
const CALLS_MAX = 40;

let clients: Awaited<ReturnType<typeof openManyClients>>;

beforeAll(async () => {
  clients = await openManyClients(CLIENTS);
});
afterAll(() => clients.close());

describe(`lines of the bank over ${CLIENTS} clients`, () => {
  it('of each kind that holds an OW number or invoice number, 98 % propose their client first', async () => {
    const { matched } = await clients.match([
      ...makeLinesOfKinds(clients.all, LINES_PER_KIND),
      ...makeLinesInCredit(clients.all, LINES_PER_KIND),
    ]);
    const sums = sumByKind(matched);
    process.stdout.write(
      sums
        .map(
          ({ kind, right, certain, unmatched, wronglyCertain }) =>
            `${kind.padEnd(32)} right ${right}, certain ${certain}, unmatched ${unmatched}, wrongly certain ${wronglyCertain}\n`,
        )
        .join(''),
    );

    expect(
      sums.filter(({ kind, right }) => [...SURE_KINDS, ...CREDIT_KINDS].includes(kind) && right < 0.98),
    ).toEqual([]);
    expect(listUnexplained(matched)).toEqual([]);
  });

  it('in a file in which one reference of a hundred is mistyped, at most one line in 200 is wrongly certain', async () => {
    const { matched, calls, ms } = await clients.match(makeMonthOfLines(clients.all, LINES_OF_MONTH));
    process.stdout.write(
      `${matched.length} lines: ${calls} calls, ${ms} ms, ${listWronglyCertain(matched).length} wrongly certain\n`,
    );

    expect(listWronglyCertain(matched).length / matched.length).toBeLessThanOrEqual(1 / 200);
    expect(listUnexplained(matched)).toEqual([]);
  });

  it(`the largest file is matched in ${CALLS_MAX} calls`, async () => {
    const { calls, ms } = await clients.match(makeMonthOfLines(clients.all, LINES_MAX));
    process.stdout.write(`${LINES_MAX} lines: ${calls} calls, ${ms} ms\n`);

    expect(calls).toBeLessThanOrEqual(CALLS_MAX);
  });

  it('10,000 lines of nine names each, which share no words, are matched in as few calls', async () => {
    const random = makeRandom(1);
    const word = () =>
      String.fromCharCode(
        ...Array.from({ length: 6 }, () => random.integer('A'.charCodeAt(0), 'Z'.charCodeAt(0))),
      );
    const lines = makeLinesOfKinds(clients.all, 834)
      .slice(0, 10_000)
      .map((made, index) => ({
        ...made,
        line: {
          ...made.line,
          description: `${Array.from({ length: 9 }, word).join(' ')} 0741${random.digits(6)}`,
          reference: `OW${10_001 + (index % CLIENTS)} INV2026${1 + (index % 5_000)}`,
          amountCents: index % 10 === 9 ? -1 - index : 1 + index,
        },
      }));

    const { calls, ms } = await clients.match(lines);
    process.stdout.write(`${lines.length} lines of other words: ${calls} calls, ${ms} ms\n`);

    expect(calls).toBeLessThanOrEqual(CALLS_MAX);
  });
});
