import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CREDIT_KINDS,
  makeLinesInCredit,
  makeLinesOfKinds,
  SURE_KINDS,
} from '#test/support/bank/lines-of-kinds.ts';
import {
  listUnexplained,
  type MatchedLine,
  openManyClients,
  sumByKind,
} from '#test/support/bank/match-many.ts';

let clients: Awaited<ReturnType<typeof openManyClients>>;
let matched: MatchedLine[];

beforeAll(async () => {
  clients = await openManyClients(3_000);
  ({ matched } = await clients.match([
    ...makeLinesOfKinds(clients.all, 25),
    ...makeLinesInCredit(clients.all, 25),
  ]));
});
afterAll(() => clients.close());

describe('lines of each kind over 3,000 clients', () => {
  it('each line that holds an OW number or invoice number proposes its client first', () => {
    const wrong = sumByKind(matched).filter(({ kind, right }) => SURE_KINDS.includes(kind) && right < 0.98);

    expect(wrong).toEqual([]);
  });

  it('a payer booked before and a service number go before another who owes exactly the amount', () => {
    const sums = sumByKind(matched).filter(({ kind }) => CREDIT_KINDS.includes(kind));

    expect(sums).toHaveLength(2);
    expect(sums.filter(({ right }) => right < 0.98)).toEqual([]);
  });

  it('no line is certain about another client, unless a mistyped number is of one who owes that amount', () => {
    expect(listUnexplained(matched)).toEqual([]);
  });
});
