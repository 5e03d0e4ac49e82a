import type { User } from '#shared/contract/auth.ts';

export const fullName = ({ User_Name, User_Surname }: Pick<User, 'User_Name' | 'User_Surname'>): string =>
  `${User_Name} ${User_Surname}`.trim() || 'Unknown';
