import { describe, expect, it } from 'vitest';
import { makeWaitingLine } from '#shared/bank/waiting-line.ts';

const startWorks = (count: number, atOnceMax: number) => {
  const inTurn = makeWaitingLine(atOnceMax);
  const started: number[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const works = ends.map(({ promise }, index) =>
    inTurn(async () => {
      started.push(index);
      await promise;

      return index;
    }),
  );

  return { inTurn, started, ends, works };
};

describe('a waiting line', () => {
  it('a waiting line runs up to its limit at once, and starts the next when any of them ends', async () => {
    const { started, ends, works } = startWorks(5, 2);
    await Promise.resolve();
    expect(started).toEqual([0, 1]);

    ends[1]?.resolve();
    await works[1];
    await expect.poll(() => started).toEqual([0, 1, 2]);

    ends[0]?.resolve();
    ends[2]?.resolve();
    await expect.poll(() => started).toEqual([0, 1, 2, 3, 4]);
    for (const { resolve } of ends) {
      resolve();
    }
    expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4]);
  });

  it('a newcomer to a waiting line never overtakes a waiting entry, even as one leaves', async () => {
    const { inTurn, started, ends, works } = startWorks(2, 1);
    const late = works[0]?.then(() => inTurn(async () => started.push(2)));
    for (const { resolve } of ends) {
      resolve();
    }
    await late;

    expect(started).toEqual([0, 1, 2]);
  });

  it('a waiting line continues after a failed entry', async () => {
    const inTurn = makeWaitingLine(1);
    const failing = inTurn(async () => {
      throw new Error('no');
    });
    const next = inTurn(async () => 'next');

    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
