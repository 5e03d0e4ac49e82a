import type { User } from '#shared/contract/auth.ts';
import { formatDayLong } from '#shared/dates.ts';

type BirthDate = Pick<User, 'User_DOB_Day' | 'User_DOB_Month' | 'User_DOB_Year'>;

/** '7/3/1990', as administrators see it; the whole date counts as missing if one part is missing. */
export const formatBirthDateShort = ({ User_DOB_Day, User_DOB_Month, User_DOB_Year }: BirthDate) =>
  User_DOB_Day && User_DOB_Month && User_DOB_Year
    ? `${User_DOB_Day}/${User_DOB_Month}/${User_DOB_Year}`
    : undefined;

/** '7 March 1990'; the whole date counts as missing if one part is missing. */
export const formatBirthDate = ({ User_DOB_Day, User_DOB_Month, User_DOB_Year }: BirthDate) =>
  User_DOB_Day && User_DOB_Month && User_DOB_Year
    ? formatDayLong(User_DOB_Year, User_DOB_Month, User_DOB_Day)
    : undefined;
