// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { Job } from '#shared/contract/jobs.ts';
import type { UserList } from '#shared/contract/users/user-list.ts';
import { BackgroundJobs } from '#web/features/jobs/background-jobs.tsx';
import { ServicesTab } from '#web/features/services/services-tab.tsx';
import { ExportButton } from '#web/features/users/list/user-filters.tsx';
import { UserManagement } from '#web/features/users/list/user-management.tsx';
import { AdminDashboard } from '#web/screens/admin/admin-dashboard.tsx';
import { json, openBrowser } from '../screen.tsx';

// A part that loads during a test suspends it.
beforeAll(() => ExportButton.preload());

const MESSAGE = 'The portal cannot reach its database.';

const JOB: Job = {
  id: 4,
  kind: 'invoice-pdf',
  about: {
    text: 'Invoice INV-2026-000003',
    userId: 7,
    user: { id: 7, name: 'Naledi Mokoena', company: null, OWNumber: 'OW10002' },
  },
  state: 'failed',
  attempts: 75,
  error: 'The cloud drive storage is not answering.',
  unsent: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
};
const NO_USERS: UserList = {
  users: [],
  total: 0,
  page: 1,
  limit: 30,
  counts: { total: 3, active: 2, admins: 1, filtered: 0 },
};
const STATS = {
  totalUsers: 1234,
  newSignups: 1012,
  activeUsers: 926,
  systemHealth: 'Degraded',
  healthCheckedAt: null,
};

const doNothing = () => undefined;

it.each<{ what: string; route: string; shown: ReactNode; answer: unknown; retry: string; later: RegExp }>([
  {
    what: 'the services of a client',
    route: 'GET /api/admin/users/7/services',
    shown: <ServicesTab userId={7} />,
    answer: [],
    retry: 'Try again',
    later: /^No services found/,
  },
  {
    what: 'the list of users',
    route: 'GET /api/admin/users?page=1&limit=30&sort=joined&order=desc',
    shown: (
      <UserManagement
        filters={{}}
        page={1}
        limit={30}
        sort="joined"
        order="desc"
        onFiltersChange={doNothing}
        onSortChange={doNothing}
        onLimitChange={doNothing}
      />
    ),
    answer: NO_USERS,
    retry: 'Try again',
    later: /^No users found/,
  },
  {
    what: 'the list of jobs',
    route: 'GET /api/admin/jobs?state=failed',
    shown: <BackgroundJobs state="failed" onStateChange={doNothing} />,
    answer: [JOB],
    retry: 'Try again',
    later: /^Invoice INV-2026-000003$/,
  },
  {
    what: 'the figures of the dashboard',
    route: 'GET /api/admin/stats',
    shown: <AdminDashboard />,
    answer: STATS,
    retry: 'Try again',
    later: /new this month$/,
  },
])('$what that cannot be read say so with the reason, and are read on the next try', async (read) => {
  let isRefused = true;
  const { show } = await openBrowser({
    [read.route]: () =>
      isRefused ? json({ message: MESSAGE, code: 'unavailable' }, 503) : json(read.answer),
  });
  const { container } = show(read.shown);
  await waitFor(() => expect(container.textContent).toContain(MESSAGE));
  expect(screen.queryByText(read.later)).toBeNull();

  isRefused = false;
  fireEvent.click(screen.getByRole('button', { name: read.retry }));
  expect((await screen.findAllByText(read.later)).length).toBeGreaterThan(0);
  await waitFor(() => expect(container.textContent).not.toContain(MESSAGE));
});

it('cards whose figures cannot be read say so once, and the others are shown', async () => {
  const { show } = await openBrowser({
    'GET /api/admin/stats': () => json({ message: MESSAGE, code: 'unavailable' }, 503),
    'GET /api/admin/figures/money': () =>
      json({ outstanding: 5, overdue: 0, invoicedThisMonth: 1, voidedThisMonth: 0, creditedThisMonth: 0 }),
  });
  show(<AdminDashboard />);

  expect((await screen.findByRole('alert')).textContent).toContain(MESSAGE);
  expect(await screen.findByRole('link', { name: 'Outstanding' })).toBeTruthy();
});
