// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ListPage, useNeighbours } from '#web/lib/address/neighbours.ts';

const LIMIT = 30;
const pageOf = (ids: number[], total: number): ListPage => ({
  total,
  clients: ids.map((userId) => ({ userId, name: `Client ${userId}`, OWNumber: `OW${userId}` })),
});

/** Finds the neighbours of a client on page 2 of these pages. */
const openRecord = (first: Record<number, ListPage>, userId: number) => {
  const { result, rerender } = renderHook(
    ({ pages, id }) =>
      useNeighbours({ page: 2, limit: LIMIT }, id, (shown) => (shown ? pages[shown.page] : undefined)),
    { initialProps: { pages: first, id: userId } },
  );

  return { result, rerender };
};

it('the neighbours of a client at the edge of a page are on the pages beside it', () => {
  const pages = { 1: pageOf([1, 2], 62), 2: pageOf([3], 62), 3: pageOf([4], 62) };
  const { result } = openRecord(pages, 3);

  expect(result.current).toMatchObject({
    client: { name: 'Client 3' },
    position: 31,
    total: 62,
    previous: { userId: 2, page: 1 },
    next: { userId: 4, page: 3 },
  });
});

it('a client who leaves the list while the record is open still has neighbours: the next one took the place', () => {
  const { result, rerender } = openRecord({ 2: pageOf([3, 4, 5], 33) }, 4);
  rerender({ pages: { 2: pageOf([3, 5], 32) }, id: 4 });

  expect(result.current).toMatchObject({
    client: { name: 'Client 4' },
    position: undefined,
    total: 32,
    previous: { userId: 3, page: 2 },
    next: { userId: 5, page: 2 },
  });
});

it('a client who was never on the shown page has no neighbours', () => {
  const { result } = openRecord({ 2: pageOf([3, 4, 5], 33) }, 9);

  expect(result.current).toBeUndefined();
});
