// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import { keepTyping, typedAhead } from '#web/lib/acts/typed-ahead.ts';

/** Presses a key on a dialog's close button, and returns whether the button hears nothing of it. */
const press = (key: string, modifiers: KeyboardEventInit = {}): boolean => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
  document.querySelector('button')?.dispatchEvent(event);

  return event.defaultPrevented;
};

const start = () => {
  document.body.innerHTML = '<button>Close</button>';
  onTestFinished(keepTyping());
};

it('what is typed before its field is there is kept, also a character of AltGr, and no key of a command', () => {
  start();

  expect(['a', ' ', 'Enter'].map((key) => press(key))).toEqual([true, true, true]);
  expect(press('@', { ctrlKey: true, altKey: true })).toBe(true);
  expect(press('c', { ctrlKey: true })).toBe(false);
  expect(typedAhead.keys).toEqual(['a', ' ', 'Enter', '@']);
});

it('after Tab, Enter and Space press the button that has the focus', () => {
  start();

  expect(['Tab', 'Enter', ' '].map((key) => press(key))).toEqual([false, false, false]);
  expect(typedAhead.keys).toEqual([]);
});
