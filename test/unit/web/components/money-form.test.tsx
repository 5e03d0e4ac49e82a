// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { ReadBefore } from '#web/components/money/read-before.tsx';
import { useMoneyForm } from '#web/components/money/use-money-form.ts';
import { forgetDrafts, forgetDraftsOfOthers, keepDrafts } from '#web/lib/forms/drafts.ts';
import { openBrowser } from '../screen.tsx';

const FORM = z.object({ reason: z.string() });

const openForm = async (draft?: string) => {
  const { use } = await openBrowser();

  return use(() => useMoneyForm(FORM, { reason: '' }, draft));
};

beforeEach(() => {
  onTestFinished(forgetDrafts);
});

it('an opened form sends whatever is typed into it with one key, and another form with another', async () => {
  const opened = await openForm('refund of 7');
  const first = opened.current.keyed({ reason: 'Left us' });
  const again = opened.current.keyed({ reason: 'Moved away' });
  cleanup();
  const other = await openForm('refund of 7');

  expect(first).toEqual({
    body: { reason: 'Left us' },
    idempotencyKey: expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(again.idempotencyKey).toBe(first.idempotencyKey);
  expect(other.current.keyed({}).idempotencyKey).not.toBe(first.idempotencyKey);
});

it('a form that outlives an ended session keeps its key, so that an unanswered request is not written twice', async () => {
  const opened = await openForm('refund of 7');
  act(() => opened.current.form.setValue('reason', 'Left us', { shouldDirty: true }));
  const { idempotencyKey } = opened.current.keyed({});
  keepDrafts(1);
  cleanup();
  const other = await openForm('refund of 8');
  const restored = await openForm('refund of 7');

  expect(other.current.keyed({}).idempotencyKey).not.toBe(idempotencyKey);
  expect(restored.current.keyed({}).idempotencyKey).toBe(idempotencyKey);
  expect(restored.current.form.getValues()).toEqual({ reason: 'Left us' });
  cleanup();
  expect((await openForm('refund of 7')).current.keyed({}).idempotencyKey).not.toBe(idempotencyKey);
});

it('the next person gets neither the text nor the key of a form', async () => {
  const opened = await openForm('refund of 7');
  act(() => opened.current.form.setValue('reason', 'Left us', { shouldDirty: true }));
  const { idempotencyKey } = opened.current.keyed({});
  keepDrafts(1);
  cleanup();
  forgetDraftsOfOthers(2);
  const next = await openForm('refund of 7');

  expect(next.current.keyed({}).idempotencyKey).not.toBe(idempotencyKey);
  expect(next.current.form.getValues()).toEqual({ reason: '' });
});

it('a form without a name is not kept', async () => {
  const opened = await openForm();
  act(() => opened.current.form.setValue('reason', 'Left us', { shouldDirty: true }));
  keepDrafts(1);
  cleanup();

  expect((await openForm()).current.form.getValues()).toEqual({ reason: '' });
});

const readCredit = (credit: number | undefined, error: Error | null = null) => (
  <ReadBefore
    query={{ data: credit, error, refetch: vi.fn() }}
    title="Refund"
    what="the credit"
    find={(rand) => (rand > 0 ? rand : undefined)}
    nothing={(rand) => `Nothing to refund: R ${rand}`}
    onClose={() => undefined}
  >
    {(begun, now) => `Refund of R ${begun}, R ${now} is there`}
  </ReadBefore>
);

it('a form that has begun stays, with what is there now, also if nothing is left to do', async () => {
  const { show } = await openBrowser();
  const { rerender } = show(readCredit(undefined));
  expect(screen.getByRole('dialog', { name: 'Refund' })).toBeDefined();
  expect(screen.getByLabelText('Loading the credit')).toBeDefined();

  rerender(readCredit(50));
  expect(screen.getByText('Refund of R 50, R 50 is there')).toBeDefined();

  rerender(readCredit(70));
  rerender(readCredit(0));
  expect(screen.getByText('Refund of R 70, R 0 is there')).toBeDefined();
});

it('without anything to do the dialog says so instead of a form', async () => {
  const { show } = await openBrowser();
  show(readCredit(0));

  expect(screen.getByRole('dialog', { name: 'Refund' }).textContent).toContain('Nothing to refund: R 0');
});

it('what cannot be read says so, and a form that has begun outlives it', async () => {
  const { show } = await openBrowser();
  const { rerender } = show(readCredit(undefined, new Error('The network is down')));
  expect(screen.getByText('The credit could not be read')).toBeDefined();

  rerender(readCredit(50, new Error('The network is down')));
  expect(screen.getByText('Refund of R 50, R 50 is there')).toBeDefined();
});
