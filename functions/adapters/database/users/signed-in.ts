import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accountIn, auditLog } from '#functions/database/schema/system-tables.ts';
import type { RouteId } from '#shared/contract/index.ts';

const SIGN_IN: RouteId = 'auth.login';

/** True if somebody has ever signed in to an account. The audit log keeps that for good; activities and sessions end. */
export const hasSignedIn = (userId: SQLWrapper): SQL<boolean> => sql<boolean>`exists (
  select from ${auditLog} where ${accountIn(auditLog.record)} = 'user ' || ${userId} and ${auditLog.action} = ${SIGN_IN})`;
