import { Input, Link, Stack, Text } from '@chakra-ui/react';
import { Link as RouterLink } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { resetRequestBody } from '#shared/contract/links.ts';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { FormPage } from '../../components/form/form-page.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { useRequestReset } from '../../features/links/mutations.ts';
import { showFieldErrors } from '../../lib/forms/show-field-errors.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { keepEmailToSignIn, readEmailToSignIn } from '../../lib/session/session.ts';

const OnlyNumber = () => (
  <Text textStyle="sm" color="fg.muted" textWrap="pretty">
    Do you know only your OW number? Write to <ContactLink />, and we will help you sign in.
  </Text>
);

/** Time before the same address is sent a second mail, because the first may need as long. */
const PATIENCE_MS = 60_000;

/** Counts the seconds down from a press, also while the tab sleeps. */
const useCountdown = () => {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);

  useEffect(() => {
    if (end === 0) {
      return;
    }

    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);

  return {
    secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)),
    start: () => {
      setNow(Date.now());
      setEnd(Date.now() + PATIENCE_MS);
    },
  };
};

/** Asks for a link to choose a new password. The address typed here and at sign-in is carried over both ways. */
export const ForgotPage = () => {
  const [email] = useState(readEmailToSignIn);
  const ask = useRequestReset();
  const form = useZodForm(resetRequestBody, { User_Email: email ?? '' });
  const [message, setMessage] = useState<string>();
  const [isSentAgain, setIsSentAgain] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { secondsLeft, start } = useCountdown();
  const typed = useWatch({ control: form.control, name: 'User_Email' });
  const isWaiting = secondsLeft > 0 && typed.trim() === sentTo;

  const submit = form.handleSubmit((body) => {
    if (isWaiting) {
      return;
    }
    keepEmailToSignIn(body.User_Email);
    setIsSentAgain(false);
    ask.mutate(body, {
      onSuccess: (answer) => {
        setMessage(answer.message);
        setSentTo(typed.trim());
        start();
        setIsSentAgain(message !== undefined);
      },
      onError: (error) => showFieldErrors(form, error),
    });
  });

  return (
    <FormPage
      title={message === undefined ? 'Forgot your password?' : 'Look into your mailbox'}
      lead={message ?? "Type your account's email address. We send you a link to choose a new password."}
    >
      {message !== undefined && (
        <Text>
          Is nothing there after a few minutes? Look into your spam folder. If it is not there either, check
          the address and send again.
        </Text>
      )}
      <form onSubmit={submit} noValidate aria-label="Forgot password">
        <Stack gap="5">
          <FormField label="Email Address" error={form.formState.errors.User_Email?.message}>
            <Input
              {...form.register('User_Email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              placeholder="you@example.co.za"
              size="lg"
              autoFocus
            />
          </FormField>
          <Text role="status" textStyle="sm" _empty={{ display: 'none' }}>
            {isSentAgain && 'Sent again. Please give it a few minutes.'}
          </Text>
          <RefusalNote title="The link could not be sent" error={ask.error} />
          <BusyButton
            type="submit"
            size="lg"
            variant={message === undefined ? 'solid' : 'outline'}
            isBusy={ask.isPending}
            // Unlike `disabled`, it keeps the focus.
            aria-disabled={isWaiting}
          >
            {message === undefined ? 'Send the link' : 'Send again'}
            {isWaiting && ` in ${secondsLeft} s`}
          </BusyButton>
        </Stack>
      </form>
      <OnlyNumber />
      <Link asChild alignSelf="flex-start" textStyle="sm" fontWeight="semibold" color="brand.fg" minH="6">
        <RouterLink to="/auth" onClick={() => keepEmailToSignIn(form.getValues('User_Email'))}>
          Back to sign-in
        </RouterLink>
      </Link>
    </FormPage>
  );
};
