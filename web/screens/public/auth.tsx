import { Alert, Box, Flex, Grid, Heading, HStack, Link, Stack, Tabs, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useHydrated, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { User } from '#shared/contract/auth.ts';
import { NOTICES_PATH } from '#shared/edge.ts';
import type { SecondStepWay } from '#shared/errors.ts';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { FullScreenSpinner } from '../../components/loading/full-screen-spinner.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { ColorModeSwitch } from '../../components/shell/color-mode-switch.tsx';
import { Logo } from '../../components/shell/logo.tsx';
import { useWelcome } from '../../features/auth/mutations.ts';
import { Offers } from '../../features/auth/offers.tsx';
import { RegisterForm } from '../../features/auth/register-form.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { api } from '../../lib/reads/api.ts';
import { authOptionsQuery } from '../../lib/reads/auth-options-query.ts';
import { homeOf, SECOND_STEP, sessionQuery } from '../../lib/session/session.ts';

const route = getRouteApi('/auth');

const PasskeySignIn = lazyPart(() => import('../../features/auth/passkey-sign-in.tsx'), 'PasskeySignIn');
const SecondStep = lazyPart(() => import('../../features/auth/second-step.tsx'), 'SecondStep');

const HEADINGS = {
  'sign-in': { title: 'Sign in to your account', lead: `Welcome back to ${PRODUCT_NAME}.` },
  register: { title: 'Create your account', lead: 'It takes a minute, and you are signed in at once.' },
} as const;

type Tab = keyof typeof HEADINGS;

/** Redirects a signed-in user to their destination. */
const useRedirect = (user: User | null | undefined) => {
  const router = useRouter();
  const { returnTo } = route.useSearch();

  useEffect(() => {
    if (user) {
      router.history.replace(returnTo ?? homeOf(user));
    }
  }, [user, router, returnTo]);
};

const ENDED_NOTES = {
  true: {
    status: 'info',
    title: 'Your session has ended',
    text: 'Sign in to carry on where you were. What you typed is kept.',
  },
  reset: {
    status: 'success',
    title: 'Your password is set',
    text: 'Sign in with it.',
  },
  address: {
    status: 'success',
    title: 'Your address is changed',
    text: 'Sign in with the new one.',
  },
  other: {
    status: 'warning',
    title: 'Somebody else has signed in',
    text: 'Nothing was saved. Sign in to carry on where you were. What you typed is kept.',
  },
  cookies: {
    status: 'error',
    title: 'Your browser refuses cookies',
    text: 'The portal needs one to know you. Please allow cookies for this site, then sign in again.',
  },
  registered: {
    status: 'error',
    title: 'Your browser refuses cookies',
    text: 'Your account was created. Please allow cookies for this site, then sign in.',
  },
  late: {
    status: 'info',
    title: 'You are not signed in',
    text: 'Confirming took more than ten minutes. Please sign in again.',
  },
} as const;

/** Names the person who is signed in now, with a link that reloads the portal for them. */
const WhoElse = () => {
  const { data: other } = useQuery({
    queryKey: ['session', 'other'],
    queryFn: () => api.auth.user(),
    gcTime: 0,
  });

  return (
    other && (
      <Link href={homeOf(other)} fontWeight="semibold" textDecoration="underline">
        Carry on as {other.User_Email}
      </Link>
    )
  );
};

/** Says why the visitor has to sign in; read aloud, because it answers what they did on another page. */
const EndedNote = ({ ended }: { ended: keyof typeof ENDED_NOTES }) => {
  const { status, title, text } = ENDED_NOTES[ended];

  return (
    <Alert.Root status={status} role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{text}</Alert.Description>
        {ended === 'other' && <WhoElse />}
      </Alert.Content>
    </Alert.Root>
  );
};

/** Returns the code of passkeys once the portal has offered them and it has arrived; without it the page works, too. */
const usePasskeyCode = () => {
  const { data } = useQuery(authOptionsQuery);
  const isOffered = Boolean(data?.passkeys);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isOffered) {
      PasskeySignIn.preload().then(
        () => setIsLoaded(true),
        () => undefined,
      );
    }
  }, [isOffered]);

  return isLoaded ? PasskeySignIn : undefined;
};

