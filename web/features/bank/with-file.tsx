import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { RefusedDialog } from '../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { useKept } from '../../lib/browser/use-kept.ts';
import { bankFileQuery } from './queries.ts';

interface WithFileProps {
  fileId: number;
  title: string;
  /** Why the file does not allow the act; undefined if it does. */
  whyNot?: (file: BankFile) => string | undefined;
  onClose: () => void;
  children: (file: BankFile) => ReactNode;
}

/** A dialog about a bank's file, once the file is read and allows its act. */
export const WithFile = ({ fileId, title, whyNot, onClose, children }: WithFileProps) => {
  const read = useQuery(bankFileQuery(fileId));
  const refusal = read.data && whyNot?.(read.data);
  // The act itself makes most files refuse it.
  const file = useKept(refusal === undefined ? read.data : undefined);
  if (file) {
    return children(file);
  }

  return refusal === undefined ? (
    <UnreadDialog title={title} what="the file" read={read} onClose={onClose} />
  ) : (
    <RefusedDialog title={title} why={refusal} onClose={onClose} />
  );
};
