import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type AnyRouter, useHydrated, useRouteContext, useRouter } from '@tanstack/react-router';
import type { OwnUser, User } from '#shared/contract/auth.ts';
import type { SecondStepWay } from '#shared/errors.ts';
import { dismissAll, showError, toast } from '../browser/toast.ts';
import { forgetDrafts, forgetDraftsOfOthers, keepDrafts } from '../forms/drafts.ts';
import { forgetStoredDrafts, forgetStoredDraftsOfOthers } from '../forms/stored-drafts.ts';
import { api } from '../reads/api.ts';
import { ApiError, isOfOther, leadsAway } from '../reads/api-error.ts';

/** The key of the ways to take the second step of a sign-in whose password was right; null if none is open. */
export const SECOND_STEP = ['second-step'];

export const openSecondStep = (
  queryClient: QueryClient,
  ways: readonly SecondStepWay[] | undefined,
): unknown => queryClient.setQueryData(SECOND_STEP, ways ?? null);

/** The signed-in user, or null for a visitor, whose second step may be open. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }): Promise<OwnUser | null> => {
    try {
      const user = await api.auth.user({ signal });
      // Another tab may have signed someone else in, and this tab may have missed its message.
      forgetStoredDraftsOfOthers(user.User_Id);
      return user;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.ways)) {
        openSecondStep(client, error.ways);
        return null;
      }
      throw error;
    }
  },
});

const useUserOfRoute = (): OwnUser | undefined => {
  const guarded = useRouteContext({ strict: false, select: (context) => context.user });

  return useQuery(sessionQuery).data ?? guarded;
};

/**
 * The signed-in user. Undefined for a visitor, while the build renders a page (nobody is signed in then), and while the
 * browser hydrates that page.
 */
export const useUserIfKnown = (): OwnUser | undefined => {
  const user = useUserOfRoute();

  return useHydrated() ? user : undefined;
};

/** The signed-in user; only for components of a guarded route, which has waited for the session. */
export const useUser = (): OwnUser => {
  const user = useUserOfRoute();
  if (!user) {
    throw new Error('useUser needs a route that is guarded by requireRole');
  }

  return user;
};

export const findShownUser = (queryClient: QueryClient): number | undefined =>
  queryClient.getQueryData(sessionQuery.queryKey)?.User_Id;

/** Reads the session again, after a write that may have changed or ended it. */
export const readSessionAgain = async (queryClient: QueryClient): Promise<OwnUser | null> => {
  await queryClient.invalidateQueries({ ...sessionQuery, refetchType: 'all' });

  return queryClient.ensureQueryData(sessionQuery);
};

export const homeOf = (user: Pick<User, 'user_role'>) => (user.user_role === 'admin' ? '/admin' : '/client');

declare global {
  /** Opened by public/first-reads.js, which drops what it has asked for if a message comes before these scripts. */
  var sessionChannel: BroadcastChannel | undefined;
}

/** A browser that refuses storage may refuse the channel, too. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel('session');
  } catch {
    return undefined;
  }
};

/**
 * The tabs of a browser share one cookie, so each tells the others who is signed in now: a User_Id, or null. The build,
 * which renders the first screens, has no tabs, and an open channel would keep its process alive.
 */
const otherTabs = typeof document === 'undefined' ? undefined : (globalThis.sessionChannel ?? openChannel());

let emailToSignIn: string | undefined;

/**
 * Returns the email address for the sign-in form: that of the session that has ended in this tab, or the one typed in
 * the form before this person said that they forgot their password. None after logging out.
 */
export const readEmailToSignIn = (): string | undefined => emailToSignIn;

export const keepEmailToSignIn = (email: string): void => {
  emailToSignIn = email || undefined;
};

/** What the sign-in page says if no cookie comes back after the sign-in or the registration on this page. */
let ifCookieIsRefused: 'cookies' | 'registered' | undefined;

/** Shows the portal to a user whose sign-in or registration is complete. */
export const enterSession = (
  queryClient: QueryClient,
  user: OwnUser,
  ifRefused: typeof ifCookieIsRefused,
): void => {
  emailToSignIn = undefined;
  ifCookieIsRefused = ifRefused;
  forgetDraftsOfOthers(user.User_Id);
  forgetStoredDraftsOfOthers(user.User_Id);
  queryClient.setQueryData(sessionQuery.queryKey, user);
  otherTabs?.postMessage(user.User_Id);
};

const forgetAll = () => {
  emailToSignIn = undefined;
  forgetDrafts();
  forgetStoredDrafts();
};

/** The queries that are answered without a session. */
const PUBLIC: readonly unknown[] = [
  ...sessionQuery.queryKey,
  'provider',
  'auth-options',
  'links',
  'second-step',
];

const needsSession = ({ queryKey }: Pick<Query, 'queryKey'>): boolean => !PUBLIC.includes(queryKey[0]);

/** Drops all cached data that needs a session. */
const dropData = (queryClient: QueryClient) => {
  queryClient.removeQueries({ predicate: needsSession });
  queryClient.getMutationCache().clear();
};

/**
 * Why somebody has to sign in: the session has ended by itself, by a reset of the password or by a change of the
 * address; somebody else has signed in; the browser keeps no cookie, after a sign-in or a registration; or the second
 * step came too late.
 */
