import { useQuery } from '@tanstack/react-query';
import type { ClientService } from '#shared/contract/client.ts';
import { TEXT_LENGTH_MAX } from '#shared/contract/limits.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { clientServicesQuery } from '../../features/client/queries.ts';
import type { TicketBeginning } from '../../features/tickets/ticket-beginning.ts';
import { CreateTicketDialog } from '../../features/tickets/writing/create-ticket-dialog.tsx';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { requestOffer } from './offer-request.ts';

/** Names the service by its number or username, if it has one. */
const subjectAbout = (service: ClientService | undefined): string | undefined => {
  if (!service) {
    return undefined;
  }

  const name = service.msisdn ? formatPhone(service.msisdn) : service.username;

  return `Help with ${service.serviceName}${name ? `, ${name}` : ''}`.slice(0, TEXT_LENGTH_MAX);
};

/** The form of a new ticket with the client's own service, or the offer, that it is about. */
export const NewTicketDialog = ({
  subject: { isOfProfile, serviceId, offer },
  onClose,
  onNext,
}: DialogProps<TicketBeginning>) => {
  const asked = requestOffer(offer);
  const services = useQuery({ ...clientServicesQuery, enabled: serviceId !== undefined });

  return (
    <CreateTicketDialog
      purpose={isOfProfile ? 'profile' : 'any'}
      isPreparing={serviceId !== undefined && services.isPending}
      initialSubject={asked?.subject ?? subjectAbout(services.data?.find(({ id }) => id === serviceId))}
      initialDescription={asked?.description}
      onCreated={(id) => onNext(`ticket.view:${id}`)}
      onClose={onClose}
    />
  );
};
