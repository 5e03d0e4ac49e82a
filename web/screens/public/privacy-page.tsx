import { Box, chakra, Flex, Heading, Link, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PRODUCT_NAME } from '#shared/brand.ts';
import { formatDateShort } from '#shared/dates.ts';
import { type Provider, registrationLines } from '#shared/invoices/issued-invoice.ts';
import { type DataPlaces, HOME_COUNTRY, PRIVACY_VERSION } from '#shared/privacy.ts';
import { BACKUP_DAYS, FIREWALL_LOG_DAYS, LOG_DAYS } from '#shared/retention.ts';
import { ContactLink } from '../../components/facts/contact-link.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { ColorModeSwitch } from '../../components/shell/color-mode-switch.tsx';
import { Logo } from '../../components/shell/logo.tsx';
import { providerQuery } from '../../lib/reads/provider-query.ts';

const Points = chakra('ul', { base: { listStyle: 'disc', ps: '5', '& > li + li': { mt: '1' } } });

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack as="section" gap="2">
    <Heading as="h2" size="md">
      {title}
    </Heading>
    {children}
  </Stack>
);

const linesOf = ({ name, addressLines, phone, ...provider }: Provider): string[] => [
  name,
  ...registrationLines(provider),
  addressLines.join(', '),
  phone,
];

const REGULATOR = 'https://inforegulator.org.za';

const ABROAD = [
  ['drive', 'Google'],
  ['helpdesk', 'Freshdesk'],
] as const;

/** Words a list such as 'A, B and C'. */
const listNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/** Names the vendors of this deployment, and the countries where its data is. */
const Vendors = ({ vendors, databaseCountry, copyCountry }: DataPlaces) => {
  const isAwsAbroad =
    vendors.includes('firewall') || copyCountry !== null || databaseCountry !== HOME_COUNTRY;
  const abroad = [
    ...(isAwsAbroad ? ['Amazon Web Services'] : []),
    ...ABROAD.filter(([vendor]) => vendors.includes(vendor)).map(([, name]) => name),
  ];

  return (
    <Section title="Who works for us">
      <Points>
        <li>
          Amazon Web Services runs this portal, keeps its database in {databaseCountry} and sends its mails.
        </li>
        {copyCountry !== null && (
          <li>
            It also keeps a copy of each night’s backup in {copyCountry}, {BACKUP_DAYS} days, in case all in{' '}
            {databaseCountry} is lost.
          </li>
        )}
        {vendors.includes('firewall') && (
          <li>
            Its firewall blocks attacks. Of a request that it blocks it keeps the time, the whole network
            address, the address of the page and what your browser says of itself, but no cookies and no
            search words: {FIREWALL_LOG_DAYS} days, in the United States.
          </li>
        )}
        {vendors.includes('drive') && (
          <li>Google keeps the PDF files of invoices and credit notes on a drive that only we can open.</li>
        )}
        {vendors.includes('helpdesk') && (
          <li>
            Freshdesk keeps support tickets with your name and, once it is verified, your email address.
          </li>
        )}
      </Points>
      <Text>
        They work by our order and for nothing else.
        {abroad.length > 0 &&
          ` ${listNames(abroad)} may keep data outside ${HOME_COUNTRY}, under contracts that protect it as South African law does.`}
      </Text>
    </Section>
  );
};

/** Who works for us, and who we are; the last sections, so that nothing else moves when they arrive. */
const Who = () => {
  const { data: provider, error, refetch } = useQuery(providerQuery);

  return (
    <>
      {provider && <Vendors {...provider} />}
      <Section title="Who we are, and how to reach us">
        {error ? (
          <LoadError
            title="Our name and address, and who works for us, could not be read"
            error={error}
            onRetry={refetch}
          />
        ) : (
          <Box overflowWrap="anywhere">
            {provider && linesOf(provider).map((line) => <Text key={line}>{line}</Text>)}
            <ContactLink />
          </Box>
        )}
      </Section>
    </>
  );
};

