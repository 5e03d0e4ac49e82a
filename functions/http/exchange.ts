import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import type { Viewer } from '#functions/ports/viewer.ts';

/** The facts about one request that its steps share; each step adds its part. */
export interface Exchange {
  startedAt: number;
  viewer: Viewer;
  setCookies: string[];
  user?: SessionUser;
  note?: RequestNote;
}

/** The event of API Gateway with the facts that the steps before the handler found out. */
export type PortalEvent = APIGatewayProxyEventV2 & { exchange: Exchange };
export type PortalResult = APIGatewayProxyStructuredResultV2 & { statusCode: number };

/** Headers of every answer, including refusals. */
export const COMMON_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
