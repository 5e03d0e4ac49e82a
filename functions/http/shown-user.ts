import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import { SHOWN_USER_HEADER } from '#shared/edge.ts';
import { AppError, OTHER_USER } from '#shared/errors.ts';

/**
 * Refuses a request whose page shows another user than the session's, before anything begins (D77). Other callers than
 * the portal's pages name no user.
 */
export const requireShownUser = (
  { headers }: APIGatewayProxyEventV2,
  claims: SessionClaims | undefined,
): void => {
  const shown = headers[SHOWN_USER_HEADER];
  if (shown === undefined) {
    return;
  }
  if (!/^\d{1,15}$/.test(shown)) {
    const sentence = `The header ${SHOWN_USER_HEADER} must be the id of a user`;
    throw new AppError('invalid_request', sentence, { fields: { [SHOWN_USER_HEADER]: sentence } });
  }
  if (claims && claims.userId !== Number(shown)) {
    throw new AppError('other_user', OTHER_USER);
  }
};
