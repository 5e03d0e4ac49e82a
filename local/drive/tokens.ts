import { createPublicKey, randomBytes } from 'node:crypto';
import { compactVerify } from 'jose';
import * as z from 'zod';
import type { HttpRequest } from '#local/http/http-server.ts';
import { DriveError, json } from './errors.ts';
import type { ServiceAccount } from './service-account.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const ASSERTION_LIFETIME_SECONDS_MAX = 3600;
const TOKEN_LIFETIME_SECONDS = 3599;
const CLOCK_SKEW_SECONDS = 300;

const SCOPE = 'https://www.googleapis.com/auth/drive';

const assertionClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  scope: z.string().optional(),
  iat: z.number(),
  exp: z.number(),
});

export type TokenIssuer = ReturnType<typeof makeTokenIssuer>;

const readClaims = (assertion: string) => {
  try {
    return assertionClaims.parse(
      JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()),
    );
  } catch {
    return undefined;
  }
};

/**
 * Makes Google's token endpoint for one service account: it exchanges a JWT signed with the account's key for an access
 * token valid for an hour. https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
export const makeTokenIssuer = (account: Pick<ServiceAccount, 'clientEmail' | 'publicKey'>) => {
  const publicKey = createPublicKey(account.publicKey);
  const issued = new Map<string, { scopes: string[]; expiresAt: number }>();

  const refuse = (error: string, description: string) => json(400, { error, error_description: description });

  const isSignedByAccount = async (assertion: string) => {
    try {
      await compactVerify(assertion, publicKey, { algorithms: ['RS256'] });

      return true;
    } catch {
      return false;
    }
  };

  return {
    exchange: async (request: HttpRequest) => {
      const form = new URLSearchParams(request.body.toString());
      const grantType = form.get('grant_type');
      if (grantType !== GRANT_TYPE) {
        return refuse('unsupported_grant_type', `Invalid grant_type: ${grantType}`);
      }

      const assertion = form.get('assertion') ?? '';
      const claims = readClaims(assertion);
      if (!claims) {
        return refuse('invalid_grant', 'Invalid JWT: Failed to parse the assertion.');
      }
      if (claims.iss !== account.clientEmail) {
        return refuse('invalid_grant', 'Invalid grant: account not found');
      }
      if (!(await isSignedByAccount(assertion))) {
        return refuse('invalid_grant', 'Invalid JWT Signature.');
      }
      if (![GOOGLE_TOKEN_URL, `${request.url.origin}/token`].includes(claims.aud)) {
        return refuse(
          'invalid_grant',
          `Invalid JWT: Failed audience check. The right audience is ${GOOGLE_TOKEN_URL}`,
        );
      }

      const now = Date.now() / 1000;
      const isTimely =
        claims.iat < now + CLOCK_SKEW_SECONDS &&
        claims.exp > now &&
        claims.exp - claims.iat <= ASSERTION_LIFETIME_SECONDS_MAX;
      if (!isTimely) {
        return refuse(
          'invalid_grant',
          'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. ' +
            'Check your iat and exp values in the JWT claim.',
        );
      }
      if (!claims.scope) {
        return refuse('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
      }

      const token = `ya29.local-${randomBytes(24).toString('base64url')}`;
      issued.set(token, {
        scopes: claims.scope.split(' '),
        expiresAt: Date.now() + TOKEN_LIFETIME_SECONDS * 1000,
      });

      return json(200, { access_token: token, expires_in: TOKEN_LIFETIME_SECONDS, token_type: 'Bearer' });
    },

    /** Throws 401 for a missing, unknown or expired token and 403 for one without the scope of the whole drive. */
    check: (request: HttpRequest) => {
      const token = issued.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      if (!token || token.expiresAt <= Date.now()) {
        throw new DriveError(401, 'authError', 'Invalid Credentials', {
          location: 'Authorization',
          locationType: 'header',
        });
      }
      if (!token.scopes.includes(SCOPE)) {
        throw new DriveError(
          403,
          'insufficientPermissions',
          'Request had insufficient authentication scopes.',
        );
      }
    },

    expireAll: () => {
      for (const token of issued.values()) {
        token.expiresAt = 0;
      }
    },
  };
};
