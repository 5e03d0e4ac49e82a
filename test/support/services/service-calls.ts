import type { Service, UnbilledDays } from '#shared/contract/services.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

/** Adds a client with a service, and returns what an administrator does with it. */
export const addServiceOfClient = async (body: object = {}) => {
  const userId = await addUser(portal, {});
  const { status, body: added } = await portal.call('POST', `/api/admin/users/${userId}/services`, {
    cookie: admin.cookie,
    body: { accountType: 'LTE 50 GB', pricePerMonth: 370, ...body },
  });
  if (status !== 201) {
    throw new Error(`The service was refused: ${JSON.stringify(added)}`);
  }
  const id: number = added.id;

  return {
    userId,
    id,
    added: added as Service,
    edit: (change: object) =>
      portal.call('PUT', `/api/admin/services/${id}`, { cookie: admin.cookie, body: change }),
    remove: () => portal.call('DELETE', `/api/admin/services/${id}`, { cookie: admin.cookie }),
    read: async (): Promise<Service> => {
      const { body: services } = await portal.call('GET', `/api/admin/users/${userId}/services`, admin);

      return services.find((service: Service) => service.id === id);
    },
    /** Issues an invoice with a line of these days. */
    bill: async (from: string, to: string, line: object = {}) => {
      const answer = await portal.call('POST', '/api/invoices', {
        cookie: admin.cookie,
        body: {
          userId,
          lineItems: [{ description: 'LTE 50 GB', amount: 370, serviceId: id, from, to, ...line }],
        },
      });

      return answer.body as { id: number; lineItems: { id: number }[] };
    },
    listUnbilled: async (until: string): Promise<UnbilledDays[]> =>
      (await portal.call('GET', `/api/admin/services/${id}/unbilled?until=${until}`, admin)).body,
  };
};
