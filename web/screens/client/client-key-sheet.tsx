import { KeySheet } from '../../components/shell/key-sheet.tsx';
import type { Act } from '../../lib/acts/act.ts';
import { replyKeys, SEARCH_KEYS, TOAST_KEYS } from '../../lib/acts/field-keys.ts';
import { useAppleKeys } from '../../lib/acts/palette-key.ts';

interface ClientKeySheetProps {
  title: string;
  /** The acts of the portal. */
  acts: readonly Act[];
  onClose: () => void;
}

/** All keys of a client. */
export const ClientKeySheet = ({ title, acts, onClose }: ClientKeySheetProps) => (
  <KeySheet
    title={title}
    groups={[
      { title: 'Everywhere', lines: [...acts, ...TOAST_KEYS] },
      { title: 'While you search', lines: SEARCH_KEYS },
      { title: 'In forms', lines: replyKeys(useAppleKeys() ? '⌘' : 'Ctrl') },
    ]}
    onClose={onClose}
  />
);
