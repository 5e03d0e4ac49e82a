// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from '#web/components/shell/toaster.tsx';
import { dismissToast, toast, useToasts } from '#web/lib/browser/toast.ts';
import { openBrowser } from '../screen.tsx';

const LIFETIME_MS = 5000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-tone]')];
const stateOf = () => cards().map(({ dataset }) => dataset.state);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Shows a red toast, after those of earlier tests have gone. */
const openToast = async (title = 'Login failed') => {
  const { show, use } = await openBrowser();
  const toasts = use(useToasts);
  act(() => {
    for (const { id } of toasts.current) {
      dismissToast(id);
    }
  });
  show(<Toaster />);
  act(() => toast({ title, tone: 'error' }));
  expect(stateOf()).toEqual(['open']);

  return cards()[0] ?? expect.unreachable();
};

it('a toast stays for five seconds', async () => {
  await openToast();

  await pass(LIFETIME_MS - 500);
  expect(stateOf()).toEqual(['open']);
  await pass(500);
  expect(stateOf()).not.toContain('open');
});

it('the clock of a toast stops while the pointer is on it', async () => {
  const card = await openToast();
  fireEvent.pointerMove(card);

  await pass(60_000);
  expect(stateOf()).toEqual(['open']);
  fireEvent.pointerLeave(screen.getByRole('region', { name: /Notifications/ }));
  await pass(LIFETIME_MS);
  expect(stateOf()).not.toContain('open');
});

it('the clock of a toast stops while the focus is in it, which F8 moves there', async () => {
  const card = await openToast();
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  const list = screen.getByRole('region', { name: /Notifications/ }).querySelector('ol');
  expect(document.activeElement).toBe(list);
  act(() => card.focus());

  await pass(60_000);
  expect(stateOf()).toEqual(['open']);
  fireEvent.keyDown(card, { key: 'Escape' });
  expect(stateOf()).not.toContain('open');
});

it('a pressed action of a toast runs once and closes the toast', async () => {
  await openToast();
  const run = vi.fn();
  act(() => toast({ title: 'Payment recorded', action: { label: 'Undo', run } }));
  await pass(0);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));

  expect(run).toHaveBeenCalledOnce();
  expect(stateOf()).not.toContain('open');
});

it('a toast with a link stays until the link is pressed, which opens a new tab', async () => {
  await openToast();
  const address = '/api/invoices/3/download';
  act(() => toast({ title: 'The new tab was blocked', action: { label: 'INV-2026-000003.pdf', address } }));
  await pass(60_000);
  const link = screen.getByRole('link', { name: 'INV-2026-000003.pdf' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([address, '_blank']);
  // The browser of the tests would fetch the page of the new tab.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(link);

  expect(stateOf()).not.toContain('open');
});

it('only the newest toast is visible', async () => {
  await openToast('first@example.co.za');
  act(() => toast({ title: 'second@example.co.za', tone: 'error' }));
  await pass(0);

  const open = cards().filter(({ dataset }) => dataset.state === 'open');
  expect(open.map(({ textContent }) => textContent)).toEqual(['second@example.co.za']);
});

it.each([
  { px: 40, fate: 'stays' },
  { px: 60, fate: 'goes' },
])('a toast swiped $px px to the right $fate', async ({ px, fate }) => {
  const card = await openToast();
  const at = (clientX: number) => ({ button: 0, pointerType: 'mouse', pointerId: 1, clientX, clientY: 20 });

  fireEvent.pointerDown(card, at(40));
  fireEvent.pointerMove(card, at(40 + px / 2));
  fireEvent.pointerMove(card, at(40 + px));
  fireEvent.pointerUp(card, at(40 + px));

  expect(card.dataset.swipe).toBe(fate === 'stays' ? 'cancel' : 'end');
  await pass(0);
  expect(stateOf().includes('open')).toBe(fate === 'stays');
});