const AuthForms = () => {
  const { tab = 'sign-in', ended } = route.useSearch();
  const Passkey = usePasskeyCode();
  const navigate = route.useNavigate();
  // Who arrives from another screen starts in a field. A page that the build has rendered keeps its focus while the
  // scripts take it over, and a change of tabs keeps it on the tab.
  const isHydrated = useHydrated();
  const [isArriving, setIsArriving] = useState(isHydrated);
  const { title, lead } = HEADINGS[tab];
  // Whoever refuses all cookies reads so before they type.
  const told = ended ?? (isHydrated && !navigator.cookieEnabled ? 'cookies' : undefined);

  const openTab = (value: string) => {
    setIsArriving(false);
    void navigate({ search: (previous) => ({ ...previous, tab: value as Tab }), replace: true });
  };

  return (
    <Stack gap="6" w="100%">
      <title>{`${tab === 'register' ? 'Register' : 'Sign In'} · ${PRODUCT_NAME}`}</title>
      <Box>
        <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
          {title}
        </Heading>
        <Text color="fg.muted" mt="1" textWrap="pretty">
          {/* It may be the first time, after an invitation. */}
          {ended === 'reset' && tab === 'sign-in' ? `Welcome to ${PRODUCT_NAME}.` : lead}
        </Text>
      </Box>
      {told && <EndedNote ended={told === true ? 'true' : told} />}
      <Tabs.Root value={tab} onValueChange={({ value }) => openTab(value)} fitted lazyMount unmountOnExit>
        <Tabs.List>
          <Tabs.Trigger value="sign-in">Sign In</Tabs.Trigger>
          <Tabs.Trigger value="register">Register</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sign-in" pt="6">
          <SignInForm isFocused={isArriving} Passkey={Passkey} />
        </Tabs.Content>
        <Tabs.Content value="register" pt="6">
          <RegisterForm isFocused={isArriving} />
        </Tabs.Content>
      </Tabs.Root>
    </Stack>
  );
};

export const AuthScreen = () => {
  const { data: user } = useQuery(sessionQuery);
  // Only written, by what the server says of the session.
  const { data: ways } = useQuery<readonly SecondStepWay[] | null>({ queryKey: SECOND_STEP, enabled: false });
  const welcome = useWelcome();
  const [wasVisitor, setWasVisitor] = useState(false);
  if (user === null && !wasVisitor) {
    setWasVisitor(true);
  }
  useRedirect(user);
  // After signing in here, keep the form with its busy button until the next screen is ready.
  if (user && !wasVisitor) {
    return <FullScreenSpinner label="Redirecting..." />;
  }

  return (
    <Grid minH="100dvh" templateColumns={{ lg: 'minmax(30rem, 5fr) 6fr' }}>
      <Flex
        as="main"
        direction="column"
        bg="bg.panel"
        px={{ base: '5', md: '10' }}
        py={{ base: '4', md: '6' }}
      >
        <Flex justify="space-between" align="center">
          <Logo />
          <ColorModeSwitch />
        </Flex>
        {/* The upper edge is fixed, so that the form does not move when its height changes. */}
        <Flex
          flex="1"
          align="flex-start"
          pt={{ base: '8', lg: 'clamp(1.5rem, 50vh - 23.5rem, 12vh)' }}
          pb={{ base: '8', md: '12' }}
        >
          {ways ? <SecondStep ways={ways} onSignedIn={welcome} /> : <AuthForms />}
        </Flex>
        <Stack gap="1" textStyle="detail">
          <Text>
            Trouble signing in? Write to{' '}
            {/* On a phone the address has a line of its own, because it breaks elsewhere before its font has arrived. */}
            <Box as="span" display={{ base: 'block', sm: 'inline' }}>
              <ContactLink />
            </Box>
          </Text>
          <HStack gap="4">
            <Link href="/privacy" color="brand.fg" fontWeight="semibold">
              Privacy
            </Link>
            <Link href={NOTICES_PATH} color="brand.fg" fontWeight="semibold">
              Licences
            </Link>
          </HStack>
        </Stack>
      </Flex>
      <Offers />
    </Grid>
  );
};
