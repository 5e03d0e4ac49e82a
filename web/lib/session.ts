import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useHydrated, useRouteContext, useRouter } from '@tanstack/react-router';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { OwnUser, User } from '#shared/contract/auth.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { INVALID_CREDENTIALS } from '#shared/errors.ts';
import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { forgetDrafts, forgetDraftsOfOthers, keepDrafts } from './drafts.ts';
import { greetedName } from './full-name.ts';
import { forgetStoredDrafts, forgetStoredDraftsOfOthers } from './stored-drafts.ts';
import { showError, toast } from './toast.ts';

/** The signed-in user, or null for a visitor. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<OwnUser | null> => {
    try {
      const user = await api.auth.user({ signal });
      // Another tab may have signed someone else in, and this tab may have missed its message.
      forgetStoredDraftsOfOthers(user.User_Id);
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
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

export const homeOf = (user: User) => (user.user_role === 'admin' ? '/admin' : '/client');

/**
 * The tabs of a browser share one cookie, so each tells the others who is signed in now: a User_Id, or null. The build,
 * which renders the first screens, has no tabs, and an open channel would keep its process alive.
 */
const otherTabs = typeof document === 'undefined' ? undefined : new BroadcastChannel('session');

let emailOfEnded: string | undefined;

/** Returns the email address of the session that has ended in this tab, to sign in again; not after logging out. */
export const readEmailOfEnded = (): string | undefined => emailOfEnded;

const enterSession = (queryClient: QueryClient, user: OwnUser) => {
  emailOfEnded = undefined;
  forgetDraftsOfOthers(user.User_Id);
  forgetStoredDraftsOfOthers(user.User_Id);
  queryClient.setQueryData(sessionQuery.queryKey, user);
  otherTabs?.postMessage(user.User_Id);
};

const forgetAll = () => {
  emailOfEnded = undefined;
  forgetDrafts();
  forgetStoredDrafts();
};

/** Goes to the sign-in page first and drops all cached data afterwards, so that no screen requests it again. */
const leaveSession = async (
  queryClient: QueryClient,
  router: AnyRouter,
  search: { returnTo?: string; ended?: boolean },
) => {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  await router.navigate({ to: '/auth', search });
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  queryClient.getMutationCache().clear();
};

/** After a 401: if someone was signed in, keeps their drafts and their address, and asks them to sign in. */
export const endSession = (queryClient: QueryClient, router: AnyRouter): void => {
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  if (!user) {
    return;
  }

  emailOfEnded = user.User_Email;
  keepDrafts(user.User_Id);
  leaveSession(queryClient, router, { returnTo: router.latestLocation.href, ended: true });
};

/** Ends this tab's session when another tab has logged out or signed someone else in. */
export const followOtherTabs = (queryClient: QueryClient, router: AnyRouter): void => {
  otherTabs?.addEventListener('message', ({ data: userId }) => {
    const user = queryClient.getQueryData(sessionQuery.queryKey);
    if (user?.User_Id !== userId) {
      endSession(queryClient, router);
    }
    // A person who logs out wants nothing kept in any tab.
    if (userId === null) {
      forgetAll();
    } else {
      forgetStoredDraftsOfOthers(userId);
    }
  });
};

export const useSignIn = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (credentials: RequestInput<'auth.login'>['body']) => api.auth.login({ body: credentials }),
    onSuccess: (user) => {
      enterSession(queryClient, user);
      toast({
        title: 'Welcome back!',
        description: `Hello ${greetedName(user)}, you've successfully logged in.`,
        tone: 'success',
      });
    },
    onError: ({ message }) =>
      toast({ title: 'Login failed', description: message || INVALID_CREDENTIALS, tone: 'error' }),
  });
};

export const useRegister = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (registration: RequestInput<'auth.register'>['body']) =>
      api.auth.register({ body: registration }),
    onSuccess: (user) => {
      enterSession(queryClient, user);
      toast({
        title: `Welcome to ${PRODUCT_NAME}!`,
        description: 'Your account has been created successfully.',
        tone: 'success',
      });
    },
    onError: showError('Registration failed'),
  });
};

/** Logs out. This browser forgets everything that it holds, whatever the server answers. */
export const useLogOut = () => {
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
    onSettled: () => {
      forgetAll();
      otherTabs?.postMessage(null);
      return leaveSession(queryClient, router, {});
    },
  });
};
