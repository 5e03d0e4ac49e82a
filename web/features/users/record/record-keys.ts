import { useNavigate } from '@tanstack/react-router';
import type { Act } from '../../../lib/acts/act.ts';
import { isNothingOver, useActKeys } from '../../../lib/acts/act-keys.ts';
import { actsOfUser } from '../user-acts.ts';

/** True if no other dialog and no menu lies over the record. */
export const isRecordOnTop = (): boolean => isNothingOver(1);

/** The acts that a key does while a client's record is open. */
const keyActsOf = (userId: number): Act[] => actsOfUser({ User_Id: userId }).filter(({ keys }) => keys);

/** Opens the forms of the open record by their keys. */
export const useRecordKeys = (userId: number): void => {
  const navigate = useNavigate();

  useActKeys(keyActsOf(userId), ({ link }) => void navigate({ ...link, resetScroll: false }), isRecordOnTop);
};
