import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AnyRouter, useRouter } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { askForPasskey } from '../../lib/passkeys/passkeys.ts';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';
import { readSessionAgain } from '../../lib/session/session.ts';

type Step = RequestInput<'auth.second-step'>['body'];

/** The step is over, or another tab has taken it. */
const leaveStep = async (queryClient: QueryClient, router: AnyRouter): Promise<void> => {
  const user = await readSessionAgain(queryClient).catch(() => null);
  if (!user) {
    await router.navigate({
      to: '/auth',
      search: (shown: object) => ({ ...shown, ended: 'late' as const }),
      replace: true,
    });
  }
};

type SignedIn = (user: OwnUser) => void;

const useStep = <Input>(
  onSignedIn: SignedIn,
  take: (input: Input, queryClient: QueryClient) => Promise<OwnUser>,
) => {
  const queryClient = useQueryClient();
  const router = useRouter();

  return useMutation({
    mutationFn: (input: Input) => take(input, queryClient),
    onSuccess: onSignedIn,
    onError: (error) =>
      error instanceof ApiError && error.status === 401 ? leaveStep(queryClient, router) : undefined,
  });
};

/** Takes the second step with a code. */
export const useSecondStep = (onSignedIn: SignedIn) =>
  useStep(onSignedIn, (body: Step) => api.auth['second-step']({ body }));

/** Asks for a passkey and takes the second step with it. */
export const usePasskeyStep = (onSignedIn: SignedIn) =>
  useStep<void>(onSignedIn, async (_, queryClient) =>
    api.auth['second-step']({ body: { assertion: await askForPasskey(queryClient) } }),
  );
