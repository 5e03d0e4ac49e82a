// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BillingRunLine } from '#shared/contract/billing-runs.ts';
import { billingRunOf, runLineOf, runLinesOf } from '#test/support/billing-runs/billing-run.ts';
import { json } from '../screen.tsx';
import { EXCLUDE, plain, press, pressKey, RUN, showRun } from './run-screen.tsx';

const THREE = [runLineOf(1), runLineOf(2), runLineOf(3)];

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-run-line]')];
const rowOf = (id: number) =>
  document.querySelector<HTMLElement>(`[data-run-line="${id}"]`) ?? expect.unreachable();
const selectedId = () =>
  Number(
    rows().find((row) => row.ariaCurrent === 'true' || row.getAttribute('aria-current') === 'true')?.dataset
      .runLine,
  );
const said = () => screen.getAllByRole('status').map(({ textContent }) => plain(textContent));

/** Shows the lines of a draft, which its view loses once they are left out. */
const showLines = async (lines: BillingRunLine[], view = 'same') => {
  let left = lines;
  let run = billingRunOf();
  const browser = await showRun({
    view,
    answers: {
      [RUN]: () => json(run),
      [`GET /api/admin/billing-runs/7/lines?group=${view}&page=1`]: () => json(runLinesOf(left)),
      [EXCLUDE]: () => {
        left = [];
        run = billingRunOf({ invoices: 485, total: 214_010 });

        return json(run);
      },
    },
  });
  await waitFor(() => expect(rows().length).toBe(lines.length));

  return browser;
};

it('J and K move along the lines, and the selected one has the focus', async () => {
  await showLines(THREE);
  await pressKey('j');
  await pressKey('j');
  await pressKey('k');

  expect(selectedId()).toBe(2);
  expect(document.activeElement).toBe(rowOf(2));
});

it('X leaves the selected line out and X again takes it in, while it keeps its place and the sums follow', async () => {
  const { bodiesOf } = await showLines(THREE);
  await pressKey('j');
  await pressKey('x');

  expect(bodiesOf(EXCLUDE)).toEqual([{ lineIds: [2], excluded: true }]);
  await waitFor(() => expect(said()).toContain('Left out: Client 2, R 370,00'));
  expect(plain(document.body.textContent)).toContain('485 invoices, R 214 010,00');
  expect(within(rowOf(2)).getByText('Left out by an administrator')).toBeTruthy();
  await pressKey('x');
  await waitFor(() => expect(said()).toContain('Taken in: Client 2, R 370,00'));

  expect(bodiesOf(EXCLUDE)[1]).toEqual({ lineIds: [2], excluded: false });
  expect(within(rowOf(2)).queryByText('Left out by an administrator')).toBeNull();
});

it('X on a line whose reason must be mended sends nothing and says so', async () => {
  const { bodiesOf } = await showLines(
    [runLineOf(1, { group: 'left-out', state: 'left-out', reason: 'no-address' })],
    'left-out',
  );
  await pressKey('x');

  expect(bodiesOf(EXCLUDE)).toEqual([]);
  expect(said()).toContain('Mend the reason first, then make the draft anew.');
});

it('a line without an address leads to that field of its client, over the run', async () => {
  await showLines(
    [runLineOf(1, { group: 'left-out', state: 'left-out', reason: 'no-address', amount: 6210 })],
    'left-out',
  );

  const link = screen.getByRole('link', { name: 'Add the address: Client 1' });
  expect(link.getAttribute('href')).toBe(
    '/admin?section=billing-run&run=7&client=101&open=user.edit%3A101%3AUser_Address',
  );
});

it('Enter opens the record of the selected client, over the run', async () => {
  const { router } = await showLines(THREE);
  await pressKey('j');
  await pressKey('Enter');

  await waitFor(() =>
    expect(router.history.location.href).toBe('/admin?section=billing-run&run=7&client=102'),
  );
});

it('a line says by a word how it differs, and what the month before billed', async () => {
  await showLines(
    [
      runLineOf(1, { group: 'price', amount: 399, lastAmount: 370 }),
      runLineOf(2, { group: 'gone', state: 'listed', reason: 'suspended', lastAmount: 185 }),
    ],
    'differs',
  );

  expect(plain(rowOf(1).textContent)).toContain('Price');
  expect(plain(rowOf(1).textContent)).toContain('R 399,00November R 370,00');
  expect(plain(rowOf(2).textContent)).toMatch(/Gone.*November R 185,00.*The service is suspended/);
});

it('what was perhaps billed by hand is taken in on all pages by one press, and nothing else', async () => {
  const perhaps = (id: number) =>
    runLineOf(id, { group: 'left-out', state: 'left-out', reason: 'perhaps-billed' });
  const free = runLineOf(2, { group: 'left-out', state: 'left-out', reason: 'free' });
  const page = (number: number, lines: BillingRunLine[]) => () =>
    json({ ...runLinesOf(lines), page: number, total: 3 });
  const { bodiesOf } = await showRun({
    view: 'left-out',
    answers: {
      'GET /api/admin/billing-runs/7/lines?group=left-out&page=1': page(1, [perhaps(1), free]),
      'GET /api/admin/billing-runs/7/lines?group=left-out&page=2': page(2, [perhaps(3)]),
      [EXCLUDE]: () => json(billingRunOf()),
    },
  });
  await screen.findByText('Client 1');
  await press('Take in all that were perhaps billed');

  await waitFor(() => expect(bodiesOf(EXCLUDE)).toEqual([{ lineIds: [1, 3], excluded: false }]));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'));
  await press('Undo');
  await waitFor(() => expect(bodiesOf(EXCLUDE)[1]).toEqual({ lineIds: [1, 3], excluded: true }));
});

it('a draft that leaves nothing out says so and leads to what differs', async () => {
  await showRun({ view: 'left-out' });

  expect(await screen.findByText('Nothing is left out')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show what differs' })).toBeTruthy();
});

it('the lines of a run that was started cannot be decided any more, and name their invoice and mail', async () => {
  const { bodiesOf } = await showRun({
    run: billingRunOf({ state: 'done', issued: 486, printed: 486, mailed: 486 }),
    lines: runLinesOf([
      runLineOf(1, { state: 'issued', invoiceId: 31, invoiceNumber: 'INV-2026-000031', mail: 'Delivered' }),
    ]),
  });
  await screen.findByText('Client 1');
  await pressKey('x');

  expect(bodiesOf(EXCLUDE)).toEqual([]);
  expect(screen.queryByRole('button', { name: /^Leave out/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'INV-2026-000031' }).getAttribute('href')).toContain(
    'open=invoice.view%3A31',
  );
  expect(rowOf(1).textContent).toContain('Delivered');
});
