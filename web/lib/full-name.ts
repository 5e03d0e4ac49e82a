import type { User } from '#shared/contract/auth.ts';

type Named = Pick<User, 'User_Name' | 'User_Surname'>;

/** Empty if both names are. */
export const joinNames = ({ User_Name, User_Surname }: Named): string =>
  `${User_Name} ${User_Surname}`.trim();

/** Whom a welcome names. */
export const greetedName = ({ User_Name }: Pick<User, 'User_Name'>): string => User_Name.trim() || 'there';

/** Where a person needs some name. */
export const fullName = (user: Named): string => joinNames(user) || 'Unknown';
