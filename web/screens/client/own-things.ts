import { useQuery } from '@tanstack/react-query';
import { FileText, LifeBuoy, Signal, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { ClientService } from '#shared/contract/client.ts';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import type { Invoice } from '#shared/contract/invoices.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import type { Ticket } from '#shared/contract/tickets.ts';
import { formatAmount, parseAmount } from '#shared/money.ts';
import { hasNumber, readDocumentNumber } from '#shared/portal-numbers.ts';
import { wordStatus } from '#shared/tickets/ticket-codes.ts';
import { clientServicesQuery } from '../../features/client/queries.ts';
import { invoiceListQuery } from '../../features/invoices/invoice-list-query.ts';
import { stateOf } from '../../features/invoices/invoice-state.ts';
import { creditNoteListQuery } from '../../features/invoices/queries.ts';
import { ticketListQuery } from '../../features/tickets/queries.ts';
import type { Act } from '../../lib/acts/act.ts';
import { holdsTyped } from '../../lib/acts/matched-part.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';
import { fullName } from '../../lib/words/full-name.ts';

/** Something of the client's own that a search finds, with the page on which it is shown. */
export type OwnThing = Act & { detail: string; badge?: string };

const OF_EACH_MAX = 8;

interface Own {
  user: OwnUser | undefined;
  services: readonly ClientService[] | undefined;
  invoices: readonly Invoice[] | undefined;
  creditNotes: readonly CreditNote[] | undefined;
  tickets: readonly Ticket[] | undefined;
}

/** Returns what of the client's own the typed text finds. */
export const findOwn = (
  { user, services, invoices, creditNotes, tickets }: Own,
  typed: string,
): OwnThing[] => {
  if (typed.length < SEARCH_LENGTH_MIN || !user) {
    return [];
  }

  const amount = parseAmount(typed);
  const number = readDocumentNumber(typed);
  return [
    ...[user]
      .filter((own) =>
        holdsTyped([fullName(own), own.User_Email, own.OWNumber, own.User_Org, own.User_Mobile], typed),
      )
      .map(
        (own): OwnThing => ({
          id: 'own.record',
          label: fullName(own),
          icon: UserRound,
          detail: [own.OWNumber, own.User_Email].join(' · '),
          link: { to: '/client', search: { section: 'profile' } },
        }),
      ),
    ...(services ?? [])
      .filter((service) =>
        holdsTyped(
          [service.serviceName, service.serviceDescription, service.serviceType, service.serviceCategory],
          typed,
        ),
      )
      .slice(0, OF_EACH_MAX)
      .map(
        ({ id, serviceName, serviceDescription, serviceCategory, status }): OwnThing => ({
          id: `own.service.${id}`,
          label: serviceName,
          icon: Signal,
          detail: serviceDescription || serviceCategory,
          badge: status,
          link: { to: '/client', search: { section: 'services' } },
        }),
      ),
    ...(invoices ?? [])
      .filter(
        ({ invoiceNumber, totalAmount, status }) =>
          totalAmount === amount ||
          hasNumber(number, invoiceNumber) ||
          holdsTyped([invoiceNumber, formatAmount(totalAmount), status], typed),
      )
      .slice(0, OF_EACH_MAX)
      .map(
        (invoice): OwnThing => ({
          id: `own.invoice.${invoice.id}`,
          label: invoice.invoiceNumber,
          icon: FileText,
          detail: formatAmount(invoice.totalAmount),
          badge: stateOf(invoice, { isOwn: true }).label,
          link: { to: '/client', search: { section: 'invoices', open: `invoice.view:${invoice.id}` } },
        }),
      ),
    ...(creditNotes ?? [])
      .filter(
        ({ creditNoteNumber }) =>
          hasNumber(number, creditNoteNumber) || holdsTyped([creditNoteNumber], typed),
      )
      .slice(0, OF_EACH_MAX)
      .map(
        ({ id, creditNoteNumber, totalAmount, invoiceNumber }): OwnThing => ({
          id: `own.credit-note.${id}`,
          label: creditNoteNumber,
          icon: FileText,
          detail: `${formatAmount(totalAmount)} of ${invoiceNumber}`,
          link: { to: '/client', search: { section: 'invoices', show: 'credit-notes' } },
        }),
      ),
    ...(tickets ?? [])
      .filter(({ id, subject }) => holdsTyped([subject, id > 0 ? `#${id}` : undefined], typed))
      .slice(0, OF_EACH_MAX)
      .map(
        ({ id, subject, status }): OwnThing => ({
          id: `own.ticket.${id}`,
          label: subject,
          icon: LifeBuoy,
          detail: id > 0 ? `Ticket #${id}` : 'Ticket that waits to be sent',
          badge: wordStatus(status),
          link: { to: '/client', search: { section: 'support', open: `ticket.view:${id}` } },
        }),
      ),
  ];
};

/** Searches the client's own record, services, invoices, credit notes and tickets in the browser. It reads the lists that no page has read. */
export const useOwnThings = (typed: string) => {
  const user = useUserIfKnown();
  const services = useQuery(clientServicesQuery);
  const invoices = useQuery({ ...invoiceListQuery(user?.User_Id ?? 0), enabled: user !== undefined });
  const tickets = useQuery(ticketListQuery);
  const creditNotes = useQuery({ ...creditNoteListQuery(user?.User_Id ?? 0), enabled: user !== undefined });
  const reads = [services, invoices, creditNotes, tickets];
  const isLongEnough = typed.length >= SEARCH_LENGTH_MIN;
  const things = useMemo(
    () =>
      findOwn(
        {
          user,
          services: services.data,
          invoices: invoices.data,
          creditNotes: creditNotes.data,
          tickets: tickets.data,
        },
        typed,
      ),
    [user, services.data, invoices.data, creditNotes.data, tickets.data, typed],
  );

  return {
    things,
    isSearching: isLongEnough && reads.some(({ isPending }) => isPending),
    // What was read is found all the same.
    error: isLongEnough && things.length === 0 ? (reads.find(({ error }) => error)?.error ?? null) : null,
  };
};
