import { Copy } from 'lucide-react';
import type { UserListRow } from '#shared/contract/users/user-list.ts';
import type { Act } from '../../../lib/acts/act.ts';
import { copyText } from '../../../lib/browser/copy-text.ts';

/** Copies what a client quotes with a payment. */
export const copyActsOf = ({ OWNumber }: Partial<Pick<UserListRow, 'OWNumber'>>): Act[] =>
  OWNumber
    ? [
        {
          id: 'user.copy-ow-number',
          label: 'Copy OW number',
          icon: Copy,
          run: () => void copyText(OWNumber, `${OWNumber} copied`),
        },
      ]
    : [];
