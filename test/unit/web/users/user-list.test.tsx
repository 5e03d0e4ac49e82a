// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { UserList, UserListFilters } from '#shared/contract/users/user-list.ts';
import { makeUser } from '#test/support/users/made-users.ts';
import { ExportButton } from '#web/features/users/list/user-filters.tsx';
import { UserManagement } from '#web/features/users/list/user-management.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

// A part that loads during a test suspends it.
beforeAll(() => ExportButton.preload());

const COUNTS = { total: 250, active: 200, admins: 3, filtered: 250 };

/** Opens the list at a page and with these filters. */
const showList = async (answers: Answers, page: number, filters: UserListFilters = {}) => {
  const onFiltersChange = vi.fn();
  const { show } = await openBrowser(answers);
  // Awaited, because the button of the file is loaded after the list.
  await act(async () =>
    show(
      <UserManagement
        filters={filters}
        page={page}
        limit={30}
        sort="joined"
        order="desc"
        onFiltersChange={onFiltersChange}
        onSortChange={() => undefined}
        onLimitChange={() => undefined}
      />,
    ),
  );

  return { onFiltersChange };
};

/** Opens the list at the page of this answer of the server. */
const openList = (search: string, answer: Omit<UserList, 'limit' | 'counts'>, filters?: UserListFilters) =>
  showList(
    { [`GET /api/admin/users?${search}`]: () => json({ ...answer, limit: 30, counts: COUNTS }) },
    answer.page,
    filters,
  );

const FIRST_PAGE = 'GET /api/admin/users?page=1&limit=30&sort=joined&order=desc';

it.each<[string, Answers[string], number]>([
  ['is absent while the list has no answer', () => new Promise(() => undefined), 0],
  ['is there when the list has failed', () => json({ message: 'Away' }, 503), 1],
])('Export, whose press the page that is rendered ahead would lose, %s', async (_, answer, buttons) => {
  await showList({ [FIRST_PAGE]: answer }, 1);

  await expect.poll(() => screen.queryAllByRole('button', { name: /^Export as CSV/ })).toHaveLength(buttons);
});

it.each<[string, UserListFilters]>([
  ['search=nobody', { search: 'nobody' }],
  ['mail=blocked', { mail: 'blocked' }],
])('a filter that matches no user offers to clear the filters: %s', async (search, filters) => {
  const { onFiltersChange } = await openList(
    `${search}&page=1&limit=30&sort=joined&order=desc`,
    { users: [], total: 0, page: 1 },
    filters,
  );
  expect(await screen.findByText('No users found')).toBeTruthy();
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Export as CSV for Excel' });
  expect(save.disabled).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onFiltersChange).toHaveBeenCalledWith({});
});

it('the filter for blocked mail keeps the other filters', async () => {
  const filters = { search: 'smith', status: 'active' } as const;
  const { onFiltersChange } = await openList('', { users: [], total: 0, page: 1 }, filters);

  fireEvent.change(screen.getByRole('combobox', { name: 'Mail', hidden: true }), {
    target: { value: 'blocked' },
  });
  expect(onFiltersChange).toHaveBeenCalledWith({ ...filters, mail: 'blocked' });
});

it('a page beyond the last page of the users says so without a range, and leads back', async () => {
  await openList('page=101&limit=30&sort=joined&order=desc', { users: [], total: 250, page: 101 });

  expect(await screen.findByText('There is no page 101')).toBeTruthy();
  expect(screen.queryByText(/\d–\d+ of/)).toBeNull();
  const back = screen.getByRole('link', { name: 'Go to the first page' });
  expect(back.getAttribute('href')).not.toContain('page=');
});

it('a row of the list says that mail to its user comes back', async () => {
  const row = { ...makeUser(), User_Date: '2026-11-01T00:00:00Z', owed: 0, overdue: 0, services: 1 };
  await openList('page=1&limit=30&sort=joined&order=desc', {
    users: [
      { ...row, User_Id: 1, User_Name: 'Sipho', mailComesBack: true },
      { ...row, User_Id: 2, User_Name: 'Naledi', mailComesBack: false },
    ],
    total: 2,
    page: 1,
  });

  expect((await screen.findByRole('link', { name: 'Sipho Nkosi' })).parentElement?.textContent).toBe(
    'Sipho NkosiMail comes back',
  );
  expect(screen.getByRole('link', { name: 'Naledi Nkosi' }).parentElement?.textContent).toBe('Naledi Nkosi');
});
