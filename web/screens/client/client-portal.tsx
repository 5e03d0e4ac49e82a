import { Box, Button, Card, Grid, GridItem, Skeleton, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { DIMMED, lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { JoinedFailures } from '../../components/loading/joined-failures.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { StatementSkeleton } from '../../components/loading/statement-skeleton.tsx';
import { FinderSearch } from '../../components/search/finder-search.tsx';
import { PaletteButton } from '../../components/search/palette-button.tsx';
import { AccountMenu } from '../../components/shell/account-menu.tsx';
import { PageHeader } from '../../components/shell/page-header.tsx';
import { KEY_SHEET_FRAME, PALETTE_FRAME } from '../../components/shell/portal-frames.ts';
import { Shell } from '../../components/shell/shell.tsx';
import type { NavItem } from '../../components/shell/sidebar-nav.tsx';
import { MAIL_TROUBLES, useMailTrouble } from '../../features/account/mail-trouble.ts';
import { AccountInformation } from '../../features/client/account-information.tsx';
import { ClientStats } from '../../features/client/client-stats.tsx';
import { clientServicesQuery, clientStatsQuery } from '../../features/client/queries.ts';
import { RecentActivity } from '../../features/client/recent-activity.tsx';
import { ServiceCards } from '../../features/client/service-cards.tsx';
import { ServiceList } from '../../features/client/service-list.tsx';
import { AmountOwed, HowToPay } from '../../features/invoices/own/amount-owed.tsx';
import { AnyNewAnswer } from '../../features/tickets/new-answer.tsx';
import { WaitingAnswers } from '../../features/tickets/waiting-answers.tsx';
import { usePortalOverlay } from '../../lib/acts/use-portal-overlay.ts';
import { usePreload } from '../../lib/browser/use-preload.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';
import { greetedName } from '../../lib/words/greeted-name.ts';
import { AccountSkeleton } from '../account-skeleton.tsx';
import { CLIENT_PAGES, CREATE_TICKET, PAY, STATEMENT } from './client-acts.ts';
import {
  BELOW_AMOUNT,
  ClientInvoices,
  OwnCreditNotes,
  OwnPayments,
  PaidInvoices,
} from './client-invoices.tsx';
import type { ClientSection } from './client-search.ts';

const ClientSupport = lazyPart(() => import('./client-support.tsx'), 'ClientSupport', {
  Frame: ({ children }) => (
    <>
      <PageHeader title="Support" />
      {children}
    </>
  ),
  waiting: <SkeletonRows label="Loading support" rows={4} height="16" />,
});
const FirstDay = lazyPart(() => import('./first-day.tsx'), 'FirstDay', {
  // What follows on a phone waits for it, as for the amount.
  waiting: <Skeleton data-awaited height={{ base: '17rem', md: '30rem' }} />,
});

const MailNote = lazyPart(() => import('../../features/account/mail-note.tsx'), 'MailNote', {
  waiting: null,
});

const PROFILE_SKELETON = <AccountSkeleton label="Loading profile" />;
const ClientProfile = lazyPart(() => import('./client-profile.tsx'), 'ClientProfile', {
  waiting: PROFILE_SKELETON,
});

const STATEMENT_SKELETON = <StatementSkeleton hasPeriod />;
const ClientStatement = lazyPart(() => import('./client-statement.tsx'), 'ClientStatement', {
  waiting: STATEMENT_SKELETON,
});

/** The table of dialogs, with the labels and icons of its rows. */
const ClientDialogs = lazyPart(() => import('./client-dialogs.tsx'), 'ClientDialogs', { waiting: DIMMED });

/** Loads the code of the dialog that a link opens. */
const OPEN = {
  preload: async (open = '') => {
    await ClientDialogs.preload();
    await (await import('./client-dialogs.tsx')).preloadClientDialog(open);
  },
};

const PRELOADED = {
  open: OPEN,
  pay: HowToPay,
  'show=paid': PaidInvoices,
  'show=payments': OwnPayments,
  'show=credit-notes': OwnCreditNotes,
  'section=statement': ClientStatement,
  'section=support': ClientSupport,
  'section=profile': ClientProfile,
};

const OwnFinder = lazyPart(() => import('./own-finder.tsx'), 'OwnFinder', { waiting: null });

const route = getRouteApi('/client');

const ClientPalette = lazyDialog(() => import('./client-palette.tsx'), 'ClientPalette', PALETTE_FRAME);
const ClientKeySheet = lazyDialog(() => import('./client-key-sheet.tsx'), 'ClientKeySheet', KEY_SHEET_FRAME);

const TitledCard = ({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <Card.Root as="section" variant="outline" size="sm" aria-label={title}>
    <Card.Header flexDirection="row" justifyContent="space-between" alignItems="center">
      <Card.Title as="h2" textStyle="md">
        {title}
      </Card.Title>
      {action}
    </Card.Header>
    <Card.Body>{children}</Card.Body>
  </Card.Root>
);

/** Appears together with the list of services above it, whose length is unknown until it has loaded. */
const BelowServices = ({ children }: { children: ReactNode }) => {
  const { isPending } = useQuery(clientServicesQuery);

  return <Box visibility={isPending ? 'hidden' : undefined}>{children}</Box>;
};

/** The place of the name, so that the greeting does not change when it is known. */
const NAME_SKELETON = <Skeleton as="span" display="inline-block" width="7rem" height="0.75em" aria-hidden />;

const Dashboard = ({ user }: { user: OwnUser | undefined }) => {
  const { data: stats, isPending: isHeld } = useQuery(clientStatsQuery);
  const { data: services } = useQuery(clientServicesQuery);
  const isUnbilled = stats?.isBilled === false;
  const isFirstDay = isUnbilled && services?.length === 0;

  return (
    <>
      <PageHeader
        title="Dashboard"
        heading={<>Welcome, {user ? `${greetedName(user)}!` : NAME_SKELETON}</>}
        description="This is how your services stand today."
      />
      <JoinedFailures>
        <Grid templateColumns={{ base: '1fr', xl: '2fr 1fr' }} gap="4" alignItems="start" css={BELOW_AMOUNT}>
          {isFirstDay && user ? (
            <FirstDay user={user} openTickets={stats.openTickets} />
          ) : (
            <Stack gap="4" minW="0">
              {!(isUnbilled && services) && (
                <AmountOwed
                  user={user}
                  on="dashboard"
                  isHeld={isHeld || isUnbilled}
                  note={<WaitingAnswers count={stats?.waitingTickets ?? 0} />}
                />
              )}
              <ClientStats
                renderNewAnswer={(answered) =>
                  user && <AnyNewAnswer userId={user.User_Id} answered={answered} />
                }
              />
              <TitledCard
                title="Your Services"
                action={
                  <Button asChild size="xs" variant="ghost" me="-2.5">
                    <Link to="/client" search={{ section: 'services' }}>
                      See details
                    </Link>
                  </Button>
                }
              >
                <ServiceList />
              </TitledCard>
              <BelowServices>
                <TitledCard title="Recent Activity">
                  <RecentActivity />
                </TitledCard>
              </BelowServices>
            </Stack>
          )}
          <GridItem minW="0">{user ? <AccountInformation user={user} /> : <Skeleton h="72" />}</GridItem>
        </Grid>
      </JoinedFailures>
    </>
  );
};

const SectionPage = ({ section, user }: { section: ClientSection; user: OwnUser | undefined }) => {
  switch (section) {
    case 'services':
      return (
        <>
          <PageHeader
            title="Active Services"
            description="All that you have with us, also what is pending, suspended or inactive."
          />
          <ServiceCards />
        </>
      );
    case 'invoices':
      return (
        <>
          <PageHeader
            title="Invoices"
            description="What you owe, your invoices with their PDFs, and your payments."
          />
          {user ? (
            <ClientInvoices user={user} />
          ) : (
            <SkeletonRows label="Loading invoices" rows={3} height="16" />
          )}
        </>
      );
    case 'statement':
      return (
        <>
          <Box _print={{ display: 'none' }}>
            <PageHeader
              title="Statement"
              description="What was invoiced and paid, and what you owe at the end of the period."
            />
          </Box>
          {user ? <ClientStatement user={user} /> : STATEMENT_SKELETON}
        </>
      );
    case 'support':
      return <ClientSupport />;
    case 'profile':
      return (
        <>
          <PageHeader title="Profile" description="Your details, how you sign in, and what we mail you." />
          {user ? <ClientProfile user={user} /> : PROFILE_SKELETON}
        </>
      );
    case 'dashboard':
      return <Dashboard user={user} />;
  }
};

export const ClientPortal = () => {
  const { section = 'dashboard', open } = route.useSearch();
  const user = useUserIfKnown();
  const mail = useMailTrouble();
  usePreload(PRELOADED);
  const { shown, acts, close } = usePortalOverlay(ClientPalette.preload);
  const { palette, keys, search, themes, logOut, isLoggingOut } = acts;

  const everyAct = [...CLIENT_PAGES, PAY, STATEMENT, CREATE_TICKET, ...themes, keys, logOut];

  const items: NavItem[] = CLIENT_PAGES.map((page) => ({
    ...page,
    isCurrent: page.id === (section === 'statement' ? 'invoices' : section),
    ...(page.id === 'support' && { preload: () => void ClientSupport.preload() }),
    ...(page.id === 'profile' && {
      preload: () => void ClientProfile.preload(),
      ...(mail?.isHidden && { mark: MAIL_TROUBLES[mail.trouble] }),
    }),
  }));

  return (
    <Shell
      items={items}
      note={mail && !mail.isHidden && <MailNote {...mail} />}
      search={<FinderSearch acts={everyAct} Finder={OwnFinder} />}
      palette={<PaletteButton act={palette} preload={() => void ClientPalette.preload()} />}
      account={
        <AccountMenu
          acts={[...CLIENT_PAGES.filter(({ id }) => id === 'profile'), keys]}
          currentId={section}
          logOut={logOut}
          isLoggingOut={isLoggingOut}
        />
      }
      loadingText="Loading client panel..."
    >
      <SectionPage section={section} user={user} />
      {open && <ClientDialogs />}
      {shown === 'palette' && (
        <ClientPalette title={palette.label} acts={everyAct} onClose={() => close('palette')} />
      )}
      {shown === 'keys' && (
        <ClientKeySheet title={keys.label} acts={[palette, search, keys]} onClose={() => close('keys')} />
      )}
    </Shell>
  );
};
