import { describe, expect, it } from 'vitest';
import { createManyPdfs } from '#test/support/invoices/many-invoices.ts';

const INVOICES = 200;

describe('many invoices while workers and Chromium are killed', () => {
  it('200 invoices get consecutive numbers and one PDF each although five workers or Chromium are killed 60 times', async () => {
    const { rows, storedPdfs } = await createManyPdfs({ invoices: INVOICES, workers: 5, kills: 60 });

    const numbers = rows.map(({ number }) => number);
    expect(numbers.map((number) => Number(number.slice(-6)))).toEqual(
      Array.from({ length: INVOICES }, (_, index) => index + 1),
    );
    expect(rows.map(({ fileName }) => fileName)).toEqual(numbers.map((number) => `${number}.pdf`));
    expect(storedPdfs).toEqual(numbers.map((number) => `${number}.pdf`));
  });
});
