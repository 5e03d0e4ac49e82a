import type { AnyRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { leadsAway } from '../reads/api-error.ts';

/** At most one toast is visible; a new one replaces the last. */
const VISIBLE_MAX = 1;

/** Time between the dismissal of a toast and its removal from the list. */
const REMOVE_DELAY_MS = 1_000_000;

interface ToastContent {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'error';
  /** A button, such as Undo, or a link that opens a new tab; pressing it also closes the toast. */
  action?: { label: string } & ({ run: () => void } | { address: string });
}

/** The id of the region of the toasts, to which an open dialog lets the focus go. */
export const TOASTS_ID = 'toasts';

export interface Toast extends ToastContent {
  id: number;
  isOpen: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const update = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) {
    listener();
  }
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** True once the person has pressed anything since the last toast appeared. */
let hasActed = false;

/** Shows a toast; `tone: 'error'` is the red one. */
export const toast = (content: ToastContent): void => {
  lastId += 1;
  hasActed = false;
  update([{ ...content, id: lastId, isOpen: true }, ...toasts].slice(0, VISIBLE_MAX));
};

/** Shows that a write has failed, unless the refusal leads to another page, which says why. */
export const showFailure = (error: Error, content: Omit<ToastContent, 'tone'>): void => {
  if (!leadsAway(error)) {
    toast({ ...content, tone: 'error' });
  }
};

/** Shows under this title why a write has failed; for its `onError`. */
export const showError =
  (title: string) =>
  (error: Error): void =>
    showFailure(error, { title, description: error.message });

export const dismissToast = (id: number): void => {
  update(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)));
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), REMOVE_DELAY_MS);
};

export const dismissAll = (): void => {
  for (const { id, isOpen } of toasts) {
    if (isOpen) {
      dismissToast(id);
    }
  }
};

/**
 * Ends the toast at the next navigation that the person makes: one after a press, or through the history. The one that
 * the toast came with is not theirs, such as the way to the dashboard after signing in; after it the toast looks for its
 * place again.
 */
export const followNavigation = (router: AnyRouter): void => {
  const act = () => {
    hasActed = true;
  };
  addEventListener('pointerdown', act, { capture: true });
  addEventListener('keydown', act, { capture: true });
  addEventListener('popstate', act, { capture: true });
  // A subscriber of the history would keep the router from following a redirect before the first screen.
  router.subscribe('onBeforeNavigate', () => {
    if (hasActed) {
      dismissAll();
    }
  });
  router.subscribe('onRendered', () => update(toasts.map((shown) => ({ ...shown }))));
};

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts);
