// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { BillingMonths, BillingRun } from '#shared/contract/billing-runs.ts';
import { billingRunOf } from '#test/support/billing-runs/billing-run.ts';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { chooseMonth } from '#web/features/billing-runs/new-draft.tsx';
import { RunOverview } from '#web/features/billing-runs/run-overview.tsx';
import { type Answers, json, openBrowser } from '../screen.tsx';
import { DRAFT, plain, pressKey } from './run-screen.tsx';

const MONTHS: BillingMonths = {
  withoutFirstDay: 0,
  months: [
    { month: '2026-10', dueDate: '2026-12-02', run: null },
    { month: '2026-11', dueDate: '2026-12-02', run: { id: 3, state: 'done' } },
    { month: '2026-12', dueDate: '2026-12-02', run: null },
    { month: '2027-01', dueDate: '2027-01-01', run: null },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T08:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
});

const showOverview = async (runs: BillingRun[] = [], months = MONTHS, answers: Answers = {}) => {
  const browser = await openBrowser(
    {
      'GET /api/admin/billing-runs': () => json(runs),
      'GET /api/admin/billing-months': () => json(months),
      ...answers,
    },
    '/admin?section=billing-run',
  );
  await act(async () =>
    browser.show(
      <>
        <RunOverview />
        <Toaster />
      </>,
    ),
  );

  return {
    ...browser,
    drafts: () => browser.sent.filter(({ route }) => route === DRAFT).map(({ body }) => body),
  };
};

it('Enter makes the draft of the first month that is not billed, and opens it', async () => {
  let runs: BillingRun[] = [];
  const { drafts, router } = await showOverview([], MONTHS, {
    // The list names the draft as soon as it is there.
    'GET /api/admin/billing-runs': () => json(runs),
    [DRAFT]: () => {
      runs = [billingRunOf()];

      return json(billingRunOf(), 201);
    },
  });
  expect(await screen.findByLabelText('Month')).toHaveProperty('value', '2026-12');
  expect(screen.getByLabelText(/^Due date/)).toHaveProperty('value', '2026-12-02');
  await pressKey('Enter');

  expect(drafts()).toEqual([{ month: '2026-12' }]);
  await waitFor(() => expect(router.history.location.href).toBe('/admin?section=billing-run&run=7'));
});

it('the first draft asks from which day it bills, by default the first of its month', async () => {
  const { drafts } = await showOverview(
    [],
    { ...MONTHS, withoutFirstDay: 1200 },
    { [DRAFT]: () => json(billingRunOf(), 201) },
  );
  const day = await screen.findByLabelText(/^From which day does the run bill\?/);

  expect(day).toHaveProperty('value', '2026-12-01');
  expect(plain(document.body.textContent)).toContain('1 200 services have no first day to bill yet.');
  fireEvent.change(day, { target: { value: '2026-11-01' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make the draft' })));
  expect(drafts()).toEqual([{ month: '2026-12', billFrom: '2026-11-01' }]);
});

it.each([
  ['2026-11-19T21:59:59.000Z', [], '2026-11'],
  ['2026-11-19T22:00:00.000Z', [], '2026-12'],
  ['2026-11-10T08:00:00.000Z', ['2026-11'], '2026-12'],
  ['2026-11-25T08:00:00.000Z', ['2026-12'], '2027-01'],
  ['2026-11-25T08:00:00.000Z', ['2026-12', '2027-01'], '2026-12'],
])('on %s, with runs done of %j, the month that is proposed is %s', (now, done: string[], month) => {
  const months = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01'].map((one) => ({
    month: one,
    dueDate: '2026-12-02',
    run: done.includes(one) ? { id: 1, state: 'done' as const } : null,
  }));

  expect(chooseMonth({ months }, new Date(now))).toBe(month);
});

it('later drafts do not ask', async () => {
  await showOverview();
  await screen.findByLabelText('Month');

  expect(screen.queryByLabelText(/^From which day/)).toBeNull();
});

it('a day that the server refuses says so at its field', async () => {
  const sentence = 'Choose a day until 23 February 2027.';
  await showOverview([], MONTHS, {
    [DRAFT]: () => json({ code: 'invalid', message: sentence, fields: { dueDate: sentence } }, 400),
  });
  const due = await screen.findByLabelText(/^Due date/);
  fireEvent.change(due, { target: { value: '2028-01-01' } });
  await pressKey('Enter');

  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(due).toHaveProperty('value', '2028-01-01');
});

it('a draft beside a run that somebody else has begun leads to that run', async () => {
  const message = 'The run of November 2026 is open.';
  const { router } = await showOverview([], MONTHS, {
    [DRAFT]: () => json({ code: 'run_open', message, runId: 9 }, 409),
  });
  await screen.findByLabelText('Month');
  await pressKey('Enter');

  await waitFor(() => expect(router.history.location.href).toBe('/admin?section=billing-run&run=9'));
  expect(await screen.findByText(message)).toBeTruthy();
});

it('an open run takes the place of the choice of a month', async () => {
  await showOverview([billingRunOf({ state: 'stopped', issued: 74 })]);

  const link = await screen.findByRole('link', { name: 'Open the run' });
  expect(link.getAttribute('href')).toBe('/admin?section=billing-run&run=7');
  expect(screen.queryByRole('button', { name: 'Make the draft' })).toBeNull();
});

it('earlier runs are listed with what they issued', async () => {
  await showOverview([
    billingRunOf({
      id: 3,
      month: '2026-11',
      state: 'done',
      issued: 480,
      invoices: 480,
      issuedTotal: 201_500,
      mailed: 462,
      notMailed: 18,
      startedAt: '2026-10-26T08:00:00.000Z',
      startedBy: 'Naledi Khumalo',
    }),
  ]);
  await screen.findByRole('link', { name: 'November 2026' });

  const text = plain(document.body.textContent);
  expect(text).toContain('480 of 480 issued');
  expect(text).toContain('R 201 500,00');
  expect(text).toContain('462 mailed, 18 not mailed');
  expect(text).toContain('by Naledi Khumalo');
});
