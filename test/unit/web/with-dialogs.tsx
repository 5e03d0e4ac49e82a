import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { UserDetail } from '#shared/contract/users.ts';
import { OpenDialog } from '#web/components/dialog/open-dialog.tsx';
import type { DialogTable, OpenText } from '#web/lib/address/dialogs.ts';
import { openText } from '#web/lib/address/search-params.ts';

interface WithDialogsProps {
  table: DialogTable;
  /** The account of the record, if the address names one. */
  client?: Partial<UserDetail>;
  children: ReactNode;
}

/** What a page shows, and over it the dialog that the address opens. */
export const WithDialogs = ({ table, client, children }: WithDialogsProps) => {
  const router = useRouter();
  const { open, client: userId } = useRouterState({
    select: ({ location }) => location.search as { open?: unknown; client?: number },
  });
  // As the portal's own router does.
  useEffect(() => router.history.subscribe(router.load), [router]);

  return (
    <>
      {children}
      <OpenDialog
        table={table}
        open={openText(open) as OpenText | undefined}
        below={{ userId, client: client as UserDetail | undefined }}
      />
    </>
  );
};
