import { gt, type SQL } from 'drizzle-orm';
import { users } from '#functions/database/schema/users-tables.ts';

/** Below every id of the sequence, so that a list can leave it out by its key. */
export const CANARY_ID = 0;

/** The accounts of people, which lists, searches and counts show. */
export const isOfPerson: SQL = gt(users.User_Id, CANARY_ID);
