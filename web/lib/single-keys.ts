import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import type { Act } from './act.ts';

const STORAGE_KEY = 'single-keys';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const areOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off';

const switchKeys = (isOn: boolean) => {
  localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  for (const listener of listeners) {
    listener();
  }
};

/** Returns whether single keys act, and a function that changes it (WCAG 2.1.4). */
export const useSingleKeysSwitch = () =>
  [useSyncExternalStore(subscribe, areOn, () => true), switchKeys] as const;

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('dialog, [role$="dialog"]') !== null;

const DIALOGS = '[role=dialog], [role=alertdialog]';
const MENUS = ':is([role=menu], [role=listbox]):popover-open, [role=menu][data-state=open]';

/** True if at most so many dialogs are open, and no menu lies over them. */
export const isNothingOver = (dialogs: number): boolean =>
  document.querySelectorAll(DIALOGS).length <= dialogs && document.querySelector(MENUS) === null;

/** True for a key that is pressed alone outside fields, unless the person has switched single keys off. */
const isSinglePress = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented &&
  !isField(event.target) &&
  areOn();

const useKeyDown = (listen: (event: KeyboardEvent) => void) => {
  const press = useEffectEvent(listen);

  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', hear);

    return () => document.removeEventListener('keydown', hear);
  }, []);
};

interface SingleKeyOptions {
  /** True if the key also acts in an open dialog. */
  actsInDialogs?: boolean;
}

/** Acts on a key that is pressed alone. */
export const useSingleKey = (
  key: string,
  act: () => void,
  { actsInDialogs = false }: SingleKeyOptions = {},
) =>
  useKeyDown((event) => {
    if (
      event.key.toLowerCase() === key &&
      isSinglePress(event) &&
      (actsInDialogs || !isInDialog(event.target))
    ) {
      event.preventDefault();
      act();
    }
  });

/** Time between the two keys of an act, in ms. */
const SECOND_KEY_MS = 1500;

/** Does an act on its keys, such as 'P' or 'G then D', also in dialogs, while `mayAct` says so. */
export const useActKeys = <One extends Pick<Act, 'keys'>>(
  acts: readonly One[],
  doAct: (act: One) => void,
  mayAct: () => boolean,
) => {
  const before = useRef({ key: '', at: Number.NEGATIVE_INFINITY });

  useKeyDown((event) => {
    if (!isSinglePress(event) || !mayAct()) {
      return;
    }

    const key = event.key.toUpperCase();
    const now = performance.now();
    const first = now - before.current.at < SECOND_KEY_MS ? before.current.key : '';
    const pressed = acts.find(({ keys }) => keys === `${first} then ${key}` || keys === key);
    before.current = { key: pressed ? '' : key, at: now };
    if (pressed) {
      event.preventDefault();
      doAct(pressed);
    }
  });
};
