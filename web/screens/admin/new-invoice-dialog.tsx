import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UnreadDialog } from '../../components/dialog/unread-dialog.tsx';
import { InvoiceForm } from '../../features/invoices/form/invoice-form.tsx';
import { firstOfferedDay } from '../../features/invoices/form/offered-months.ts';
import { serviceListQuery } from '../../features/services/queries.ts';
import { userQuery } from '../../features/users/queries.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { billedSinceQuery } from '../../lib/reads/billed-services-query.ts';

/** True until the first try has ended; the form does without what cannot be read. */
const isFirstTry = ({ isPending, failureCount }: UseQueryResult) => isPending && failureCount === 0;

/** The form for a new invoice with the data of the client: the buyer's details, the services, and what of them is billed. */
export const NewInvoiceDialog = ({ userId, title, onClose, onDone, onNext }: RecordDialogProps) => {
  const [since] = useState(() => firstOfferedDay(new Date()));
  const client = useQuery(userQuery(userId));
  const services = useQuery(serviceListQuery(userId));
  const billed = useQuery(billedSinceQuery(userId, since));
  if (!client.data || isFirstTry(services) || isFirstTry(billed)) {
    return <UnreadDialog title={title} what="the client" read={client} onClose={onClose} />;
  }

  return (
    <InvoiceForm
      userId={userId}
      title={title}
      client={client.data}
      services={services}
      billed={billed}
      onClose={onClose}
      onDone={onDone}
      onNext={onNext}
    />
  );
};