/** What a person must know about their data before they give it to us (POPIA, section 18). */
export const PrivacyPage = () => (
  <Flex
    as="main"
    direction="column"
    minH="100dvh"
    bg="bg.panel"
    px={{ base: '5', md: '10' }}
    py={{ base: '4', md: '6' }}
  >
    <title>{`Privacy notice · ${PRODUCT_NAME}`}</title>
    <Flex justify="space-between" align="center">
      <Link asChild aria-label={`${PRODUCT_NAME}, to the portal`}>
        <RouterLink to="/">
          <Logo />
        </RouterLink>
      </Link>
      <ColorModeSwitch />
    </Flex>
    <Stack gap="7" w="100%" maxW="42rem" mx="auto" py={{ base: '8', md: '12' }} lineHeight="1.6">
      <Box>
        <Heading as="h1" size={{ base: '2xl', md: '3xl' }}>
          Privacy notice
        </Heading>
        <Text color="fg.muted" mt="1">
          Of {formatDateShort(PRIVACY_VERSION)}
        </Text>
      </Box>
      <Section title="What we hold, and why">
        <Points>
          <li>
            Your name, email address, phone number, ID or passport number, company, address and VAT number: to
            know who our client is, to reach you and to write invoices. You give them when you register or in
            your profile. Without those that the form requires we cannot open an account.
          </li>
          <li>
            Your services, invoices, credit notes, payments, statements and what you owe: to supply and bill
            what you ordered, and because tax law requires it.
          </li>
          <li>
            The lines of our bank account about payments: day, amount and the bank's own words, which may hold
            a name or a number. Our bank gives them to us; we need them to see who paid.
          </li>
          <li>Your tickets, messages and their attachments: to answer them.</li>
          <li>
            Which mails we sent you and whether they arrived, and when you signed in with which browser and
            from which shortened network address: to protect your account.
          </li>
          <li>
            If you set them up: of a passkey its public key, the browser and system that made it, and when it
            was made and last used; the secret of an authenticator app, sealed; and recovery codes, in a form
            from which nobody can read them. They prove that it is you who signs in. What unlocks a passkey on
            your device, such as a fingerprint or a face, never reaches us.
          </li>
          <li>A record of who in our company read or changed your data: so that it can be checked.</li>
        </Points>
        <Text>
          We hold no card numbers, and your password only in a form from which nobody can read it. We show no
          advertising and sell nothing about you. The only cookies keep you signed in and recognise your
          browser.
        </Text>
      </Section>
      <Section title="For how long">
        <Points>
          <li>Your account, services and tickets: until the account is deleted.</li>
          <li>
            Passkeys, the authenticator app and recovery codes: until you remove them or the account is
            deleted.
          </li>
          <li>
            Invoices, credit notes, payments and the other entries of your account: eight years, because the
            law requires it (VAT Act, section 55; Companies Act, section 24). The bank's own words of
            payments, which may hold a name, are part of them: they stay for as long, also after the account
            is deleted.
          </li>
          <li>
            The age analyses of closed months keep number, name and amounts for eight years, also after the
            account is deleted.
          </li>
          <li>The bank's words of a line that was no client's payment: 12 months.</li>
          <li>The list of mails and the list of activities: 12 months.</li>
          <li>
            The record of sign-ins and of who read or changed your data: without end, because it is evidence.
            It names you by a number.
          </li>
          <li>Technical logs: {LOG_DAYS} days.</li>
          <li>Backups: {BACKUP_DAYS} days; what is deleted stays in them for so long.</li>
        </Points>
      </Section>
      <Section title="Your rights">
        <Text>
          You can read and correct most of it yourself, in your profile. You can also ask us what we hold
          about you, have it corrected or deleted, or object to its use: write to us. We delete all that no
          law makes us keep.
        </Text>
        <Text>
          You can complain to the Information Regulator:{' '}
          <Link href={REGULATOR} color="brand.fg" fontWeight="semibold">
            inforegulator.org.za
          </Link>
          ,{' '}
          <Link
            href="mailto:POPIAComplaints@inforegulator.org.za"
            color="brand.fg"
            fontWeight="semibold"
            overflowWrap="anywhere"
          >
            POPIAComplaints@inforegulator.org.za
          </Link>
          .
        </Text>
      </Section>
      <Who />
    </Stack>
  </Flex>
);
