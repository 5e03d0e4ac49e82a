import { Button, HStack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { UserListRow } from '#shared/contract/user-list.ts';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import type { Act } from '../../lib/act.ts';
import { copyText } from '../../lib/copy-text.ts';
import { actsOfUser, contactActsOf } from './user-acts.ts';

/** The acts that stand as buttons over the record; the others are in its menu. */
const SHOWN = ['user.edit', 'user.reset', 'service.new', 'invoice.new'];
/** The record is open already. */
const DONE = 'user.view';

const ActLink = ({ act: { label, icon: Icon, link } }: { act: Act }) => (
  <Button
    asChild
    size="xs"
    variant="outline"
    flexShrink="0"
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
  Partial<Pick<UserListRow, 'OWNumber' | 'User_Email' | 'User_Mobile'>>;

interface ClientActionsProps {
  user: Owner;
  /** What stands at the other end of the line. */
  children: ReactNode;
}

/** What an administrator does with the client whose record is open. */
export const ClientActions = ({ user, children }: ClientActionsProps) => {
  const menuId = useId();
  const acts = actsOfUser(user);
  const { OWNumber } = user;
  const copy: Act[] = OWNumber
    ? [
        {
          id: 'user.copy-ow-number',
          label: 'Copy OW number',
          icon: Copy,
          run: () => void copyText(OWNumber, `${OWNumber} copied`),
        },
      ]
    : [];
  const rest = [
    ...contactActsOf(user),
    ...copy,
    ...acts.filter(({ id }) => !SHOWN.includes(id) && id !== DONE),
  ];

  return (
    <RowMenu id={menuId} actsOf={() => ({ label: 'More actions', acts: rest })}>
      <HStack gap="2" _print={{ display: 'none' }}>
        {/* On a phone the buttons scroll sideways. The padding keeps their focus rings from being cut. */}
        <HStack gap="2" minW="0" overflowX="auto" p="1" m="-1" scrollbarWidth="none">
          {acts
            .filter(({ id }) => SHOWN.includes(id))
            .map((act) => (
              <ActLink key={act.id} act={act} />
            ))}
        </HStack>
        <RowMenuButton menuId={menuId} row={user.User_Id} label="More actions" />
        <HStack ms="auto" minH="8" flexShrink="0">
          {children}
        </HStack>
      </HStack>
    </RowMenu>
  );
};
