import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { INVALID_CREDENTIALS } from '#shared/errors.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';
import { enterSession, openSecondStep } from '../../lib/session/session.ts';
import { greetedName } from '../../lib/words/greeted-name.ts';

/** Returns what enters the session after a complete sign-in, whatever its way. */
export const useWelcome = () => {
  const queryClient = useQueryClient();

  return (user: OwnUser): void => {
    enterSession(queryClient, user, 'cookies');
    toast({
      title: 'Welcome back!',
      description: `Hello ${greetedName(user)}, you've successfully logged in.`,
      tone: 'success',
    });
  };
};

export const useSignIn = () => {
  const queryClient = useQueryClient();
  const welcome = useWelcome();

  return useMutation({
    mutationFn: (credentials: RequestInput<'auth.login'>['body']) => api.auth.login({ body: credentials }),
    onSuccess: (answer) =>
      'secondStep' in answer ? openSecondStep(queryClient, answer.secondStep.ways) : welcome(answer),
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
      enterSession(queryClient, user, 'registered');
      toast({
        title: `Welcome to ${PRODUCT_NAME}!`,
        description: 'Your account has been created successfully.',
        tone: 'success',
      });
    },
    onError: showError('Registration failed'),
  });
};
