import type { User } from '#shared/contract/auth.ts';
import { nameOfClient, personOf } from '#shared/text/client-name.ts';

type NamedPerson = Pick<User, 'User_Name' | 'User_Surname'>;
export type NamedUser = NamedPerson & Pick<User, 'User_Org'>;

/** Joins both names; the result is empty if both are. */
export const joinNames = ({ User_Name, User_Surname }: NamedPerson): string =>
  `${User_Name} ${User_Surname}`.trim();

/** Returns the name of a person, which is never empty. */
export const fullName = (user: NamedPerson): string => joinNames(user) || 'Unknown';

const partsOf = (user: NamedUser) => ({ company: user.User_Org, name: joinNames(user) });

/** Returns the name by which administrators know an account, organisation first; it is never empty. */
export const clientName = (user: NamedUser): string => nameOfClient(partsOf(user)) || 'Unknown';

/** Returns the person of an account that has an organisation. */
export const personBeside = (user: NamedUser): string | undefined => personOf(partsOf(user));

export type NumberedClient = NamedUser & Pick<User, 'OWNumber'>;

/** Returns the name with the OW number, by which every act about money names its client. */
export const nameWithNumber = (client: NumberedClient): string => `${clientName(client)}, ${client.OWNumber}`;
