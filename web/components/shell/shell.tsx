import { Box, Flex, SkipNavContent, SkipNavLink, Spinner, Text } from '@chakra-ui/react';
import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react';
import { isRenderedAhead } from '../../lib/browser/rendered-ahead.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';
import { Logo, LogoMark } from './logo.tsx';
import { NavDrawer } from './nav-drawer.tsx';
import { type NavGroup, type NavItem, SidebarNav } from './sidebar-nav.tsx';

interface ShellProps {
  items: readonly (NavItem | NavGroup)[];
  /** The header's search box. */
  search: ReactNode;
  /** Opens the palette: the PaletteButton. */
  palette: ReactNode;
  /** Who is signed in: the AccountMenu. */
  account: ReactNode;
  /** Shown over the frame until the session is known. */
  loadingText: string;
  /** A bar at the lower edge of the page, such as the MailNote. */
  note?: ReactNode;
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

/** Chakra's `md`. */
const SIDEBAR_QUERY = '(min-width: 48rem)';

const followRoom = (listener: () => void) => {
  const query = matchMedia(SIDEBAR_QUERY);
  query.addEventListener('change', listener);

  return () => query.removeEventListener('change', listener);
};

/** True if the sidebar has room; a phone does not even render it. Undefined in the build, which renders for every width. */
const useRoomForSidebar = (): boolean | undefined =>
  useSyncExternalStore(
    followRoom,
    () => matchMedia(SIDEBAR_QUERY).matches,
    () => undefined,
  );

/** Lies over the frame's skeletons, so that nothing moves when it disappears. */
const SessionLoading = ({ text }: { text: string }) => (
  <Flex position="fixed" inset="0" align="center" justify="center" pointerEvents="none">
    <Flex
      role="status"
      align="center"
      gap="3"
      px="5"
      py="3"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      shadow="lg"
      pointerEvents="auto"
    >
      <Spinner size="md" color="brand.solid" borderWidth="3px" />
      <Text fontWeight="medium">{text}</Text>
    </Flex>
  </Flex>
);

/** The column of the header and of the page, which is as wide as lines can be read. */
const COLUMN = { maxW: '80rem', mx: 'auto', minW: '0' } as const;

/** The frame around every signed-in page: sidebar (icons below 1024 px, a drawer below 768 px) and header. */
export const Shell = ({ items, search, palette, account, loadingText, note, children }: ShellProps) => {
  // Render the page after its frame, in slices between which the browser can respond, unless the build rendered both.
  const isFrameShown = useDeferredValue(true, isRenderedAhead());
  const hasRoomForSidebar = useRoomForSidebar();
  const isSessionKnown = useUserIfKnown() !== undefined;

  return (
    <Flex minH="100dvh" bg="bg.canvas">
      <SkipNavLink zIndex="skipNav">Skip to content</SkipNavLink>
      {hasRoomForSidebar !== false && (
        <Box hideBelow="md">
          <Sidebar items={items} />
        </Box>
      )}
      <Flex direction="column" flex="1" minW="0">
        <Flex
          as="header"
          position="sticky"
          top="0"
          zIndex="sticky"
          h="16"
          px={{ base: '3', md: '6', xl: '8' }}
          bg="bg.panel"
          borderBottomWidth="1px"
          _print={{ display: 'none' }}
        >
          <Flex {...COLUMN} flex="1" align="center" gap={{ base: '2', md: '4' }}>
            {!hasRoomForSidebar && (
              <Box hideFrom="md">
                <NavDrawer items={items} />
              </Box>
            )}
            <Box flex="1" minW="0">
              {search}
            </Box>
            {palette}
            {account}
          </Flex>
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
            <Box {...COLUMN}>{isFrameShown && children}</Box>
          </Box>
        </SkipNavContent>
        {note}
      </Flex>
      {!isSessionKnown && <SessionLoading text={loadingText} />}
    </Flex>
  );
};
