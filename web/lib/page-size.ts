import { useSyncExternalStore } from 'react';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { ofBrowser } from './storage.ts';

const STORAGE_KEY = 'users-per-page';
type PageSize = (typeof PAGE_SIZES)[number];

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readPageSize = (): PageSize | undefined => {
  const stored = Number(ofBrowser.read(STORAGE_KEY));

  return PAGE_SIZES.find((size) => size === stored);
};

export const rememberPageSize = (size: PageSize): void => {
  ofBrowser.write(STORAGE_KEY, String(size));
  for (const listener of listeners) {
    listener();
  }
};

/** Returns the number of users a page that was chosen last, for the links to the list. */
export const useLastPageSize = (): PageSize | undefined =>
  useSyncExternalStore(subscribe, readPageSize, () => undefined);
