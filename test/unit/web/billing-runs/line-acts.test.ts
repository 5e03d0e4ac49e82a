import { describe, expect, it } from 'vitest';
import { LINE_REASONS, type LineReason, TAKEN_IN_REASONS } from '#shared/billing/run-words.ts';
import { runLineOf } from '#test/support/billing-runs/billing-run.ts';
import { keepPlaces, mendOf, toggled, toggleOf } from '#web/features/billing-runs/lines/line-acts.ts';
import { readOpened } from '#web/lib/address/dialogs.ts';
import { ADMIN_DIALOGS } from '#web/screens/admin/admin-dialogs.tsx';
import { adminSearch } from '#web/screens/admin/admin-search.ts';

const REASONS = Object.keys(LINE_REASONS) as LineReason[];
const leftOut = (reason: LineReason) => runLineOf(1, { state: 'left-out', group: 'left-out', reason });
const idsOf = (lines: readonly { id: number }[]) => lines.map(({ id }) => id);

it.each(REASONS)('X takes a line in exactly if the server does so for its reason: %s', (reason) => {
  const mayBe = (TAKEN_IN_REASONS as readonly LineReason[]).includes(reason);

  expect(toggleOf(leftOut(reason))).toBe(mayBe ? 'take-in' : undefined);
});

it('X leaves out a line that is billed, and does nothing with one that is only listed or issued', () => {
  expect(toggleOf(runLineOf(1))).toBe('leave-out');
  expect(toggleOf(runLineOf(1, { state: 'listed', group: 'gone', reason: 'ended' }))).toBeUndefined();
  expect(toggleOf(runLineOf(1, { state: 'issued' }))).toBeUndefined();
});

it('X twice is what was before', () => {
  const line = runLineOf(1);

  expect(toggled(toggled(line))).toEqual(line);
});

/** Reasons that nobody mends in the portal: the days are billed, the client is gone, or X is the way. */
const UNMENDED: LineReason[] = [
  'excluded',
  'freed',
  'perhaps-billed',
  'ended',
  'deleted',
  'billed-before',
  'billed-meanwhile',
  'client-deleted',
];

it('each reason for which a line is left out has a way to mend it, or none is needed', () => {
  const unmended = REASONS.filter((reason) => mendOf(leftOut(reason)) === undefined);

  expect(unmended.toSorted()).toEqual(UNMENDED.toSorted());
});

it.each(REASONS.filter((reason) => !UNMENDED.includes(reason)))(
  'the way to mend %s is an address of the portal, whose dialog has a subject that it reads',
  (reason) => {
    const params = { section: 'billing-run', run: 7, ...mendOf(leftOut(reason))?.params };
    const address = adminSearch(params);

    expect(address).toEqual(params);
    expect(address.client).toBe(101);
    const { name, subject } = readOpened(address.open ?? '');
    const row = Object.entries(ADMIN_DIALOGS).find(([one]) => one === name)?.[1];
    expect(address.open === undefined || row !== undefined).toBe(true);
    expect(!row?.readSubject || row.readSubject(subject)).toBeTruthy();
  },
);

it('what is to be credited opens the credit note of its invoice with the first day after the end', () => {
  const line = runLineOf(1, { group: 'to-credit', state: 'listed', invoiceId: 31, from: '2026-12-11' });

  expect(mendOf(line)?.params).toEqual({
    client: 101,
    tab: 'invoices',
    open: 'invoice.credit:31:service:501:2026-12-11',
  });
});

describe('the place of a line', () => {
  const [first, second, third] = [runLineOf(1), runLineOf(2), runLineOf(3)];

  it('stays after X, although the view has lost it', () => {
    expect(idsOf(keepPlaces([first, third], [second], [1, 2, 3]))).toEqual([1, 2, 3]);
    expect(idsOf(keepPlaces([second, third], [first], [1, 2, 3]))).toEqual([1, 2, 3]);
  });

  it('stays for several lines in their order, in whichever order they were acted on', () => {
    expect(idsOf(keepPlaces([first], [third, second], [1, 2, 3]))).toEqual([1, 2, 3]);
    expect(idsOf(keepPlaces([], [third, first, second], [1, 2, 3]))).toEqual([1, 2, 3]);
  });

  it('is that of the view for a line that it still has', () => {
    expect(idsOf(keepPlaces([third, second], [second], [1, 2, 3]))).toEqual([3, 2]);
  });
});
