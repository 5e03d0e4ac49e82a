import type { ReactNode } from 'react';
import { LinkTabs } from '../../components/list/link-tabs.tsx';
import type { AccountTab } from './account-search.ts';

interface AccountTabsProps {
  openTab: AccountTab;
  tabs: readonly { tab: AccountTab; label: string; content: ReactNode }[];
}

/** The parts of one's own account; the address names the open one, and an unknown one opens the first. */
export const AccountTabs = ({ openTab, tabs }: AccountTabsProps) => {
  const open = tabs.find(({ tab }) => tab === openTab) ?? tabs[0];

  return (
    <>
      <LinkTabs
        label="Parts of your account"
        tabs={tabs.map(({ tab, label }) => ({
          label,
          change: { tab, change: undefined },
          isCurrent: tab === open?.tab,
        }))}
      />
      {open?.content}
    </>
  );
};
