import { Box, Button, chakra, Skeleton, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ChevronDown, LogOut } from 'lucide-react';
import { type MouseEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#shared/contract/auth.ts';
import { readCommit } from '../lib/commit.ts';
import { fullName } from '../lib/full-name.ts';
import { useLogOut, useUserIfKnown } from '../lib/session.ts';
import { BusyButton } from './busy-button.tsx';
import { Initials } from './initials.tsx';
import type { NavItem } from './sidebar-nav.tsx';

const ROLE_LABELS = { admin: 'Administrator', client: 'Client' } as const;

/** A popover of the browser, which closes it on Escape and on a click outside, and restores the focus. */
const Popover = chakra('div', {
  base: {
    position: 'fixed',
    // Otherwise its width would be the sum of its entries.
    '&:popover-open': { display: 'grid' },
    inset: 'auto',
    top: '3.75rem',
    insetInlineEnd: { base: '3', md: '6', xl: '8' },
    margin: '0',
    padding: '2',
    minWidth: '15rem',
    maxWidth: 'calc(100vw - 1.5rem)',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderRadius: 'l3',
    shadow: 'lg',
  },
});

const itemProps = {
  variant: 'ghost',
  colorPalette: 'gray',
  size: 'sm',
  w: '100%',
  justifyContent: 'flex-start',
  px: '2',
} as const;

/** Closes the popover after a click on a link inside: that is no click outside for the browser, and no new page is loaded. */
const closePopover = ({ currentTarget }: MouseEvent) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

interface AccountMenuProps {
  links?: readonly NavItem[];
}

const KnownAccountMenu = ({ user, links = [] }: Pick<AccountMenuProps, 'links'> & { user: User }) => {
  const popoverId = useId();
  const [wasOpened, setWasOpened] = useState(false);
  const logOut = useLogOut();
  const name = fullName(user);

  return (
    <>
      <Button asChild variant="ghost" colorPalette="gray" h="11" px={{ base: '1.5', md: '2' }}>
        <button type="button" popoverTarget={popoverId} aria-label={`Account: ${name}`}>
          <Initials name={name} tone="solid" />
          <Box display={{ base: 'none', md: 'block' }} textAlign="start" maxW="11rem">
            <Text truncate lineHeight="1.25">
              {name}
            </Text>
            <Text truncate textStyle="detail" fontWeight="normal">
              {ROLE_LABELS[user.user_role]}
            </Text>
          </Box>
          <Box as={ChevronDown} display={{ base: 'none', md: 'block' }} aria-hidden />
        </button>
      </Button>
      <Popover asChild>
        <section
          id={popoverId}
          popover="auto"
          aria-label="Account"
          onBeforeToggle={() => flushSync(() => setWasOpened(true))}
        >
          {wasOpened && (
            <>
              <Box px="2" pt="1" pb="3" mb="2" borderBottomWidth="1px">
                <Text fontWeight="semibold" textStyle="sm" truncate>
                  {name}
                </Text>
                <Text textStyle="detail" truncate>
                  {user.User_Email}
                </Text>
                <Text textStyle="detail">{user.OWNumber}</Text>
              </Box>
              {links.map(({ label, icon: Icon, link, isCurrent }) => (
                <Button key={label} asChild {...itemProps}>
                  <Link
                    {...link}
                    activeOptions={{ exact: true, includeSearch: true }}
                    aria-current={isCurrent ? 'page' : undefined}
                    onClick={closePopover}
                  >
                    <Icon />
                    {label}
                  </Link>
                </Button>
              ))}
              <BusyButton {...itemProps} isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
                <LogOut />
                Log out
              </BusyButton>
              <Text px="2" pt="2" textStyle="detail">
                Version {readCommit()}
              </Text>
            </>
          )}
        </section>
      </Popover>
    </>
  );
};

/** The account menu: who is signed in, rarely used links, and Log out. */
export const AccountMenu = ({ links }: AccountMenuProps) => {
  const user = useUserIfKnown();

  return user ? (
    <KnownAccountMenu user={user} {...(links && { links })} />
  ) : (
    <Skeleton h="8" w={{ base: '8', md: '11rem' }} mx={{ base: '1.5', md: '2' }} borderRadius="full" />
  );
};
