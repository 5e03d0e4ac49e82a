import { Box, Dialog, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { Modal } from '../../components/dialog/modal.tsx';
import { useDebtorPage } from '../../features/debtors/debtor-pages.ts';
import type { DebtorPage } from '../../features/debtors/queries.ts';
import { useUserPage } from '../../features/users/list/user-pages.ts';
import { type UserListQuery, userQuery, userSummaryQuery } from '../../features/users/queries.ts';
import { ClientActions } from '../../features/users/record/client-actions.tsx';
import { ClientSummary } from '../../features/users/record/client-summary.tsx';
import { isMissingUser, MissingUser } from '../../features/users/record/missing-user.tsx';
import { NeighbourButtons } from '../../features/users/record/neighbour-buttons.tsx';
import { useRecordKeys } from '../../features/users/record/record-keys.ts';
import { RoleBadge, UserStatusBadge } from '../../features/users/user-badges.tsx';
import { type ListedClient, type Place, useNeighbours } from '../../lib/address/neighbours.ts';
import { takeLostFocus } from '../../lib/browser/lost-focus.ts';
import { clientName, personBeside } from '../../lib/words/full-name.ts';
import type { AdminSearch, OverSection } from './admin-search.ts';
import { ClientTabs } from './client-tabs.tsx';

/** The list under the record: which one it is, its filters, and its page. */
export interface ListUnder extends Place {
  users?: UserListQuery;
  debtors?: Omit<DebtorPage, keyof Place>;
}

const useShownPage = (list: ListUnder | undefined) => {
  const { page = 1, limit = PAGE_SIZES[0], users, debtors } = list ?? {};
  const ofUsers = useUserPage(users && { ...users, page, limit });
  const ofDebtors = useDebtorPage(debtors && { ...debtors, page, limit });

  return ofUsers ?? ofDebtors;
};

interface ClientTitleProps {
  client: ListedClient | undefined;
  ref: Ref<HTMLDivElement>;
}

const ClientTitle = ({ client, ref }: ClientTitleProps) => (
  <HStack as="span" ref={ref} tabIndex={-1} outline="none" gap="2" minH="7" minW="0">
    <Text
      as="span"
      minW="0"
      truncate
      title={client && [client.name, client.person].filter(Boolean).join(' · ')}
    >
      <bdi>{client?.name ?? 'Client'}</bdi>
      {client?.person && (
        <Text as="span" hideBelow="md" color="fg.muted" fontWeight="normal">
          {' · '}
          <bdi>{client.person}</bdi>
        </Text>
      )}
    </Text>
    {client ? (
      <>
        <Text as="span" color="fg.muted" fontWeight="normal" textStyle="number" flexShrink="0">
          {client.OWNumber}
        </Text>
        {client.account && (
          // A phone has room for the status that one must know.
          <Box as="span" flexShrink="0" hideBelow={client.account.User_Status === 1 ? 'md' : undefined}>
            <UserStatusBadge status={client.account.User_Status} />
          </Box>
        )}
        {client.account?.user_role === 'admin' && <RoleBadge userRole="admin" />}
      </>
    ) : (
      <Skeleton as="span" height="5" width="4rem" />
    )}
  </HStack>
);

const OPEN_TAB = '[role=tab][aria-selected=true]';

const findInRecord = (selector: string) =>
  document.querySelector<HTMLElement>(`[role=dialog] :is(${selector})`);

/** Names the window after the client, for its history and its tab. */
const useDocumentTitle = (client: ListedClient | undefined) => {
  const title = client && `${client.name} · Clients`;

  useEffect(() => {
    if (!title) {
      return;
    }

    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
};

interface ClientDetailDialogProps {
  userId: number;
  tab: AdminSearch['tab'];
  /** The form that is open in the tab. */
  form: OverSection['new'];
  /** What the timeline shows. */
  kind: OverSection['kind'];
  /** The list under the dialog, if there is one. */
  list: ListUnder | undefined;
  onClose: () => void;
  /** The dialog that is open over the record. */
  children: ReactNode;
}

/** Everything about one client: figures, actions, and tabs, of which the address names the open one. */
export const ClientDetailDialog = ({
  userId,
  tab,
  form,
  kind,
  list,
  onClose,
  children,
}: ClientDetailDialogProps) => {
  const { data: user, error } = useQuery(userQuery(userId));
  const { data: summary } = useQuery(userSummaryQuery(userId));
  const neighbours = useNeighbours(list, userId, useShownPage);
  const named = user && {
    userId,
    name: clientName(user),
    person: personBeside(user),
    OWNumber: user.OWNumber,
    account: user,
  };
  const client = error ? undefined : (named ?? neighbours?.client);
  useDocumentTitle(client);
  const title = useRef<HTMLDivElement>(null);
  const shownId = useRef(userId);
  // The tab of the client before is gone, and the focus with it.
  useEffect(() => {
    if (shownId.current !== userId) {
      shownId.current = userId;
      takeLostFocus(title.current);
    }
  }, [userId]);
  useRecordKeys(userId);
  // A dialog that opened in the same moment as the record would lie under it: React runs the inner effects first.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);

  return (
    <Modal
      title={error && !user ? 'Client' : <ClientTitle ref={title} client={client} />}
      size="wide"
      onClose={onClose}
      initialFocus={() => (form && findInRecord('textarea, select')) || findInRecord(OPEN_TAB)}
    >
      {isMissingUser(error) ? (
        <Dialog.Body>
          <MissingUser error={error} onClose={onClose} />
        </Dialog.Body>
      ) : (
        <Dialog.Body p="0">
          <Stack gap={{ base: '2', md: '3' }} px="6" pt={{ base: '0', md: '1' }} pb={{ base: '1', md: '3' }}>
            <ClientActions user={{ User_Id: userId, ...user, ...summary }}>
              {neighbours && <NeighbourButtons neighbours={neighbours} />}
            </ClientActions>
            <ClientSummary userId={userId} />
          </Stack>
          <ClientTabs key={userId} userId={userId} openTab={tab} kind={kind} />
          {isOpen && children}
        </Dialog.Body>
      )}
    </Modal>
  );
};
