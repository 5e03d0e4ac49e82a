// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { billingRunOf } from '#test/support/billing-runs/billing-run.ts';
import { RunView } from '#web/features/billing-runs/run-view.tsx';
import { json, openBrowser } from '../screen.tsx';
import { DRAFT, plain, press, pressKey, RUN, START, showRun } from './run-screen.tsx';

const at = (now: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
};

const STOPPED = billingRunOf({
  state: 'stopped',
  issued: 74,
  issuedTotal: 31_080,
  printed: 74,
  mailed: 70,
  notMailed: 4,
});

it('a draft says how many invoices it issues over how much, their VAT, its period and when they are due', async () => {
  at('2026-11-25T08:00:00.000Z');
  await showRun();
  const text = plain(document.body.textContent);

  expect(text).toContain('486 invoices, R 214 380,00, of it VAT R 27 962,61');
  expect(text).toContain('Dated today: VAT period that ends in November. Due 2 December. To credit 3.');
});

it('S asks with count, sum and month, and the focus is on the button that issues nothing', async () => {
  const { bodiesOf } = await showRun();
  await pressKey('s');
  const question = await screen.findByRole('alertdialog', {
    name: /^Issue 486 invoices over R\s214\s380,00 for December\?$/,
  });

  await waitFor(() =>
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' })),
  );
  expect(bodiesOf(START)).toEqual([]);
});

