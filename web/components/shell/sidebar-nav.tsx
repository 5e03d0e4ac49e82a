import { Badge, Box, chakra, VisuallyHidden } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';

export interface NavItem {
  label: string;
  icon: LucideIcon;
  /** The target of the item; an item without one is not built yet and says so. */
  link?: LinkProps;
  isCurrent?: boolean;
  /** Marks the item with a dot, and says to a screen reader why. */
  mark?: string;
  /** Loads the code of the target; called when someone is about to follow the link. */
  preload?: () => void;
}

const COMING_SOON = 'Coming Soon';

const itemStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '11',
  px: '3',
  borderRadius: 'l2',
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'brand.100',
} as const;

const FOCUS_RING = { outline: '2px solid', outlineColor: 'sun.400', outlineOffset: '-2px' } as const;

const NavLink = chakra('a', {
  base: {
    ...itemStyles,
    transition: 'background-color 0.15s',
    _hover: { bg: 'white/8', color: 'white' },
    _focusVisible: FOCUS_RING,
    _currentPage: {
      bg: 'white/12',
      color: 'white',
      fontWeight: 'semibold',
      boxShadow: 'inset 3px 0 0 var(--chakra-colors-sun-400)',
    },
  },
});

const Dot = chakra('span', {
  base: {
    position: 'absolute',
    top: '-1',
    insetEnd: '-1',
    boxSize: '2.5',
    borderRadius: 'full',
    bg: 'sun.400',
    _highContrast: { forcedColorAdjust: 'none', bg: 'Highlight' },
  },
});

const NavList = chakra('ul', {
  base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '1' },
});

/** Items that belong together, under a heading. */
export interface NavGroup {
  label: string;
  items: readonly NavItem[];
}

const GroupName = chakra('span', {
  base: {
    display: 'block',
    px: '3',
    pb: '1',
    textStyle: 'xs',
    fontWeight: 'semibold',
    color: 'brand.200',
  },
});

interface SidebarNavProps {
  items: readonly (NavItem | NavGroup)[];
  /** Shows only icons from 768 to 1023 px; the words stay for screen readers and as tooltips. */
  isCompactBelowLg: boolean;
  onNavigate?: () => void;
}

interface NavEntryProps extends Pick<SidebarNavProps, 'isCompactBelowLg' | 'onNavigate'> {
  item: NavItem;
}

const NavEntry = ({ item, isCompactBelowLg, onNavigate }: NavEntryProps) => {
  const { label, icon: ItemIcon, link, isCurrent = false, mark, preload } = item;
  const labelStyles = isCompactBelowLg ? { srOnly: { base: true, lg: false } } : {};
  const centred = isCompactBelowLg ? { justifyContent: { base: 'center', lg: 'flex-start' } } : {};

  return link ? (
    <NavLink asChild {...centred}>
      <Link
        {...link}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isCurrent ? 'page' : undefined}
        title={mark ? `${label} (${mark})` : label}
        {...(onNavigate && { onClick: onNavigate })}
        {...(preload && { onPointerEnter: preload, onFocus: preload, onTouchStart: preload })}
      >
        <Box as="span" position="relative" aria-hidden>
          <ItemIcon size={20} />
          {mark && <Dot />}
        </Box>
        <Box as="span" {...labelStyles}>
          {label}
          {mark && <VisuallyHidden>({mark})</VisuallyHidden>}
        </Box>
      </Link>
    </NavLink>
  ) : (
    // The title is the whole accessible name, so that nothing is read twice.
    <Box
      role="link"
      aria-disabled
      tabIndex={0}
      title={`${label} ${COMING_SOON}`}
      _focusVisible={FOCUS_RING}
      {...itemStyles}
      {...centred}
      color="brand.200/70"
      cursor="not-allowed"
    >
      <ItemIcon size={20} aria-hidden />
      <Box as="span" aria-hidden {...labelStyles} flex="1" whiteSpace="nowrap">
        {label}
      </Box>
      <Badge
        aria-hidden
        size="xs"
        px="1.5"
        bg="white/10"
        color="brand.100"
        {...(isCompactBelowLg && { display: { base: 'none', lg: 'inline-flex' } })}
      >
        {COMING_SOON}
      </Badge>
    </Box>
  );
};

export const SidebarNav = ({ items, ...props }: SidebarNavProps) => (
  <nav aria-label="Main">
    <NavList>
      {items.map((item) =>
        'items' in item ? (
          <Box as="li" key={item.label} my="1" py="2" borderBlockWidth="1px" borderColor="white/12">
            {/* The list itself has this name. */}
            <GroupName aria-hidden {...(props.isCompactBelowLg && { hideBelow: 'lg' })}>
              {item.label}
            </GroupName>
            <NavList aria-label={item.label}>
              {item.items.map((one) => (
                <li key={one.label}>
                  <NavEntry item={one} {...props} />
                </li>
              ))}
            </NavList>
          </Box>
        ) : (
          <li key={item.label}>
            <NavEntry item={item} {...props} />
          </li>
        ),
      )}
    </NavList>
  </nav>
);
