import type { QueryState } from '@tanstack/react-query';

/** Reads that a page repeats by itself stop after this time without input (D47). */
const UNATTENDED_AFTER_MS = 30 * 60_000;

/** What a person does; a page scrolls by itself, too, but turns no wheel. */
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'touchmove', 'wheel'] as const;

/** What the rule needs of a query of TanStack Query. */
interface Repeated<Data> {
  state: Pick<QueryState<Data, Error>, 'data' | 'error' | 'dataUpdatedAt'>;
  isActive: () => boolean;
  fetch: () => Promise<unknown>;
}

let lastInputAt = Date.now();
const stopped = new Set<Pick<Repeated<unknown>, 'isActive' | 'fetch'>>();

const noteInput = () => {
  lastInputAt = Date.now();
  for (const query of stopped) {
    stopped.delete(query);
    if (query.isActive()) {
      // Its answer starts the repetition again; a refusal is told like that of every read.
      query.fetch().catch(() => undefined);
    }
  }
};

for (const input of INPUTS) {
  globalThis.addEventListener?.(input, noteInput, { capture: true, passive: true });
}

/**
 * Repeats a read only while somebody is at the page, and goes on with the next input, so that an abandoned page lets its
 * session end. Every `refetchInterval` goes through it.
 */
export const whileAttended =
  <Data>(nextMs: (state: Repeated<Data>['state']) => number | false) =>
  (query: Repeated<Data>): number | false => {
    const next = nextMs(query.state);
    if (next === false || Date.now() - lastInputAt < UNATTENDED_AFTER_MS) {
      return next;
    }
    stopped.add(query);

    return false;
  };
