import { useQuery } from '@tanstack/react-query';
import { billingDetailsQuery } from '../queries.ts';

const AGED = 'aged by due date.';

/** Says by when an invoice is due, and from which day a debt ages. */
export const TermsNote = () => {
  const { data } = useQuery(billingDetailsQuery);

  return data ? `Terms: ${data.termsDays} ${data.termsDays === 1 ? 'day' : 'days'}; ${AGED}` : '\u00a0';
};
