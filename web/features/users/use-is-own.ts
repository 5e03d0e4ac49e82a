import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../lib/session/session.ts';

/** True if the account is that of the administrator who is signed in. */
export const useIsOwn = (userId: number): boolean => useQuery(sessionQuery).data?.User_Id === userId;
