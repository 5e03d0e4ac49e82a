import type { User } from '#shared/contract/auth.ts';

type Named = Pick<User, 'User_Name' | 'User_Surname'>;

/** Joins both names; the result is empty if both are. */
export const joinNames = ({ User_Name, User_Surname }: Named): string =>
  `${User_Name} ${User_Surname}`.trim();

/** Returns the name for a welcome. */
export const greetedName = ({ User_Name }: Pick<User, 'User_Name'>): string => User_Name.trim() || 'there';

/** Returns a name that is never empty. */
export const fullName = (user: Named): string => joinNames(user) || 'Unknown';

export type NumberedClient = Named & Pick<User, 'OWNumber'>;

/** Returns the name with the OW number, by which every act about money names its client. */
export const nameWithNumber = (client: NumberedClient): string => `${fullName(client)}, ${client.OWNumber}`;
