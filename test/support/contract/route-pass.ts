import { gt } from 'drizzle-orm';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Answer, TestPortal } from '#test/support/portal/portal.ts';
import type { Caller, PlantedCaller } from './callers.ts';
import type { makeRequest } from './route-requests.ts';
import type { StoredState } from './stored-state.ts';

export type PlantedRequest = Awaited<ReturnType<typeof makeRequest>>;

/** The portal and the people with whom every route is asked. */
export interface RoutePass {
  portal: TestPortal;
  state: StoredState;
  audit: ReturnType<typeof openAuditLog>;
  strangers: Record<string, Caller>;
  /** The owner of the records of all reads, and the administrator who reads them. */
  readers: { owner: PlantedCaller; admin: PlantedCaller };
  /** A client who owns none of the records. */
  other: Caller;
  /** Users who must choose a new password. */
  bound: { admin: Caller; client: Caller };
}

/** Opens the audit log of a portal, to read each row once. */
export const openAuditLog = ({ connection }: Pick<TestPortal, 'connection'>) => {
  let lastId = 0;

  return {
    /** Returns the rows since the last reading. */
    readNew: async () => {
      const rows = await connection
        .select()
        .from(auditLog)
        .where(gt(auditLog.id, lastId))
        .orderBy(auditLog.id);
      lastId = rows.at(-1)?.id ?? lastId;

      return rows.map(({ id, at, ...row }) => row);
    },
  };
};

/** One route of each access and method: these prove in all variants what is one piece of code for every route. */
export const sampledRoutes = [
  ...Map.groupBy(allRoutes, ([, { access, method }]) => `${access} ${method}`).values(),
].flatMap(([first]) => (first ? [first] : []));

/** Sends a request as the portal's page would; a body that is text goes as it is. */
export const send = (
  { portal }: Pick<RoutePass, 'portal'>,
  { cookie }: Caller,
  { method, path, body }: Omit<PlantedRequest, 'body'> & { body?: object | string },
): Promise<Answer> => portal.call(method, path, { ...(cookie && { cookie }), ...(body && { body }) });
