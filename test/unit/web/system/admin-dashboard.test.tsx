// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CountFigures } from '#shared/contract/figures.ts';
import { MonthCharts } from '#web/features/figures/month-charts.tsx';
import { AdminDashboard } from '#web/screens/admin/admin-dashboard.tsx';
import { json, openBrowser } from '../screen.tsx';

it('the dashboard shows its figures with their proportions, and the alert', async () => {
  const { show } = await openBrowser({
    'GET /api/admin/stats': () =>
      json({
        totalUsers: 1234,
        newSignups: 1012,
        activeUsers: 926,
        systemHealth: 'Degraded',
        healthCheckedAt: new Date(Date.now() - 4 * 60_000).toISOString(),
      }),
  });
  const { container } = show(<AdminDashboard />);
  await screen.findByText('926');

  // A non-breaking space separates thousands.
  for (const shown of [
    'Total Users1\u00A02341\u00A0012 new this month',
    'Active Users92675% active rate',
    'System HealthDegradedLast checked 4 min ago',
  ]) {
    expect(container.textContent).toContain(shown);
  }
  expect(screen.getByRole('heading', { name: 'System Alerts' })).toBeTruthy();
  expect(container.textContent).toContain('Scheduled maintenance on Sunday 2:00\u00A0AM.');
});

const showCounts = async (
  blockedAddresses: number,
  bank: Partial<CountFigures['bank']> = {},
  closedUntil: string | null = null,
  billing: Partial<CountFigures['billing']> = {},
) => {
  const counts = { overdueClients: 0, openTickets: null, helpdeskUrl: null, failedJobs: 0, pausedMails: [] };
  const { show } = await openBrowser({
    'GET /api/admin/figures/counts': () =>
      json({
        ...counts,
        blockedAddresses,
        closedUntil,
        billing: { unbilledMonth: null, run: null, ...billing },
        bank: {
          readUntil: null,
          neverRead: [],
          unidentified: 0,
          toBook: { lines: 0, sum: 0, file: null },
          ...bank,
        },
      }),
  });
  show(<AdminDashboard />);
};

it('the dashboard says how many mails came back, and leads to whose', async () => {
  await showCounts(1200);

  const link = await screen.findByRole('link', { name: /^Mails back: 1\s200$/ });
  expect(link.getAttribute('href')).toBe('/admin?section=users&mail=blocked');
});

it('the dashboard says since when lines of the bank are missing, and what nobody could place', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T08:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  await showCounts(0, { readUntil: '2026-11-19', neverRead: ['62000001234'], unidentified: 450 });

  const missing = await screen.findByRole('link', { name: 'Read bank from 20 Nov' });
  expect(missing.getAttribute('href')).toBe('/admin?section=bank');
  expect(screen.getByRole('link', { name: 'Account ending in 1234 never read' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Unidentified R\u00a0450,00' }).getAttribute('href')).toBe(
    '/admin?section=bank&view=unidentified',
  );
});

it('the dashboard says how many lines of the bank wait with which sum, and leads to the file of the oldest', async () => {
  await showCounts(0, { toBook: { lines: 7, sum: 5250.5, file: 31 } });

  const link = await screen.findByRole('link', { name: /^Bank: 7 to book ?, R\s5\s250,50$/ });
  expect(link.getAttribute('href')).toBe('/admin?section=bank&file=31');
});

it.each([
  ['2026-09-30', 'Close Oct'],
  ['2026-10-31', undefined],
  [null, undefined],
])(
  'after the month that was closed last (%s) the dashboard names the next one that is over: %s',
  async (until, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T08:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    await showCounts(0, {}, until);
    await screen.findByText('All is well');

    const link = screen.queryByRole('link', { name: /^Close / });
    expect(link?.textContent).toBe(words);
    expect(link?.getAttribute('href')).toBe(words && '/admin?section=bookkeeping&book=closings');
  },
);

it('the dashboard says which month is not billed yet, and leads to the runs', async () => {
  await showCounts(0, {}, null, { unbilledMonth: '2026-12' });

  const link = await screen.findByRole('link', { name: 'December is not billed yet' });
  expect(link.getAttribute('href')).toBe('/admin?section=billing-run');
});

it('the dashboard says what a stopped run has left, and leads to it, without asking for its month again', async () => {
  await showCounts(0, {}, null, {
    unbilledMonth: '2026-12',
    run: { id: 7, month: '2026-12', state: 'stopped', left: 412 },
  });

  const link = await screen.findByRole('link', { name: 'Run stopped: 412 left' });
  expect(link.getAttribute('href')).toBe('/admin?section=billing-run&run=7');
  expect(screen.queryByText('December is not billed yet')).toBeNull();
});

it('the dashboard counts the accounts that were never read, if there are several', async () => {
  await showCounts(0, { readUntil: null, neverRead: ['62000001234', '62000005678'], unidentified: 0 });

  const link = await screen.findByRole('link', { name: '2 accounts never read' });
  expect(link.getAttribute('href')).toBe('/admin?section=bank');
  expect(screen.queryByText(/Account ending in/)).toBeNull();
});

it('no line of the bank is missing on a Monday after Friday was read', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T08:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  await showCounts(0, { readUntil: '2026-11-20', unidentified: 0 });

  expect(await screen.findByText('All is well')).toBeTruthy();
  expect(screen.queryByText(/^Read bank/)).toBeNull();
});

