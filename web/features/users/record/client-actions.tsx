import { Button, HStack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { UserListRow } from '#shared/contract/users/user-list.ts';
import type { UserSummary } from '#shared/contract/users.ts';
import { RowMenu, RowMenuButton } from '../../../components/list/row-menu.tsx';
import type { Act } from '../../../lib/acts/act.ts';
import { actsOfUser, contactActsOf } from '../user-acts.ts';
import { copyActsOf } from './copy-acts.ts';

/** The acts that stand as buttons over the record. */
const SHOWN = ['payment.new', 'user.edit', 'user.reset', 'service.new', 'invoice.new'];
/** Those of a phone, which finds the others in the menu. */
const SHOWN_ON_PHONE = ['payment.new', 'user.edit'];
/** The record is open already. */
const DONE = 'user.view';

interface ActLinkProps {
  act: Act;
  isMain: boolean;
}

const ActLink = ({ act: { id, label, icon: Icon, link }, isMain }: ActLinkProps) => (
  <Button
    asChild
    size="xs"
    variant={isMain ? 'solid' : 'outline'}
    flexShrink="0"
    hideBelow={SHOWN_ON_PHONE.includes(id) ? undefined : 'md'}
    px={{ base: '2', md: '2.5' }}
    css={{ '& svg': { hideBelow: 'md' } }}
  >
    <Link {...link}>
      <Icon aria-hidden /> {label}
    </Link>
  </Button>
);

/** All but the id is missing until the account or its row has been read. */
type Owner = Pick<UserListRow, 'User_Id'> &
  Partial<
    Pick<UserListRow, 'OWNumber' | 'User_Email' | 'User_Mobile' | 'User_Debit'> &
      Pick<UserSummary, 'invitation'>
  >;

interface ClientActionsProps {
  user: Owner;
  /** What stands at the other end of the line. */
  children: ReactNode;
}

/** What an administrator does with the client whose record is open. */
export const ClientActions = ({ user, children }: ClientActionsProps) => {
  const menuId = useId();
  const acts = actsOfUser(user);
  const rest = [
    ...contactActsOf(user),
    ...copyActsOf(user),
    ...acts.filter(({ id }) => !SHOWN_ON_PHONE.includes(id) && id !== DONE),
  ];
  const isOwing = (user.User_Debit ?? 0) < 0;

  return (
    <RowMenu id={menuId} actsOf={() => ({ label: 'More actions', acts: rest })}>
      <HStack gap={{ base: '1.5', md: '2' }} _print={{ display: 'none' }}>
        {SHOWN.flatMap((shown) => acts.filter(({ id }) => id === shown)).map((act) => (
          <ActLink key={act.id} act={act} isMain={isOwing && act.id === 'payment.new'} />
        ))}
        <RowMenuButton menuId={menuId} row={user.User_Id} label="More actions" />
        <HStack ms="auto" minH="8" flexShrink="0">
          {children}
        </HStack>
      </HStack>
    </RowMenu>
  );
};
