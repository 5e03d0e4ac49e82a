import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const noChanges = () => () => undefined;

/** True at an Apple keyboard, which has the key ⌘. */
export const useAppleKeys = (): boolean => useSyncExternalStore(noChanges, isApple, () => false);

/** Returns the key that opens the palette, in the words of the person's keyboard. */
export const usePaletteKey = (): string => (useAppleKeys() ? '⌘ K' : 'Ctrl K');

/**
 * Opens the palette on Ctrl-K, or Cmd-K at an Apple keyboard, where Ctrl-K edits text, also while a field has the focus
 * and over a dialog. Opening it loses nothing; an act that would discard unsaved work asks first.
 */
export const usePaletteShortcut = (open: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = isApple() ? event.metaKey : event.ctrlKey;
    if (hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      open();
    }
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);

    return () => document.removeEventListener('keydown', listen);
  }, []);
};