it('the dashboard says nothing of mails that came back while there are none', async () => {
  await showCounts(0);

  expect(await screen.findByText('All is well')).toBeTruthy();
  expect(screen.getByText('How the portal stands')).toBeTruthy();
});

it('the sum that was invoiced this month leads to the totals of the month as far as it has come', async () => {
  vi.setSystemTime('2026-11-30T22:30:00Z');
  onTestFinished(() => void vi.useRealTimers());
  const { show } = await openBrowser({
    'GET /api/admin/figures/money': () =>
      json({ outstanding: 5, overdue: 0, invoicedThisMonth: 99.5, voidedThisMonth: 0, creditedThisMonth: 0 }),
  });
  show(<AdminDashboard />);
  const link = await screen.findByRole('link', { name: 'Invoiced This Month' });

  expect(link.getAttribute('href')).toBe('/admin?section=bookkeeping&from=2026-12-01&to=2026-12-01');
});

it.each([
  [0, 0, 'No voids or credits'],
  [20, 0, 'R 20,00 voided'],
  [0, 5.5, 'R 5,50 credited'],
  [20, 5.5, 'R 20,00 voided, R 5,50 credited'],
])(
  'beside what was invoiced this month stands what was taken back: %d void, %d credited',
  async (voided, credited, words) => {
    const { show } = await openBrowser({
      'GET /api/admin/figures/money': () =>
        json({
          outstanding: 5,
          overdue: 0,
          invoicedThisMonth: 99.5,
          voidedThisMonth: voided,
          creditedThisMonth: credited,
        }),
    });
    show(<AdminDashboard />);

    expect(await screen.findByText((text) => text.replace(/\s/g, ' ') === words)).toBeTruthy();
  },
);

const openCharts = async (change: object = {}) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-05T08:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    invoiced: index * 1000.5,
    voided: index === 2 ? 99.5 : 0,
    credited: index === 2 ? 0.5 : 0,
    received: index * 10,
    returned: index === 2 ? 5 : 0,
    newClients: index,
    ...change,
  }));
  const { show } = await openBrowser({ 'GET /api/admin/figures/months': () => json(months) });
  show(<MonthCharts />);

  return async (name: string) =>
    (await screen.findByRole('heading', { name })).closest('section') ?? expect.unreachable();
};

it('the chart of new clients says the value of the month that is chosen', async () => {
  const chartOf = await openCharts();
  const chart = await chartOf('New clients (that are still clients)');
  const slider = within(chart).getByRole('slider');
  expect(chart.textContent).toContain('December 2026 so far: 11');

  fireEvent.change(slider, { target: { value: '10' } });
  expect(chart.textContent).toContain('November 2026: 10');
  expect(slider.getAttribute('aria-valuetext')).toBe('November 2026: 10');
  expect(within(chart).getByRole('row', { name: 'March 2026 2' })).toBeTruthy();
});

it('a month of the chart of money leads to its days in Bookkeeping, and says what was invoiced and received', async () => {
  const chartOf = await openCharts();
  const chart = await chartOf('Invoiced and received');
  const march = within(chart).getByRole('link', { name: 'Bookkeeping of March 2026' });
  const december = within(chart).getByRole('link', { name: 'Bookkeeping of December 2026' });

  expect(within(chart).getAllByRole('link')).toHaveLength(12);
  expect(march.getAttribute('href')).toBe('/admin?section=bookkeeping&from=2026-03-01&to=2026-03-31');
  expect(december.getAttribute('href')).toBe('/admin?section=bookkeeping&from=2026-12-01&to=2026-12-05');
  expect(
    within(chart).getByRole('row', {
      name: /^March 2026 R\s2\s001,00, R\s99,50 voided, R\s0,50 credited R\s20,00, R\s5,00 reversed$/,
    }),
  ).toBeTruthy();
  expect(chart.textContent).toMatch(/December 2026 so far\s*Invoiced\s*R\s11\s005,50\s*Received\s*R\s110,00/);

  fireEvent.focus(march);
  expect(chart.textContent).toMatch(
    /March 2026Invoiced\s*R\s2\s001,00\s*R\s99,50 voided, R\s0,50 creditedReceived\s*R\s20,00\s*R\s5,00 reversed/,
  );
});

it('months in which nothing was invoiced or received have a sentence in the place of bars and links', async () => {
  const chartOf = await openCharts({ invoiced: 0, received: 0 });
  const chart = await chartOf('Invoiced and received');

  expect(chart.textContent).toContain('Nothing was invoiced or received in the last twelve months.');
  expect(within(chart).queryByRole('link')).toBeNull();
});
