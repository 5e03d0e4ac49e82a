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

const refusal = z.object({ error: z.string() });

/** Returns a word of Google's if it may be shown: one that could not quote what we sent. */
export const toReason = (word: string | undefined): string | null =>
  word !== undefined && /^\w{1,64}$/.test(word) ? word : null;

/** The key cannot be used; the sentence says what to do and contains nothing of the key. */
export class KeyRefusedError extends Error {
  /** The status that Google answered; null if Google was not called. */
  readonly status: number | null;
  /** Google's own word for it, such as 'invalid_grant'. */
  readonly reason: string | null;

  constructor(
    sentence: string,
    { status = null, reason = null }: { status?: number | null; reason?: string | null } = {},
  ) {
    super(sentence);
    this.name = 'KeyRefusedError';
    this.status = status;
    this.reason = reason;
  }
}

const REPLACE_KEY =
  "Store the service account's key file again, as docs/operations/run.md says ('The Drive key').";

export const readServiceAccount = (keyFile: string) => {
  try {
    return serviceAccount.parse(JSON.parse(keyFile));
  } catch {
    // The messages of the parser and of zod are dropped: they may quote the key.
    throw new KeyRefusedError(`The secret holds no key file of Google's. ${REPLACE_KEY}`);
  }
};

/**
 * Exchanges a signed assertion for an access token (RFC 7523, Google's "OAuth 2.0 for service accounts").
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
    redirect: 'manual',
    signal,
  });
  if (answer.status >= 500 || answer.status === 429) {
    throw Object.assign(new Error(`Google's token endpoint answered ${answer.status}`), {
      status: answer.status,
    });
  }
  if (!answer.ok) {
    const answered = refusal.safeParse(await answer.json().catch(() => undefined));
    throw new KeyRefusedError(
      `Google refused the service account's key with status ${answer.status}. ${REPLACE_KEY}`,
      { status: answer.status, reason: toReason(answered.data?.error) },
    );
  }

  const token = tokenAnswer.parse(await answer.json());

  return { access_token: token.access_token, expiry_date: Date.now() + token.expires_in * 1000 };
};
