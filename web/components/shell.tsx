import { Box, Flex, SkipNavContent, SkipNavLink, useBreakpointValue } from '@chakra-ui/react';
import { type ReactNode, useDeferredValue } from 'react';
import { ColorModeSwitch } from './color-mode-switch.tsx';
import { Logo, LogoMark } from './logo.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { type NavItem, SidebarNav } from './sidebar-nav.tsx';

interface ShellProps {
  items: readonly NavItem[];
  /** The header's search box. */
  search: ReactNode;
  /** Who is signed in: the AccountMenu. */
  account: ReactNode;
  children: ReactNode;
}

const Sidebar = ({ items }: Pick<ShellProps, 'items'>) => (
  <Flex
    as="aside"
    aria-label="Sidebar"
    direction="column"
    position="sticky"
    top="0"
    h="100dvh"
    w={{ base: '4.5rem', lg: '17rem' }}
    flexShrink="0"
    gap="6"
    px="3"
    py="5"
    overflowY="auto"
    bg="brand.950"
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
export const Shell = ({ items, search, account, children }: ShellProps) => {
  // The page comes after its frame, in slices between which the browser can answer.
  const isFrameShown = useDeferredValue(true, false);
  // A phone neither shows the sidebar nor pays for it.
  const hasRoomForSidebar = useBreakpointValue({ base: false, md: true }, { ssr: false });

  return (
    <Flex minH="100dvh" bg="bg.canvas">
      <SkipNavLink>Skip to content</SkipNavLink>
      {hasRoomForSidebar && <Sidebar items={items} />}
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
          {!hasRoomForSidebar && <NavDrawer items={items} />}
          <Box flex="1" minW="0">
            {search}
          </Box>
          {hasRoomForSidebar && <ColorModeSwitch />}
          {account}
        </Flex>
        <SkipNavContent asChild>
          <Box
            as="main"
            flex="1"
            px={{ base: '4', md: '6', xl: '8' }}
            py={{ base: '5', md: '8' }}
            outline="none"
            css={{ '--table-sticky-offset': 'sizes.16' }}
          >
            <Box maxW="80rem" mx="auto">
              {isFrameShown && children}
            </Box>
          </Box>
        </SkipNavContent>
      </Flex>
    </Flex>
  );
};
