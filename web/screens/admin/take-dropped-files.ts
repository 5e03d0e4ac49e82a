import type { UseNavigateResult } from '@tanstack/react-router';
import { holdFiles } from '../../features/bank/held-files.ts';
import { isNothingOver } from '../../lib/acts/act-keys.ts';
import { linkToAdmin } from '../../lib/address/admin-link.ts';
import { toast } from '../../lib/browser/toast.ts';

/** Reads files that were dropped on any page as the bank's; over an open dialog it says where they go. */
export const takeDroppedFiles = (files: readonly File[], navigate: UseNavigateResult<string>): void => {
  if (files.length === 0) {
    return;
  }
  if (isNothingOver(0)) {
    void navigate({ ...linkToAdmin({ section: 'bank' }), state: { heldFiles: holdFiles(files) } });
  } else {
    toast({ title: 'Close this first', description: 'Then drop the file again: Bank reads it.' });
  }
};
