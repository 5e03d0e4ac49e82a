import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AppError } from '#shared/errors.ts';
import { makeRequestHandler, type Patience } from './request-handler.ts';

/** A read takes milliseconds; even a second try ends long before the route that waits for it. */
export const SECRET_PATIENCE = { connectMs: 2_000, callMs: 4_000 };

export type ReadSecret = () => Promise<string>;

/** Reads one secret again at each call; callers that need it often keep it. */
export const makeSecretReader = (secretArn: string, patience: Patience): ReadSecret => {
  const client = new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: makeRequestHandler(patience),
  });

  return async () => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
      if (SecretString === undefined) {
        throw new Error('The secret holds no text');
      }

      return SecretString;
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'The portal cannot reach its key store. Please try again in a moment.',
        {
          cause,
          retryAfterSeconds: 5,
        },
      );
    }
  };
};
