import type { HttpRequest } from '#local/http/http-server.ts';
import { FreshdeskError } from './errors.ts';
import type { FreshdeskOperation } from './operations.ts';

/** Calls per minute, in total and to some endpoints: https://developers.freshdesk.com/api/#ratelimit */
export interface PlanLimits {
  total: number;
  ticketLists: number;
  contactLists: number;
  ticketCreations: number;
  ticketUpdates: number;
}

export const GROWTH_PLAN: PlanLimits = {
  total: 200,
  ticketLists: 20,
  contactLists: 20,
  ticketCreations: 80,
  ticketUpdates: 80,
};

const WINDOW_SECONDS = 60;

const SHARES: Partial<Record<FreshdeskOperation, Exclude<keyof PlanLimits, 'total'>>> = {
  'tickets.list': 'ticketLists',
  'contacts.list': 'contactLists',
  'tickets.create': 'ticketCreations',
  'tickets.update': 'ticketUpdates',
};

/** Returns the cost of a request: one call, plus two for each thing that a list embeds. */
const costOf = ({ url }: HttpRequest): number =>
  1 + 2 * (url.searchParams.get('include')?.split(',').length ?? 0);

/** Counts calls over minutes that begin with their first call. Invalid requests count, too. */
export const makeRateLimiter = (now: () => Date, limits: PlanLimits) => {
  let current = { ...limits };
  let startedAt = Number.NEGATIVE_INFINITY;
  const used = new Map<keyof PlanLimits, number>();
  const usedOf = (limit: keyof PlanLimits) => used.get(limit) ?? 0;

  const openWindow = () => {
    if (now().getTime() < startedAt + WINDOW_SECONDS * 1000) {
      return;
    }
    startedAt = now().getTime();
    used.clear();
  };

  return {
    set: (changes: Partial<PlanLimits>) => {
      current = { ...current, ...changes };
    },

    /** Counts a call and returns the headers of its answer; throws 429 if the limit is used up. */
    take: (operation: FreshdeskOperation, request: HttpRequest): Record<string, string> => {
      openWindow();
      const cost = costOf(request);
      const share = SHARES[operation];
      const isExhausted =
        usedOf('total') + cost > current.total || (share !== undefined && usedOf(share) >= current[share]);
      if (!isExhausted) {
        used.set('total', usedOf('total') + cost);
        if (share) {
          used.set(share, usedOf(share) + 1);
        }
      }

      const headers = {
        'x-freshdesk-api-version': 'latest=v2; requested=v2',
        'x-ratelimit-total': String(current.total),
        'x-ratelimit-remaining': String(Math.max(0, current.total - usedOf('total'))),
        'x-ratelimit-used-currentrequest': String(cost),
      };
      if (!isExhausted) {
        return headers;
      }

      const secondsLeft = Math.ceil((startedAt - now().getTime()) / 1000) + WINDOW_SECONDS;
      throw new FreshdeskError(
        429,
        { message: 'You have exceeded the limit of requests per minute' },
        { ...headers, 'retry-after': String(secondsLeft) },
      );
    },
  };
};
