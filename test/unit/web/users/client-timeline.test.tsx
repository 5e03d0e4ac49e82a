// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TIMELINE_SHOWN } from '#shared/contract/limits.ts';
import type { TimelineEntry, TimelineKind } from '#shared/contract/users/timeline.ts';
import { ClientTimeline } from '#web/features/users/record/client-timeline.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';

const PAYMENT: TimelineEntry = {
  at: '2026-11-20T21:59:00.000Z',
  kind: 'payment',
  text: 'Payment by EFT',
  by: 'Nomsa Dlamini',
  amount: 100,
  link: { kind: 'payment', id: 3 },
  cursor: 'of 3',
};

const SIGN_IN: TimelineEntry = {
  // The same day in UTC, the next one in Johannesburg.
  at: '2026-11-20T22:01:00.000Z',
  kind: 'sign-in',
  text: 'Signed in',
  by: 'The client',
  amount: null,
  link: null,
  cursor: 'of 4',
};

const ROUTE = 'GET /api/admin/users/7/timeline';

const showTimeline = async (answers: Answers, kind?: TimelineKind) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T08:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { show } = await openBrowser(answers);
  show(<ClientTimeline userId={7} kind={kind} />);
};

it('a timeline is grouped by days of Johannesburg, and tells who, when, how much and what it opens', async () => {
  await showTimeline({ [ROUTE]: () => json([SIGN_IN, PAYMENT]) });

  const today = await screen.findByRole('region', { name: 'Today, 21 November' });
  const yesterday = screen.getByRole('region', { name: 'Yesterday, 20 November' });
  expect(within(today).getByRole('listitem').textContent).toBe('Signed in00:01 · The client');
  expect(within(yesterday).getByRole('listitem').textContent).toMatch(
    /^Payment by EFT23:59 · Nomsa Dlamini−R\s100,00$/,
  );
  expect(within(today).queryByRole('link')).toBeNull();
  expect(within(yesterday).getByRole('link', { name: 'Payment by EFT' }).getAttribute('href')).toBe(
    '/admin?tab=payments',
  );
});

it('a kind of which there is nothing says so, and leads to everything', async () => {
  await showTimeline({ [`${ROUTE}?kind=sign-in`]: () => json([]) }, 'sign-in');
  expect(await screen.findByText('No sign-ins yet')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show everything' })).toBeDefined();
});

it('the last page of older entries takes away its button, and its first entry gets the focus', async () => {
  const page = Array.from({ length: TIMELINE_SHOWN }, (_, index) => ({ ...SIGN_IN, cursor: `of-${index}` }));
  await showTimeline({
    [ROUTE]: () => json(page),
    [`${ROUTE}?before=of-49`]: () => json([{ ...PAYMENT, text: 'The oldest one' }]),
  });
  const older = await screen.findByRole('button', { name: 'Show older' });
  older.focus();
  await act(async () => fireEvent.click(older));

  await screen.findByText('The oldest one');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  await expect.poll(() => document.activeElement?.textContent).toContain('The oldest one');
});

it('older entries that cannot be read leave the others, and can be asked for again', async () => {
  const page = Array.from({ length: TIMELINE_SHOWN }, (_, index) => ({ ...SIGN_IN, cursor: `of-${index}` }));
  const answers: Answers = {
    [ROUTE]: () => json(page),
    [`${ROUTE}?before=of-49`]: () => json({ message: 'Not now.' }, 503),
  };
  await showTimeline(answers);
  const older = await screen.findByRole('button', { name: 'Show older' });
  await act(async () => fireEvent.click(older));
  await screen.findByText('The older entries could not be read');
  answers[`${ROUTE}?before=of-49`] = () => json([PAYMENT]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));

  expect(await screen.findByText('Payment by EFT')).toBeDefined();
});
