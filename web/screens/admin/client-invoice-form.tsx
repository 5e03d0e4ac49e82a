import { useQuery } from '@tanstack/react-query';
import { InvoiceForm, type InvoiceFormProps } from '../../features/invoices/form/invoice-form.tsx';
import { serviceListQuery } from '../../features/services/queries.ts';
import { userQuery } from '../../features/users/queries.ts';

/** The form for a new invoice with the data of the client: their services and the buyer's details. */
export const ClientInvoiceForm = (props: InvoiceFormProps) => {
  const { userId } = props;
  const services = useQuery(serviceListQuery(userId));
  const { data: client } = useQuery(userQuery(userId));

  return <InvoiceForm {...props} client={client} services={services} />;
};
