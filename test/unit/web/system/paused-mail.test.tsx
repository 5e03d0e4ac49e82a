// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CountFigures } from '#shared/contract/figures.ts';
import { FailedJobsCard } from '#web/features/figures/figure-cards.tsx';
import { PausedMailNote } from '#web/features/figures/paused-mail-note.tsx';
import { json, openBrowser } from '../screen.tsx';

const showWith = async (pausedMails: CountFigures['pausedMails']) => {
  const counts = {
    overdueClients: 0,
    openTickets: null,
    helpdeskUrl: null,
    failedJobs: 0,
    blockedAddresses: 0,
    pausedMails,
  };
  const { show } = await openBrowser({ 'GET /api/admin/figures/counts': () => json(counts) });
  show(
    <>
      <FailedJobsCard />
      <PausedMailNote />
    </>,
  );
};

const since = '2026-11-24T10:00:00Z';

it('dashboard and Background Jobs say which mails are paused, how many wait, and where their clients are', async () => {
  await showWith([{ share: 'business', since, waiting: 1200 }]);

  expect(await screen.findByText(/Business mail is paused, 1\s200 wait/)).toBeTruthy();
  const note = screen.getByRole('status');
  expect(note.textContent).toMatch(/Business mail is paused: 1\s200 mails wait/);
  expect(note.textContent).toContain('Since Nov 24, 2026 12:00');
  expect(screen.getByRole('link', { name: 'clients whose mail comes back' }).getAttribute('href')).toBe(
    '/admin?section=users&mail=blocked',
  );
});

it('a person is told that invitations are paused, and of each kind of mail by itself', async () => {
  await showWith([
    { share: 'business', since, waiting: 2 },
    { share: 'invite', since, waiting: 1 },
  ]);

  const notes = await screen.findAllByRole('status');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Business mail is paused: 2 mails wait'),
    expect.stringContaining('Invitations are paused: 1 mail waits'),
  ]);
});

it('nothing is said of mail while all mails go out', async () => {
  await showWith([]);

  expect(await screen.findByText('All is well')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});
