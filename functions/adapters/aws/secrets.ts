import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AppError } from '#shared/errors.ts';

export type ReadSecret = () => Promise<string>;

/** Reads one secret anew at each call; who needs it often keeps it. */
export const makeSecretReader = (secretArn: string): ReadSecret => {
  const client = new SecretsManagerClient({});

  return async () => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
      if (SecretString === undefined) throw new Error('The secret holds no text');

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
