import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { Menu, X } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ColorModeSwitch } from './color-mode-switch.tsx';
import { Logo } from './logo.tsx';
import { type NavGroup, type NavItem, SidebarNav } from './sidebar-nav.tsx';

/** A modal dialog of the browser: it keeps the focus inside, closes on Escape and restores the focus. */
const Drawer = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: '0 auto 0 0',
    width: '18rem',
    maxWidth: '85vw',
    height: '100dvh',
    maxHeight: 'none',
    margin: '0',
    padding: '0',
    bg: 'brand.950',
    color: 'white',
    shadow: 'xl',
    '&[open]': {
      display: 'flex',
      flexDirection: 'column',
      animation: 'slide-from-left-full 0.2s ease-out',
    },
    _backdrop: { bg: 'black/50' },
  },
});

export const NavDrawer = ({ items }: { items: readonly (NavItem | NavGroup)[] }) => {
  const drawer = useRef<HTMLDialogElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  // The browser moves the focus inside when the drawer opens, so its content must be rendered before.
  const open = () => {
    flushSync(() => setWasOpened(true));
    drawer.current?.showModal();
  };
  const close = () => drawer.current?.close();
  const closeOnBackdrop = ({ target }: MouseEvent) => target === drawer.current && close();

  return (
    <>
      <IconButton aria-label="Open menu" variant="ghost" colorPalette="gray" onClick={open}>
        <Menu />
      </IconButton>
      <Drawer ref={drawer} aria-label="Menu" onClick={closeOnBackdrop}>
        {wasOpened && (
          <>
            <Flex p="4" justify="space-between" align="center">
              <Logo />
              <IconButton
                aria-label="Close menu"
                variant="ghost"
                color="white"
                _hover={{ bg: 'white/10' }}
                onClick={close}
              >
                <X />
              </IconButton>
            </Flex>
            <Box px="3" flex="1" overflowY="auto">
              <SidebarNav items={items} isCompactBelowLg={false} onNavigate={close} />
            </Box>
            <Flex p="4" color="fg" justify="center">
              <ColorModeSwitch />
            </Flex>
          </>
        )}
      </Drawer>
    </>
  );
};
