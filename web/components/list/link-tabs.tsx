import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#shared/numbers.ts';

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    gap: { base: '1', md: '2' },
    mb: '3',
    overflowX: 'auto',
    overflowY: 'hidden',
    borderBottomWidth: '1px',
    _print: { display: 'none' },
  },
});

/** Looks like the tabs of a record, but consists of links, which need less code. */
const TabLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: '0',
    minHeight: '10',
    '@media (pointer: coarse)': { minHeight: '11' },
    px: { base: '2.5', md: '4' },
    whiteSpace: 'nowrap',
    textStyle: 'sm',
    fontWeight: 'semibold',
    color: 'fg.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    _hover: { color: 'fg' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
    _currentPage: { color: 'fg', borderColor: 'brand.solid' },
  },
});

const Count = chakra('span', {
  base: {
    ms: '1.5',
    px: '1.5',
    borderRadius: 'full',
    bg: 'bg.muted',
    textStyle: 'xs',
    fontVariantNumeric: 'tabular-nums',
    '[aria-current=page] &': { bg: 'brand.subtle', color: 'brand.fg' },
  },
});

interface LinkTabsProps {
  label: string;
  tabs: readonly {
    label: string;
    /** How many items it shows. */
    count?: number;
    /** What the tab changes in the address. */
    change: object;
    isCurrent: boolean;
  }[];
}

/** A phone has no room for all tabs, so the open one may lie outside. */
const showCurrent = (bar: HTMLElement | null) => {
  const tab = bar?.querySelector('[aria-current=page]')?.getBoundingClientRect();
  if (bar && tab && tab.right > bar.getBoundingClientRect().right) {
    bar.scrollLeft += tab.right - bar.getBoundingClientRect().right;
  }
};

/** Tabs of which the address names the open one. */
export const LinkTabs = ({ label: name, tabs }: LinkTabsProps) => (
  <Bar aria-label={name} ref={showCurrent}>
    {tabs.map(({ label, count, change, isCurrent }) => (
      <TabLink key={label} asChild>
        <Link
          to="."
          search={(shown: object) => ({ ...shown, ...change })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={isCurrent ? 'page' : undefined}
          replace
        >
          {label}
          {count !== undefined && <Count>{formatCount(count)}</Count>}
        </Link>
      </TabLink>
    ))}
  </Bar>
);
