import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Service } from '#shared/contract/services.ts';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { InvoiceForm } from '../../features/invoices/form/invoice-form.tsx';
import { lineOfService } from '../../features/invoices/form/offered-lines.ts';
import { firstOfferedDay } from '../../features/invoices/form/offered-months.ts';
import { serviceListQuery, unbilledQuery } from '../../features/services/queries.ts';
import type { ServiceDay } from '../../features/services/service-title.ts';
import { userQuery } from '../../features/users/queries.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { billedSinceQuery } from '../../lib/reads/billed-services-query.ts';

/** True until the first try has ended; the form does without what cannot be read. */
const isFirstTry = ({ isPending, failureCount }: UseQueryResult) => isPending && failureCount === 0;

/** The service whose unbilled days up to this one the lines begin with; null for none. */
type Begun = ServiceDay | null;

/** Reads the lines with which the form begins; it begins without them if they cannot be read. */
const useStart = (begun: Begun, services: UseQueryResult<Service[]>) => {
  const unbilled = useQuery({
    ...unbilledQuery(begun?.serviceId ?? 0, begun?.day ?? ''),
    enabled: begun !== null,
  });
  const service = services.data?.find(({ id }) => id === begun?.serviceId);

  return {
    isReading: begun !== null && isFirstTry(unbilled),
    lines: service
      ? (unbilled.data ?? []).filter(({ amount }) => amount > 0).map((days) => lineOfService(service, days))
      : [],
  };
};

/** The form for a new invoice with the data of the client: the buyer's details, the services, and what of them is billed. */
export const NewInvoiceDialog = ({
  userId,
  subject,
  title,
  onClose,
  onDone,
  onNext,
}: RecordDialogProps<Begun>) => {
  const [since] = useState(() => firstOfferedDay(new Date()));
  const client = useQuery(userQuery(userId));
  const services = useQuery(serviceListQuery(userId));
  const billed = useQuery(billedSinceQuery(userId, since));
  const start = useStart(subject, services);
  if (!client.data || isFirstTry(services) || isFirstTry(billed) || start.isReading) {
    return <UnreadDialog title={title} what="the client" read={client} onClose={onClose} />;
  }

  return (
    <InvoiceForm
      userId={userId}
      title={title}
      client={client.data}
      services={services}
      billed={billed}
      start={start.lines}
      onClose={onClose}
      onDone={onDone}
      onNext={onNext}
    />
  );
};
