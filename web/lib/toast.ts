import { useSyncExternalStore } from 'react';

/** At most one toast is visible; a new one replaces the last. */
const VISIBLE_MAX = 1;

/** Time between the dismissal of a toast and its removal from the list. */
const REMOVE_DELAY_MS = 1_000_000;

interface ToastContent {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'error';
  /** A button, such as Undo; pressing it also closes the toast. */
  action?: { label: string; run: () => void };
}

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

/** Shows a toast; `tone: 'error'` is the red one. */
export const toast = (content: ToastContent): void => {
  lastId += 1;
  update([{ ...content, id: lastId, isOpen: true }, ...toasts].slice(0, VISIBLE_MAX));
};

/** Shows under this title why a write has failed; for its `onError`. */
export const showError =
  (title: string) =>
  ({ message }: Error): void =>
    toast({ title, description: message, tone: 'error' });

export const dismissToast = (id: number): void => {
  update(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)));
  setTimeout(() => update(toasts.filter((shown) => shown.id !== id)), REMOVE_DELAY_MS);
};

export const useToasts = () => useSyncExternalStore(subscribe, () => toasts);
