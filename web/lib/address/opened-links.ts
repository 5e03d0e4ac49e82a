import { useState, useSyncExternalStore } from 'react';

/** The pages that the links of mails open (D46). */
const LINK_PATHS = ['/reset-password', '/verify-email', '/not-me'] as const;
type LinkPath = (typeof LINK_PATHS)[number];

const isLinkPath = (path: string): path is LinkPath => LINK_PATHS.some((one) => one === path);

/** The tokens that this tab has taken. They are in memory alone: a reload loses them. */
const tokens = new Map<LinkPath, string>();
const listeners = new Set<() => void>();

const setToken = (path: LinkPath, token: string | undefined) => {
  if (token) {
    tokens.set(path, token);
  } else {
    tokens.delete(path);
  }
  for (const listener of listeners) {
    listener();
  }
};

const takeToken = (): void => {
  const { pathname, search, hash } = location;
  if (isLinkPath(pathname) && hash.length > 1) {
    history.replaceState(history.state, '', `${pathname}${search}`);
    setToken(pathname, hash.slice(1));
  }
};

/**
 * Takes the token of a link out of the address and the history, now and whenever another link is opened on the same
 * page. Call it before the router exists, because the router stores addresses.
 */
export const followLinks = (): void => {
  takeToken();
  addEventListener('popstate', takeToken, { capture: true });
};

/** Forgets the token of a link that was used. */
export const dropToken = (path: LinkPath): void => setToken(path, undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the token of the link that opened this page; the page keeps it after `dropToken`, while it is shown. */
export const useLinkToken = (path: LinkPath): string | undefined => {
  const kept = useSyncExternalStore(
    subscribe,
    () => tokens.get(path),
    () => undefined,
  );
  const [shown, setShown] = useState(kept);
  if (kept !== undefined && kept !== shown) {
    setShown(kept);
  }

  return kept ?? shown;
};
