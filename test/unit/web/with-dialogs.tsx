import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { OpenDialog } from '#web/components/dialog/open-dialog.tsx';
import { type DialogTable, type OpenText, openText } from '#web/lib/dialogs.ts';

/** What a page shows, and over it the dialog that the address opens. */
export const WithDialogs = ({ table, children }: { table: DialogTable; children: ReactNode }) => {
  const router = useRouter();
  const { open, client } = useRouterState({
    select: ({ location }) => location.search as { open?: unknown; client?: number },
  });
  // As the portal's own router does.
  useEffect(() => router.history.subscribe(router.load), [router]);

  return (
    <>
      {children}
      <OpenDialog table={table} open={openText(open) as OpenText | undefined} below={{ userId: client }} />
    </>
  );
};
