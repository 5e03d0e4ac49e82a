import { useSyncExternalStore } from 'react';
import { ofBrowser } from './storage.ts';

export const COLOR_MODES = ['light', 'dark', 'system'] as const;
export type ColorMode = (typeof COLOR_MODES)[number];

const STORAGE_KEY = 'color-mode';

declare global {
  /** Defined by public/first-reads.js, which runs before the first paint; missing if something blocks it. */
  var applyColorMode: ((chosen: string) => void) | undefined;
  /** The choice that was made before these scripts ran, if the browser did not store it. */
  var unstoredColorMode: string | undefined;
}

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readColorMode = (): ColorMode => {
  const stored = ofBrowser.read(STORAGE_KEY) ?? globalThis.unstoredColorMode;
  return COLOR_MODES.find((mode) => mode === stored) ?? 'system';
};

const setColorMode = (mode: ColorMode) => {
  ofBrowser.write(STORAGE_KEY, mode);
  globalThis.applyColorMode?.(mode);
  for (const listener of listeners) {
    listener();
  }
};

/** Returns the person's choice ('system' until they choose) and a function that changes it. */
export const useColorMode = () =>
  [useSyncExternalStore(subscribe, readColorMode, () => 'system' as const), setColorMode] as const;
