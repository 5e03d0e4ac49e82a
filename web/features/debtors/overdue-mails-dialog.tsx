import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { useKept } from '../../lib/browser/use-kept.ts';
import { debtorListQuery } from './queries.ts';
import { StatementMailsDialog } from './statement-mails-dialog.tsx';

const MOST_OVERDUE = { overdue: true, page: 1, limit: PAGE_SIZES[2] } as const;

/** Mails their statements to the clients who are overdue, of many to those who are the most. */
export const OverdueMailsDialog = ({ onClose }: { onClose: () => void }) => {
  const read = useQuery(debtorListQuery(MOST_OVERDUE));
  // The clients who are named in the answer stay those who were asked about.
  const data = useKept(read.data);

  return data ? (
    <StatementMailsDialog debtors={data.debtors} more={data.total - data.debtors.length} onClose={onClose} />
  ) : (
    <UnreadDialog title="Mail statements" what="the clients" read={read} onClose={onClose} />
  );
};
