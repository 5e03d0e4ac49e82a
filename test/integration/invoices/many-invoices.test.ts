import { describe, expect, it } from 'vitest';
import { createManyPdfs } from '#test/support/invoices/many-invoices.ts';

/** test/long holds the large one. */
describe('6 invoices with two workers, four times one of them or its Chromium killed', () => {
  it('all get consecutive numbers and exactly one PDF', async () => {
    const { rows, storedPdfs } = await createManyPdfs({ invoices: 6, workers: 2, kills: 4 });

    const numbers = rows.map(({ number }) => number);
    expect(numbers.map((number) => Number(number.slice(-6)))).toEqual(
      Array.from({ length: 6 }, (_, index) => index + 1),
    );
    expect(rows.map(({ fileName }) => fileName)).toEqual(numbers.map((number) => `${number}.pdf`));
    expect(storedPdfs).toEqual(numbers.map((number) => `${number}.pdf`));
  }, 600_000);
});
