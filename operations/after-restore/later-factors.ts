import type { RequestLine } from './request-lines.ts';

export interface LaterChange {
  userId: number;
  owNumber: string;
  /** Time of the answer to the last request of this kind. */
  at: string;
}

type FactorLine = NonNullable<NonNullable<RequestLine['account']>['factors']>;

/** The authenticator app among the ids of passkeys. */
export const TOTP = 'totp';

/** What became of an account's second factors; `at` is the time of the last change. */
export interface LaterFactors extends LaterChange {
  /** The ids of passkeys that were removed, and 'totp' for the authenticator app. */
  removed: string[];
  /** True if everything that the account had was removed at once. */
  isAllRemoved: boolean;
  /** When each factor was added that was not removed again. */
  added: { factor: string; at: string }[];
}

/** Notes what a line says of an account's second factors; the lines are in the order of their times. */
export const noteFactors = (
  factors: Map<number, LaterFactors>,
  change: LaterChange,
  { change: kind, passkeyId: factor = TOTP }: FactorLine,
): void => {
  const { removed = [], isAllRemoved = false, added = [] } = factors.get(change.userId) ?? {};
  const others = added.filter((each) => each.factor !== factor);
  const next = { ...change, removed, isAllRemoved, added };

  switch (kind) {
    case 'added':
      factors.set(change.userId, { ...next, added: [...others, { factor, at: change.at }] });
      break;
    case 'removed':
      factors.set(change.userId, { ...next, removed: [...removed, factor], added: others });
      break;
    case 'all-removed':
      factors.set(change.userId, { ...next, isAllRemoved: true, added: [] });
      break;
    default:
      factors.set(change.userId, next);
  }
};
