import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import { OpenDialog } from '#web/components/dialog/open-dialog.tsx';
import type { DialogTable, OpenText } from '#web/lib/dialogs.ts';
import { openText } from '#web/lib/search-params.ts';

interface OverRecordProps {
  table: DialogTable;
  client: Partial<UserDetail>;
  /** The tab of the record of client 7. */
  children: ReactNode;
}

/** The record of client 7 with the dialog that the address opens over it. */
export const OverRecord = ({ table, client, children }: OverRecordProps) => {
  const open = useRouterState({
    select: ({ location }) => openText((location.search as { open?: unknown }).open),
  });

  return (
    <>
      {children}
      <OpenDialog
        table={table}
        open={open as OpenText | undefined}
        below={{ userId: 7, client: client as UserDetail }}
      />
    </>
  );
};
