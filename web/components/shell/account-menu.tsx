import { Box, Button, chakra, Flex, Kbd, Skeleton, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type MouseEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#shared/contract/auth.ts';
import type { Act } from '../../lib/acts/act.ts';
import { readCommit } from '../../lib/browser/commit.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';
import { fullName } from '../../lib/words/full-name.ts';
import { BusyButton } from '../form/busy-button.tsx';
import { ColorModeSwitch } from './color-mode-switch.tsx';
import { Initials } from './initials.tsx';

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
    width: '15rem',
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

const Entry = ({
  act: { icon: Icon, label, keys, link, run },
  isCurrent,
}: {
  act: Act;
  isCurrent: boolean;
}) => {
  const content = (
    <>
      <Icon />
      <Box as="span" flex="1" textAlign="start">
        {label}
      </Box>
      {keys && (
        <Kbd size="sm" hideBelow="md" aria-hidden>
          {keys}
        </Kbd>
      )}
    </>
  );

  return (
    <Button asChild {...itemProps}>
      {link ? (
        <Link
          {...link}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={closePopover}
        >
          {content}
        </Link>
      ) : (
        <button
          type="button"
          onClick={(event) => {
            closePopover(event);
            run();
          }}
        >
          {content}
        </button>
      )}
    </Button>
  );
};

interface AccountMenuProps {
  acts: readonly Act[];
  /** The act whose page is shown. */
  currentId?: string | undefined;
  logOut: Act;
  isLoggingOut: boolean;
}

const KnownAccountMenu = ({
  user,
  acts,
  currentId,
  logOut,
  isLoggingOut,
}: AccountMenuProps & { user: User }) => {
  const popoverId = useId();
  const [wasOpened, setWasOpened] = useState(false);
  const LogOutIcon = logOut.icon;
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
              {acts.map((act) => (
                <Entry key={act.id} act={act} isCurrent={act.id === currentId} />
              ))}
              <Flex
                px="2"
                py="2"
                my="2"
                borderBlockWidth="1px"
                align="center"
                justify="space-between"
                gap="2"
              >
                <Text textStyle="sm" fontWeight="semibold" aria-hidden>
                  Theme
                </Text>
                <ColorModeSwitch />
              </Flex>
              <BusyButton {...itemProps} isBusy={isLoggingOut} onClick={logOut.run}>
                <LogOutIcon />
                {logOut.label}
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

/** The account menu: who is signed in, rarely used acts, the theme, and Log out. */
export const AccountMenu = (props: AccountMenuProps) => {
  const user = useUserIfKnown();

  return user ? (
    <KnownAccountMenu user={user} {...props} />
  ) : (
    <Skeleton h="8" w={{ base: '8', md: '11rem' }} mx={{ base: '1.5', md: '2' }} borderRadius="full" />
  );
};
