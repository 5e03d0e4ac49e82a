import { Box, Drawer, Flex, IconButton, Portal, SkipNavContent, SkipNavLink } from '@chakra-ui/react';
import { Menu as MenuIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ColorModeSwitch } from './color-mode-switch.tsx';
import { Logo, LogoMark } from './logo.tsx';
import { type NavItem, SidebarNav } from './sidebar-nav.tsx';

interface ShellProps {
  items: readonly NavItem[];
  /** The header's search box. */
  search: ReactNode;
  /** Who is signed in: the AccountMenu. */
  account: ReactNode;
  children: ReactNode;
}

const SIDEBAR_INK = 'brand.950';

const NavDrawer = ({ items }: Pick<ShellProps, 'items'>) => {
  const [isOpen, setIsOpen] = useState(false);

  return (
    <Drawer.Root open={isOpen} onOpenChange={({ open }) => setIsOpen(open)} placement="start">
      <Drawer.Trigger asChild>
        <IconButton aria-label="Open menu" variant="ghost" colorPalette="gray" hideFrom="md">
          <MenuIcon />
        </IconButton>
      </Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content bg={SIDEBAR_INK} color="white" maxW="18rem" aria-label="Menu">
            <Flex p="4" justify="space-between" align="center">
              <Logo />
              <Drawer.CloseTrigger asChild position="static">
                <IconButton aria-label="Close menu" variant="ghost" color="white" _hover={{ bg: 'white/10' }}>
                  <X />
                </IconButton>
              </Drawer.CloseTrigger>
            </Flex>
            <Box px="3" flex="1" overflowY="auto">
              <SidebarNav items={items} isCompactBelowLg={false} onNavigate={() => setIsOpen(false)} />
            </Box>
            <Flex p="4" color="fg" justify="center">
              <ColorModeSwitch />
            </Flex>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
};

const Sidebar = ({ items }: Pick<ShellProps, 'items'>) => (
  <Flex
    as="aside"
    aria-label="Sidebar"
    direction="column"
    hideBelow="md"
    position="sticky"
    top="0"
    h="100dvh"
    w={{ base: '4.5rem', lg: '16rem' }}
    flexShrink="0"
    gap="6"
    px="3"
    py="5"
    overflowY="auto"
    bg={SIDEBAR_INK}
    color="white"
    borderEndWidth="1px"
    borderColor={{ _light: 'transparent', _dark: 'border' }}
    _print={{ display: 'none' }}
  >
    <Box px="2" hideBelow="lg">
      <Logo />
    </Box>
    <Flex hideFrom="lg" justify="center">
      <LogoMark />
    </Flex>
    <SidebarNav items={items} isCompactBelowLg />
  </Flex>
);

/** The frame around every signed-in page: sidebar (icons below 1024 px, a drawer below 768 px) and header. */
export const Shell = ({ items, search, account, children }: ShellProps) => (
  <Flex minH="100dvh" bg="bg.canvas">
    <SkipNavLink>Skip to content</SkipNavLink>
    <Sidebar items={items} />
    <Flex direction="column" flex="1" minW="0">
      <Flex
        as="header"
        position="sticky"
        top="0"
        zIndex="sticky"
        align="center"
        gap={{ base: '2', md: '4' }}
        h="16"
        px={{ base: '3', md: '6', xl: '8' }}
        bg="bg.panel"
        borderBottomWidth="1px"
        _print={{ display: 'none' }}
      >
        <NavDrawer items={items} />
        <Box flex="1" minW="0">
          {search}
        </Box>
        <Box hideBelow="md">
          <ColorModeSwitch />
        </Box>
        {account}
      </Flex>
      <SkipNavContent asChild>
        <Box
          as="main"
          flex="1"
          px={{ base: '4', md: '6', xl: '8' }}
          py={{ base: '5', md: '8' }}
          outline="none"
        >
          <Box maxW="80rem" mx="auto">
            {children}
          </Box>
        </Box>
      </SkipNavContent>
    </Flex>
  </Flex>
);
