import { Box, Tabs, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, memo, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import type { UserSummary } from '#shared/contract/users.ts';
import { formatCount } from '#shared/numbers.ts';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { userQuery, userSummaryQuery } from '../../features/users/queries.ts';
import { ClientInformation } from '../../features/users/record/client-information.tsx';
import { MailBlockNote } from '../../features/users/record/mail-block-note.tsx';
import { TimelineSkeleton } from '../../features/users/record/timeline-skeleton.tsx';
import type { AdminSearch, OverSection } from './admin-search.ts';

const ServicesTab = lazyPart(() => import('../../features/services/services-tab.tsx'), 'ServicesTab');
const InvoicesTab = lazyPart(() => import('../../features/invoices/invoices-tab.tsx'), 'InvoicesTab');
const PaymentsTab = lazyPart(() => import('../../features/payments/payments-tab.tsx'), 'PaymentsTab');
const ClientSessions = lazyPart(
  () => import('../../features/sessions/client-sessions.tsx'),
  'ClientSessions',
);
const ClientMails = lazyPart(() => import('../../features/mails/client-mails.tsx'), 'ClientMails');
const ClientTimeline = lazyPart(
  () => import('../../features/users/record/client-timeline.tsx'),
  'ClientTimeline',
  {
    waiting: <TimelineSkeleton />,
  },
);

interface TabProps {
  userId: number;
  /** What the timeline shows. */
  kind: OverSection['kind'];
  onFormClosed: () => void;
}

const ClientServices = ({ userId, onFormClosed }: TabProps) => {
  const { data: client } = useQuery(userQuery(userId));

  return (
    <ServicesTab
      userId={userId}
      isConsumer={client !== undefined && !client.User_Org}
      onNewClosed={onFormClosed}
    />
  );
};

/** Also shown if the portal sends no mail, because there may be older mails. */
const MailsOfClient = ({ userId }: TabProps) => {
  const { data: client } = useQuery(userQuery(userId));

  return (
    <>
      <MailBlockNote userId={userId} />
      <ClientMails userId={userId} client={client} />
    </>
  );
};

const INFORMATION = 'information';

interface TabEntry {
  tab: OverSection['tab'];
  label: string;
  Content: ComponentType<TabProps>;
  countOf?: (summary: UserSummary) => number;
}

const TABS: readonly TabEntry[] = [
  { tab: undefined, label: 'Client Information', Content: ClientInformation },
  {
    tab: 'services',
    label: 'Active Services',
    Content: ClientServices,
    countOf: ({ activeServices }) => activeServices,
  },
  {
    tab: 'invoices',
    label: 'Invoices',
    Content: InvoicesTab,
    countOf: ({ invoices }) => invoices,
  },
  { tab: 'payments', label: 'Payments', Content: PaymentsTab },
  { tab: 'sessions', label: 'Sessions', Content: ClientSessions },
  { tab: 'mails', label: 'Mails', Content: MailsOfClient },
  { tab: 'timeline', label: 'Timeline', Content: ClientTimeline },
];

const TabCount = ({ userId, countOf }: { userId: number; countOf: TabEntry['countOf'] }) => {
  const { data: summary } = useQuery(userSummaryQuery(userId));

  return (
    countOf && (
      <Text
        as="span"
        textStyle="detail"
        bg={summary && 'bg.muted'}
        borderRadius="full"
        px="1.5"
        minW="5"
        ms="-0.5"
        textAlign="center"
      >
        {summary && formatCount(countOf(summary))}
      </Text>
    )
  );
};

/** Not rendered again while another tab is opened. */
const TabContent = memo(({ Content, ...props }: TabProps & Pick<TabEntry, 'Content'>) => (
  <Content {...props} />
));

/** A phone has no room for all tabs: the open one stands in the middle, also once the counts have come. */
const showOpenTab = (list: HTMLElement | null) => {
  const tab = list?.querySelector('[aria-selected=true]');
  if (list && tab) {
    const [bar, shown] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.scrollLeft += shown.left + shown.width / 2 - bar.left - bar.width / 2;
  }
};

type ClientTabsProps = Omit<TabProps, 'onFormClosed'> & { openTab: AdminSearch['tab'] };

/** The tabs stay visible while the record scrolls below them. */
export const ClientTabs = ({ userId, openTab, kind }: ClientTabsProps) => {
  const navigate = useNavigate({ from: '/admin' });
  const list = useRef<HTMLDivElement>(null);
  // An unknown tab is the first one.
  const selectedTab = TABS.find(({ tab }) => tab === openTab)?.tab;
  // A press marks its tab at once; a list of a hundred rows is then rendered in slices.
  const renderedTab = useDeferredValue(selectedTab);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab changes which one is selected
  useEffect(() => showOpenTab(list.current), [openTab]);
  const closeForm = useCallback(
    () =>
      void navigate({
        to: '/admin',
        search: (shown) => ({ ...shown, new: undefined }),
        replace: true,
      }),
    [navigate],
  );

  return (
    // The links navigate by themselves; without `null` the tabs would also reload the whole page.
    <Tabs.Root value={selectedTab ?? INFORMATION} navigate={null} lazyMount unmountOnExit>
      <Tabs.List
        ref={list}
        px={{ base: '3.5', md: '6' }}
        gap={{ base: '2', md: '0' }}
        overflowX="auto"
        overflowY="hidden"
        position="sticky"
        top="0"
        zIndex="docked"
        bg="bg.panel"
      >
        {TABS.map(({ tab, label, countOf }) => (
          <Tabs.Trigger
            key={label}
            value={tab ?? INFORMATION}
            px={{ base: '2.5', md: '4' }}
            flexShrink="0"
            whiteSpace="nowrap"
            outlineOffset="-2px"
            asChild
          >
            <Link
              from="/admin"
              to="/admin"
              search={(shown) => ({ ...shown, new: undefined, kind: undefined, tab })}
              replace
            >
              {label}
              <TabCount userId={userId} countOf={countOf} />
            </Link>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Box px="6" pb="6" minH="24rem">
        {TABS.map(({ tab, label, Content }) => (
          <Tabs.Content key={label} value={tab ?? INFORMATION} pt="4">
            {tab === renderedTab && (
              <TabContent Content={Content} userId={userId} kind={kind} onFormClosed={closeForm} />
            )}
          </Tabs.Content>
        ))}
      </Box>
    </Tabs.Root>
  );
};