it.each([
  ['Issue all', { total: 214_380 }],
  ['Issue the first 20, then stop', { total: 214_380, stopsAfter: 20 }],
])('%s sends the total that was shown, and shows the progress', async (name, body) => {
  const { bodiesOf } = await showRun({
    answers: { [START]: () => json(billingRunOf({ state: 'running', issued: 0 }), 202) },
  });
  await pressKey('s');
  await screen.findByRole('alertdialog');
  await press(name);

  expect(bodiesOf(START)).toEqual([body]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('a draft of at most 20 invoices is not offered in two parts', async () => {
  await showRun({ run: billingRunOf({ invoices: 20 }) });
  await pressKey('s');
  await screen.findByRole('button', { name: 'Issue all' });

  expect(screen.queryByRole('button', { name: /then stop$/ })).toBeNull();
});

it('a start that the services have overtaken names what differs and makes the draft anew', async () => {
  const differences = [
    {
      userId: 1,
      OWNumber: 'OW10001',
      name: 'Naidoo',
      service: 'LTE 50 GB',
      from: '2026-12-01',
      to: '2026-12-31',
      was: 370,
      is: 399,
    },
    {
      userId: 2,
      OWNumber: 'OW10002',
      name: 'Zulu',
      service: 'Fibre',
      from: '2026-12-01',
      to: '2026-12-31',
      was: null,
      is: 700,
    },
    {
      userId: 3,
      OWNumber: 'OW10003',
      name: 'Botha',
      service: 'Voice',
      from: '2026-12-01',
      to: '2026-12-31',
      was: 99,
      is: null,
    },
  ];
  const { bodiesOf } = await showRun({
    answers: {
      [START]: () => json({ code: 'run_changed', message: 'It has changed', differences }, 409),
      [DRAFT]: () => json(billingRunOf({ total: 215_000 }), 201),
    },
  });
  await pressKey('s');
  await screen.findByRole('alertdialog');
  await press('Issue all');
  const alert = plain((await screen.findByRole('alert')).textContent);

  expect(alert).toContain('Nothing is issued');
  expect(alert).toContain('OW10001 Naidoo, LTE 50 GB: R 399,00, was R 370,00');
  expect(alert).toContain('OW10002 Zulu, Fibre: new, R 700,00');
  expect(alert).toContain('OW10003 Botha, Voice: gone, was R 99,00');
  await act(async () =>
    fireEvent.click(
      within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make the draft anew' }),
    ),
  );
  expect(bodiesOf(DRAFT)).toEqual([{ month: '2026-12' }]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

it('a start whose total somebody else has changed does not blame the services', async () => {
  await showRun({
    answers: {
      [START]: () => json({ code: 'run_changed', message: 'It has changed', differences: [] }, 409),
    },
  });
  await pressKey('s');
  await screen.findByRole('alertdialog');
  await press('Issue all');

  expect((await screen.findByRole('alert')).textContent).toContain('left out or taken in elsewhere');
});

it('R makes the draft of the same month anew', async () => {
  const { bodiesOf } = await showRun({ answers: { [DRAFT]: () => json(billingRunOf(), 201) } });
  await pressKey('r');

  await waitFor(() => expect(bodiesOf(DRAFT)).toEqual([{ month: '2026-12' }]));
});

it('a run that is under way says how far it is and offers Stop alone', async () => {
  const { bodiesOf } = await showRun({
    run: billingRunOf({ state: 'running', issued: 312, printed: 298, mailed: 240, notMailed: 18 }),
    answers: { 'POST /api/admin/billing-runs/7/stop': () => json(STOPPED) },
  });

  expect(plain(document.body.textContent)).toContain(
    '312 of 486 issued · 298 printed · 240 mailed · 18 not mailed',
  );
  expect(screen.queryByRole('link', { name: /Go on|Cancel the run/ })).toBeNull();
  await press('Stop');
  expect(bodiesOf('POST /api/admin/billing-runs/7/stop')).toHaveLength(1);
});

it('C on a stopped run names what is left before it goes on, and a refusal stands in the question', async () => {
  const CONTINUE = 'POST /api/admin/billing-runs/7/continue';
  const message = 'A run goes on only on the day on which it stopped.';
  await showRun({
    run: STOPPED,
    answers: { [CONTINUE]: () => json({ code: 'conflict', message }, 409) },
  });
  await pressKey('c');
  await screen.findByRole('alertdialog', {
    name: /^Go on with 412 invoices over R\s183\s300,00 for December\?$/,
  });
  await press('Go on');

  expect((await screen.findByRole('alert')).textContent).toContain(message);
});

it('Cancel says what stays unbilled and what stays issued', async () => {
  const CANCEL = 'POST /api/admin/billing-runs/7/cancel';
  const { bodiesOf } = await showRun({
    run: STOPPED,
    answers: { [CANCEL]: () => json({ ...STOPPED, state: 'cancelled' }) },
  });
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Cancel the run' })));
  const words = await screen.findByText(/unbilled/, { selector: '[role=alertdialog] *' });

  expect(plain(words.textContent)).toContain(
    '412 invoices over R 183 300,00 stay unbilled, until a new draft of December finds them. The 74 that are issued stay.',
  );
  await press('Cancel the run');
  expect(bodiesOf(CANCEL)).toHaveLength(1);
});

it('a run that stands still says why', async () => {
  const error = 'The database could not be reached. Go on, or cancel the rest.';
  await showRun({ run: { ...STOPPED, error } });

  expect(screen.getByText(error)).toBeTruthy();
});

it('a draft is thrown away after a question, and the page shows the months again', async () => {
  const { router } = await showRun({
    answers: { 'DELETE /api/admin/billing-runs/7': () => new Response(null, { status: 204 }) },
  });
  await act(async () => fireEvent.click(screen.getByRole('link', { name: /^Throw the draft away/ })));
  await screen.findByRole('alertdialog');
  await press('Throw it away');

  await waitFor(() => expect(router.history.location.href).toBe('/admin?section=billing-run'));
});

it('a run that is gone says so', async () => {
  const { show } = await openBrowser({
    [RUN]: () => json({ code: 'not_found', message: 'Not found' }, 404),
  });
  show(<RunView runId={7} lines={undefined} search={undefined} page={1} onSearch={() => undefined} />);

  expect(await screen.findByText('There is no such run')).toBeTruthy();
});
