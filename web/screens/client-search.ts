import { TICKET_FILTERS } from '#shared/contract/limits.ts';
import { nonZeroInteger, oneOf, readSearch } from '../lib/search-params.ts';

/** The state of the client's portal that stands in the address. */
export const clientSearch = readSearch({
  section: oneOf(['services', 'invoices', 'support', 'profile']),
  /** The ticket whose detail is open; a negative one waits to be sent. */
  ticket: nonZeroInteger,
  /** Which tickets are shown; all of them unless said. */
  show: oneOf(TICKET_FILTERS),
  /** The dialog for a new ticket is open; 'profile': prefilled for a change of one's details. */
  new: oneOf([true, 'profile']),
});
export type ClientSearch = ReturnType<typeof clientSearch>;
export type ClientSection = NonNullable<ClientSearch['section']> | 'dashboard';
