import * as z from 'zod';
import {
  type ContactDetails,
  type Helpdesk,
  type HelpdeskClient,
  HelpdeskError,
} from '#functions/ports/helpdesk.ts';
import { contactAnswer } from './freshdesk-answers.ts';
import type { FreshdeskClient } from './freshdesk-client.ts';

const contactList = z.array(contactAnswer);

/** Longest name of a contact at Freshdesk. */
const NAME_LENGTH_MAX = 255;

type Address =
  | 'not verified'
  | 'verified'
  | "verified, but another contact's"
  | 'verified, but refused by Freshdesk';

type Fields = ReturnType<typeof toFields>;

const toFields = ({ name, email }: ContactDetails, address: Address) => ({
  name: name.slice(0, NAME_LENGTH_MAX),
  description: `Email address (${address}): ${email}`,
  // Freshdesk's addresses are unique: an unverified one could belong to somebody else, and would join this client to
  // their tickets.
  email: address === 'verified' ? email : null,
});

const refuses = (error: unknown, field: string): error is HelpdeskError =>
  error instanceof HelpdeskError && error.refusedFields.includes(field);

const isTaken = (error: unknown, field: string): boolean =>
  refuses(error, field) && error.code === 'conflict';

type Contacts = Pick<Helpdesk, 'ensureContact' | 'updateContact' | 'deleteContact'>;

/** The clients as Freshdesk's contacts, identified by an external id and never by email (D18). */
export const makeContacts = (freshdesk: FreshdeskClient, idPrefix: string): Contacts => {
  const toExternalId = (contactKey: string) => `${idPrefix}:${contactKey}`;

  const findIds = async (contactKey: string, state?: 'deleted'): Promise<number[]> => {
    const query = { unique_external_id: toExternalId(contactKey), ...(state && { state }) };
    const contacts = await freshdesk.get({ method: 'GET', path: '/contacts', query }, contactList);

    return contacts.map(({ id }) => id);
  };

  /**
   * Writes a verified address as the contact's email; only in the description if another contact has it already, or if
   * Freshdesk, which knows fewer signs than mail does, takes it for no address.
   */
  const write = async <T>(client: ContactDetails, send: (fields: Fields) => Promise<T>): Promise<T> => {
    if (!client.isEmailVerified) {
      return send(toFields(client, 'not verified'));
    }
    try {
      return await send(toFields(client, 'verified'));
    } catch (error) {
      if (!refuses(error, 'email')) {
        throw error;
      }

      return send(
        toFields(
          client,
          isTaken(error, 'email') ? "verified, but another contact's" : 'verified, but refused by Freshdesk',
        ),
      );
    }
  };

  const create = (client: HelpdeskClient) =>
    write(client, ({ email, ...fields }) =>
      freshdesk.get(
        {
          method: 'POST',
          path: '/contacts',
          body: {
            ...fields,
            ...(email !== null && { email }),
            unique_external_id: toExternalId(client.contactKey),
          },
        },
        contactAnswer,
      ),
    );

  /** An agent may have soft-deleted the contact; a deleted contact keeps its external id. */
  const findOrRestore = async (contactKey: string): Promise<number | undefined> => {
    const [found] = await findIds(contactKey);
    if (found !== undefined) {
      return found;
    }
    const [deleted] = await findIds(contactKey, 'deleted');
    if (deleted !== undefined) {
      await freshdesk.send({ method: 'PUT', path: `/contacts/${deleted}/restore` }, [404]);
    }

    return deleted;
  };

  return {
    ensureContact: async (client) => {
      try {
        return (await create(client)).id;
      } catch (error) {
        const found = isTaken(error, 'unique_external_id') && (await findOrRestore(client.contactKey));
        if (found) {
          return found;
        }
        throw error;
      }
    },

    updateContact: async (contactId, details) => {
      await write(details, (body) =>
        freshdesk.send({ method: 'PUT', path: `/contacts/${contactId}`, body: { ...body } }, [404, 405]),
      );
    },

    deleteContact: async (contactKey) => {
      const ids = [...(await findIds(contactKey)), ...(await findIds(contactKey, 'deleted'))];
      for (const id of ids) {
        await freshdesk.send(
          { method: 'DELETE', path: `/contacts/${id}/hard_delete`, query: { force: 'true' } },
          [404],
        );
      }
    },
  };
};