export type Ended = true | 'reset' | 'address' | 'other' | 'cookies' | 'registered' | 'late';

/** The parameters of the sign-in page: the next address, and the reason that it shows. */
interface SignInSearch {
  returnTo?: string;
  ended?: Ended;
}

/** Goes to the sign-in page first and drops all cached data afterwards, so that no screen requests it again. */
export const leaveSession = async (
  queryClient: QueryClient,
  router: AnyRouter,
  search: SignInSearch,
  ways?: readonly SecondStepWay[],
) => {
  ifCookieIsRefused = undefined;
  openSecondStep(queryClient, ways);
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await router.navigate({ to: '/auth', search });
  dropData(queryClient);
};

/** If someone was signed in, keeps their drafts and their address, and asks them to sign in. */
const endSession = async (
  queryClient: QueryClient,
  router: AnyRouter,
  ended: Ended,
  ways?: readonly SecondStepWay[],
): Promise<void> => {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (!user) {
    return;
  }

  emailToSignIn = user.User_Email;
  keepDrafts(user.User_Id);
  await leaveSession(queryClient, router, { returnTo: router.latestLocation.href, ended }, ways);
};

/** Says why a 401 came: the browser keeps no cookie if none came back since the sign-in on this page. */
const explainEnd = (queryClient: QueryClient, { code }: ApiError): Ended => {
  const isProven = queryClient
    .getQueryCache()
    .getAll()
    .some((query) => query.state.data !== undefined && needsSession(query));

  // The server says 'unauthenticated' of a session whose cookie has come.
  return (code !== 'unauthenticated' && !isProven && ifCookieIsRefused) || true;
};

/** Keeps the drafts, and asks for what the user must do first: choose a new password (D49) or set up a factor (D47). */
const askFirst = async (
  queryClient: QueryClient,
  router: AnyRouter,
  to: '/new-password' | '/set-up',
): Promise<void> => {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (!user || router.latestLocation.pathname === to) {
    return;
  }

  keepDrafts(user.User_Id);
  if (to === '/new-password') {
    const asked: OwnUser = { ...user, mustChangePassword: true };
    queryClient.setQueryData(sessionQuery.queryKey, asked);
  }
  await router.navigate({ to, search: { returnTo: router.latestLocation.href } });
  dropData(queryClient);
};

/** Does what a refusal says about the session: it has ended, is not complete, is another person's, or needs something first. */
export const followRefusal = async (
  queryClient: QueryClient,
  router: AnyRouter,
  error: ApiError,
): Promise<void> => {
  if (error.status === 401) {
    const ended = explainEnd(queryClient, error);
    if (ended !== true) {
      // The toast says that the sign-in was successful.
      dismissAll();
    }
    await endSession(queryClient, router, ended);
  }
  if (isOfOther(error)) {
    await endSession(queryClient, router, 'other');
  }
  if (error.ways) {
    await endSession(queryClient, router, true, error.ways);
  }
  if (error.code === 'password_change_required') {
    await askFirst(queryClient, router, '/new-password');
  }
  if (error.code === 'factor_set_up_required') {
    await askFirst(queryClient, router, '/set-up');
  }
};

/** Ends this tab's session when another tab has logged out or signed someone else in. */
export const followOtherTabs = (queryClient: QueryClient, router: AnyRouter): void => {
  otherTabs?.addEventListener('message', ({ data: userId }) => {
    if (findShownUser(queryClient) !== userId) {
      void endSession(queryClient, router, userId === null || 'other');
    }
    // A person who logs out wants nothing kept in any tab. Otherwise drafts go once somebody else is shown here.
    if (userId === null) {
      forgetAll();
    }
  });
};

/**
 * Asks who is signed in when the browser shows this page again as it was left, and shows nothing of the person before
 * the answer. Messages of other tabs do not reach such a page while it is away.
 */
export const followReturns = (queryClient: QueryClient, router: AnyRouter): void => {
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) {
      return;
    }
    if (findShownUser(queryClient) === undefined) {
      void queryClient.invalidateQueries({ ...sessionQuery, refetchType: 'all' });
      return;
    }

    const { style } = document.documentElement;
    style.visibility = 'hidden';
    try {
      await api.auth.user();
    } catch (error) {
      if (!(error instanceof ApiError && leadsAway(error))) {
        location.reload();
        return;
      }
      await followRefusal(queryClient, router, error);
    }
    style.visibility = '';
  });
};

/**
 * Logs out and goes to the sign-in page with these parameters. This browser forgets everything that it holds, whatever
 * the server answers.
 */
export const useLogOut = (search: SignInSearch = {}) => {
  const queryClient = useQueryClient();
  const router = useRouter();

  return useMutation({
    mutationFn: () => api.auth.logout(),
    onSuccess: () =>
      toast({
        title: 'Logged out',
        description: "You've been successfully logged out.",
        tone: 'success',
      }),
    onError: showError('Logout failed'),
    onSettled: (_, error) => {
      forgetAll();
      // Somebody else has signed in meanwhile and stays signed in.
      if (isOfOther(error)) {
        return;
      }
      otherTabs?.postMessage(null);
      return leaveSession(queryClient, router, search);
    },
  });
};
