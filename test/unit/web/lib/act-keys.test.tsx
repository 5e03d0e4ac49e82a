// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isNothingOver, useActKeys } from '#web/lib/acts/act-keys.ts';

const ACTS = [{ id: 'dashboard', keys: 'G then D' }, { id: 'payment', keys: 'P' }, { id: 'menu' }];

const done: string[] = [];

const Keys = ({ dialogs = 0 }: { dialogs?: number }) => {
  useActKeys(
    ACTS,
    ({ id }) => done.push(id),
    () => isNothingOver(dialogs),
  );

  return <input aria-label="Field" />;
};

const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, ...more });

const openDialog = () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
};

beforeEach(() => {
  done.length = 0;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

it('an act is done by its own key, or by its second key soon after the first', () => {
  render(<Keys />);
  press('p');
  press('d');
  press('g');
  press('d');
  press('d');
  press('g');
  press('x');
  press('d');

  expect(done).toEqual(['payment', 'dashboard']);
});

it('a key acts as soon as what it belongs to is on the screen', () => {
  const PressedAtOnce = () => {
    useLayoutEffect(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
    }, []);

    return <Keys />;
  };
  render(<PressedAtOnce />);

  expect(done).toEqual(['payment']);
});

it('a second key that comes too late does nothing', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  render(<Keys />);
  press('g');
  now.mockReturnValue(2499);
  press('d');
  press('g');
  now.mockReturnValue(4000);
  press('d');

  expect(done).toEqual(['dashboard']);
});

it.each([
  ['with Ctrl', () => press('p', { ctrlKey: true })],
  ['in a field', () => fireEvent.keyDown(document.querySelector('input') as HTMLInputElement, { key: 'p' })],
  [
    'after single keys are switched off',
    () => {
      localStorage.setItem('single-keys', 'off');
      press('p');
    },
  ],
  [
    'under a dialog',
    () => {
      openDialog();
      press('p');
    },
  ],
])('a key does nothing %s', (_where, pressIt) => {
  render(<Keys />);
  pressIt();

  expect(done).toEqual([]);
});

it("a key of the record acts in the record's own dialog, and not under a second one", () => {
  render(<Keys dialogs={1} />);
  openDialog();
  press('p');
  openDialog();
  press('p');

  expect(done).toEqual(['payment']);
});
