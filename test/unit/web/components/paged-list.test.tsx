// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { SearchX } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { EmptyNote } from '#web/components/list/empty-note.tsx';
import { PagedList } from '#web/components/list/paged-list.tsx';
import { RowsOrCards } from '#web/components/list/rows-or-cards.tsx';
import { ApiError } from '#web/lib/reads/api-error.ts';
import { openBrowser } from '../screen.tsx';

interface Shown {
  items?: readonly string[];
  page?: number;
  total?: number;
  error?: Error;
}

/** Shows a list in this state; returns how it is read again. */
const showList = async ({ items, page = 1, total = 0, error }: Shown) => {
  const { show } = await openBrowser();
  const refetch = vi.fn();
  show(
    <PagedList
      read={{ error: error ?? null, refetch }}
      items={items}
      shown={items && { page, total }}
      icon={SearchX}
      pages={() => <nav aria-label="Pages" />}
      failed="The letters could not be read"
      waiting={<p>Loading letters</p>}
      empty={<EmptyNote icon={SearchX} title="No letters" />}
    >
      {(letters) => (
        <RowsOrCards
          items={letters}
          keyOf={(letter) => letter}
          columns={[{ name: 'Letter', cell: (letter) => letter }]}
          card={(letter) => letter}
        />
      )}
    </PagedList>,
  );

  return { refetch };
};

const PARTS = ['Loading letters', 'No letters', 'There is no page 9', 'a'];
const shownParts = () => PARTS.filter((text) => screen.queryByText(text) !== null);
const hasPages = () => screen.queryByRole('navigation', { name: 'Pages' }) !== null;

it.each<[string, Shown, readonly string[], boolean]>([
  ['until it is read its skeleton', {}, ['Loading letters'], false],
  ['without rows its note', { items: [] }, ['No letters'], false],
  [
    'after its last page that there is no such page',
    { items: [], page: 9, total: 3 },
    ['There is no page 9'],
    true,
  ],
  ['otherwise its rows and pages', { items: ['a'], total: 3 }, ['a'], true],
])('a list shows %s, and nothing else', async (_state, shown, parts, pages) => {
  await showList(shown);

  expect(shownParts()).toEqual(parts);
  expect(hasPages()).toBe(pages);
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each<[string, Shown, readonly string[]]>([
  ['in place of its skeleton', {}, []],
  ['above the rows of an earlier answer', { items: ['a'], total: 1 }, ['a']],
])('a list that could not be read says so %s, with a way to try again', async (_place, shown, parts) => {
  const { refetch } = await showList({ ...shown, error: new ApiError(0, 'The portal cannot be reached.') });

  expect(screen.getByRole('alert').textContent).toContain('The letters could not be read');
  expect(shownParts()).toEqual(parts);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});
