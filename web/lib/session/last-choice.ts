import { useSyncExternalStore } from 'react';
import { ofBrowser } from './storage.ts';

/** Returns what reads and remembers in this browser which of some values was chosen last. */
export const makeLastChoice = <Choice extends string | number>(key: string, choices: readonly Choice[]) => {
  const listeners = new Set<() => void>();
  const read = () => {
    const stored = ofBrowser.read(key);

    return choices.find((choice) => String(choice) === stored);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    read,
    remember: (choice: Choice) => {
      ofBrowser.write(key, String(choice));
      for (const listener of listeners) {
        listener();
      }
    },
    useLast: () => useSyncExternalStore(subscribe, read, () => undefined),
  };
};
