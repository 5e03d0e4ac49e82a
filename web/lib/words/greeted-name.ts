import type { User } from '#shared/contract/auth.ts';

/** Returns the name for a welcome. */
export const greetedName = ({ User_Name }: Pick<User, 'User_Name'>): string => User_Name.trim() || 'there';
