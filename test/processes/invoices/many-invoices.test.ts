import { describe, expect, it } from 'vitest';
import { createManyPdfs } from '#test/support/invoices/many-invoices.ts';

/** The large run is in test/long. */
describe('many invoices while workers and Chromium are killed', () => {
  it('6 invoices get consecutive numbers and one PDF each although two workers or Chromium are killed four times', async () => {
    const { rows, storedPdfs } = await createManyPdfs({ invoices: 6, workers: 2, kills: 4 });

    const numbers = rows.map(({ number }) => number);
    expect(numbers.map((number) => Number(number.slice(-6)))).toEqual(
      Array.from({ length: 6 }, (_, index) => index + 1),
    );
    expect(rows.map(({ fileName }) => fileName)).toEqual(numbers.map((number) => `${number}.pdf`));
    expect(storedPdfs).toEqual(numbers.map((number) => `${number}.pdf`));
  }, 600_000);
});
