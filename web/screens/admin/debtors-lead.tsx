import { TermsNote } from '../../features/invoices/own/terms-note.tsx';

/** What a list of debtors, or of clients in credit, tells. */
export const DebtorsLead = ({ isCredit }: { isCredit: boolean }) =>
  isCredit ? 'What they paid waits for their next invoice.' : <TermsNote />;
