// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { lockPage } from '#web/lib/browser/lock-page.ts';

const addTo = (id: string, attributes: Record<string, string> = {}) => {
  const element = document.createElement('div');
  element.id = id;
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  document.body.append(element);

  return element;
};

const hidden = () => [...document.querySelectorAll('[aria-hidden]')].map(({ id }) => id);
const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it('only the upper of two dialogs and the toasts are there for screen readers, until it closes', async () => {
  addTo('root');
  addTo('toasts', { 'aria-live': 'off' });
  const freeLower = lockPage(addTo('lower'));
  await nextFrame();
  expect(hidden()).toEqual(['root']);

  const freeUpper = lockPage(addTo('upper'));
  await nextFrame();
  expect(hidden()).toEqual(['root', 'lower']);

  freeUpper();
  expect(hidden()).toEqual(['root']);
  freeLower();
  expect(hidden()).toEqual([]);
});

it('a dialog that opens over another one in the same frame stays there for screen readers', async () => {
  addTo('root');
  const [lower, upper] = [addTo('lower'), addTo('upper')];
  const free = [lockPage(upper), lockPage(lower)];
  await nextFrame();
  const shown = hidden();
  for (const one of free) {
    one();
  }

  expect(shown).toEqual(['root', 'lower']);
});

it('the page does not scroll until the last of two dialogs has closed', () => {
  const { style } = document.documentElement;
  const freeLower = lockPage(addTo('lower'));
  const freeUpper = lockPage(addTo('upper'));
  expect(style.overflow).toBe('hidden');

  freeLower();
  expect(style.overflow).toBe('hidden');
  freeUpper();
  expect(style.overflow).toBe('');
});
