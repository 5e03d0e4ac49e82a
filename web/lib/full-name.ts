import type { User } from '#shared/contract/auth.ts';

type Named = Pick<User, 'User_Name' | 'User_Surname'>;

/** Empty if both names are. */
export const joinNames = ({ User_Name, User_Surname }: Named): string =>
  `${User_Name} ${User_Surname}`.trim();

/** Where a person needs some name. */
export const fullName = (user: Named): string => joinNames(user) || 'Unknown';
