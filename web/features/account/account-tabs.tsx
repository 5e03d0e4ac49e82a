import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccountTab } from './account-search.ts';

const Bar = chakra('nav', {
  base: {
    display: 'flex',
    gap: { base: '1', md: '2' },
    mb: '5',
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

interface AccountTabsProps {
  openTab: AccountTab;
  tabs: readonly { tab: AccountTab; label: string; content: ReactNode }[];
}

/** The parts of one's own account; the address names the open one, and an unknown one opens the first. */
export const AccountTabs = ({ openTab, tabs }: AccountTabsProps) => {
  const open = tabs.find(({ tab }) => tab === openTab) ?? tabs[0];

  return (
    <>
      <Bar aria-label="Parts of your account">
        {tabs.map(({ tab, label }) => (
          <TabLink key={label} asChild>
            <Link
              to="."
              search={(shown: object) => ({ ...shown, tab, change: undefined })}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={tab === open?.tab ? 'page' : undefined}
              replace
            >
              {label}
            </Link>
          </TabLink>
        ))}
      </Bar>
      {open?.content}
    </>
  );
};
