import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';

const SCOPE = 'https://www.googleapis.com/auth/drive';
const ASSERTION_SECONDS = 3600;

/** The parts of a service account's key file that a token needs. */
const serviceAccount = z.object({
  client_email: z.email(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
  token_uri: z.url(),
});

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export const readServiceAccount = (keyFile: string) => serviceAccount.parse(JSON.parse(keyFile));

/**
 * Trades a signed assertion for an access token (RFC 7523, Google's "OAuth 2.0 for service accounts").
 * google-auth-library does the same but ignores the key file's token_uri.
 */
export const exchangeServiceAccountToken = async (
  account: z.infer<typeof serviceAccount>,
  signal: AbortSignal,
): Promise<{ access_token: string; expiry_date: number }> => {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(account.private_key_id && { kid: account.private_key_id }),
    })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(await importPKCS8(account.private_key, 'RS256'));

  const answer = await fetch(account.token_uri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal,
  });
  if (!answer.ok) throw new Error(`Google refused the service account with status ${answer.status}`);

  const token = tokenAnswer.parse(await answer.json());

  return { access_token: token.access_token, expiry_date: Date.now() + token.expires_in * 1000 };
};
