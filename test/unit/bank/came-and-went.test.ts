import { expect, it } from 'vitest';
import { noteCameAndWent } from '#functions/domain/bank/came-and-went.ts';

type Row = Parameters<typeof noteCameAndWent>[0][number];

const row = (date: string, amountCents: number, description: string, match: Partial<Row['match']> = {}) =>
  ({
    date,
    amountCents,
    description,
    reference: null,
    match: { state: 'certain', payer: null, perhaps: null, perhapsPaymentId: null, proposals: [], ...match },
  }) satisfies Row;

const notedOf = (rows: readonly Row[]): string[] =>
  noteCameAndWent(rows).flatMap(({ description, match }) => (match.perhaps === null ? [] : [description]));

it('a deposit and its return are about one payment by payer, client or number, not by the amount alone', () => {
  const client = { proposals: [{ userId: 7, paymentId: null, reasons: [], isByWords: false }] };

  expect(
    notedOf([row('2026-11-02', 100, 'in REF1234'), row('2026-11-03', -100, 'out REF1234')]),
  ).toHaveLength(2);
  expect(
    notedOf([row('2026-11-02', 100, 'in', client), row('2026-11-03', -100, 'out', client)]),
  ).toHaveLength(2);
  expect(
    notedOf([row('2026-11-02', 100, 'in', { payer: 'A' }), row('2026-11-03', -100, 'out', { payer: 'A' })]),
  ).toHaveLength(2);
  expect(notedOf([row('2026-11-02', 100, 'in'), row('2026-11-03', -100, 'out')])).toEqual([]);
  expect(notedOf([row('2026-11-02', 200, 'in REF1234'), row('2026-11-03', -100, 'out REF1234')])).toEqual([]);
});

it('a return takes the newest deposit that no other return took, of its day or before', () => {
  expect(
    notedOf([
      row('2026-11-01', 100, 'first REF1234'),
      row('2026-11-02', 100, 'second REF1234'),
      row('2026-11-02', -100, 'back REF1234'),
      row('2026-11-03', 100, 'later REF1234'),
    ]),
  ).toEqual(['second REF1234', 'back REF1234']);
  expect(
    notedOf([
      row('2026-11-01', 100, 'first REF1234 PAY5678'),
      row('2026-11-02', 100, 'second REF1234'),
      row('2026-11-03', -100, 'one REF1234'),
      row('2026-11-04', -100, 'two PAY5678 REF1234'),
      row('2026-11-05', -100, 'three REF1234'),
    ]),
  ).toEqual(['first REF1234 PAY5678', 'second REF1234', 'one REF1234', 'two PAY5678 REF1234']);
});

it('a deposit that went again is certain no longer', () => {
  const rows = noteCameAndWent([
    row('2026-11-02', 100, 'REF1234'),
    row('2026-11-03', -100, 'REF1234', { state: 'returned' }),
  ]);

  expect(rows.map(({ match }) => match.state)).toEqual(['likely', 'returned']);
});

it('the words of each row are read once, however many rows have its amount', () => {
  let reads = 0;
  const rows = Array.from({ length: 1000 }, (_, index) =>
    Object.defineProperty(row('2026-11-02', index % 2 === 0 ? 100 : -100, ''), 'description', {
      get: () => {
        reads += 1;

        return `REF${1000 + index}`;
      },
    }),
  );
  noteCameAndWent(rows);

  expect(reads).toBe(1000);
});
