import { KeySheet } from '../../components/shell/key-sheet.tsx';
import { REVIEW_KEYS } from '../../features/bank/review/review-keys.ts';
import { RUN_KEYS } from '../../features/billing-runs/run-keys.ts';
import { NEIGHBOUR_ACTS } from '../../features/users/record/neighbour-acts.ts';
import { actsOfUser } from '../../features/users/user-acts.ts';
import type { Act } from '../../lib/acts/act.ts';
import {
  INVOICE_FORM_KEYS,
  PALETTE_KEYS,
  PAYMENT_FORM_KEYS,
  SEARCH_KEYS,
  TOAST_KEYS,
} from '../../lib/acts/field-keys.ts';

interface AdminKeySheetProps {
  title: string;
  /** The acts of the panel. */
  acts: readonly Act[];
  onClose: () => void;
}

/** All keys of an administrator. */
export const AdminKeySheet = ({ title, acts, onClose }: AdminKeySheetProps) => (
  <KeySheet
    title={title}
    groups={[
      { title: 'Everywhere', lines: [...acts, ...TOAST_KEYS] },
      {
        title: 'In the record of a client',
        lines: [...actsOfUser({ User_Id: 0 }), ...Object.values(NEIGHBOUR_ACTS)],
      },
      { title: "In a bank's file", lines: REVIEW_KEYS },
      { title: 'In a billing run', lines: RUN_KEYS },
      { title: 'While you search', lines: [...SEARCH_KEYS, ...PALETTE_KEYS] },
      { title: 'In forms', lines: [...INVOICE_FORM_KEYS, ...PAYMENT_FORM_KEYS] },
    ]}
    onClose={onClose}
  />
);
