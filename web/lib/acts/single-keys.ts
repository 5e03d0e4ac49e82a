import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { ofBrowser } from '../session/storage.ts';

const STORAGE_KEY = 'single-keys';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const areOn = (): boolean => ofBrowser.read(STORAGE_KEY) !== 'off';

const switchKeys = (isOn: boolean) => {
  ofBrowser.write(STORAGE_KEY, isOn ? 'on' : 'off');
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

/** True for a key that is pressed alone outside fields, unless the person has switched single keys off. */
export const isSinglePress = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !event.defaultPrevented &&
  !isField(event.target) &&
  areOn();

/** Hears each key that is pressed anywhere, from the moment in which the component appears. */
export const useKeyDown = (listen: (event: KeyboardEvent) => void) => {
  const press = useEffectEvent(listen);

  useLayoutEffect(() => {
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
