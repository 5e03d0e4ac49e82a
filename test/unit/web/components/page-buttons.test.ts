import { expect, it } from 'vitest';
import { pageButtons } from '#web/components/list/page-buttons.ts';

it.each([
  { page: 1, pageCount: 1, near: [1], last: undefined },
  { page: 2, pageCount: 3, near: [1, 2, 3], last: undefined },
  { page: 1, pageCount: 9, near: [1, 2, 3, 4, 5], last: 9 },
  { page: 5, pageCount: 9, near: [3, 4, 5, 6, 7], last: 9 },
  { page: 6, pageCount: 9, near: [4, 5, 6, 7, 8], last: 9 },
  { page: 7, pageCount: 9, near: [5, 6, 7, 8, 9], last: undefined },
  { page: 9, pageCount: 9, near: [5, 6, 7, 8, 9], last: undefined },
])('page $page of $pageCount offers up to five pages and the last one', ({ page, pageCount, near, last }) => {
  expect(pageButtons(page, pageCount)).toEqual({ near, last });
});

it('an empty list has no page buttons', () => {
  expect(pageButtons(1, 0)).toEqual({ near: [], last: undefined });
});

it('a page beyond the last has buttons to the existing pages', () => {
  expect(pageButtons(40, 9)).toEqual({ near: [5, 6, 7, 8, 9], last: undefined });
});
