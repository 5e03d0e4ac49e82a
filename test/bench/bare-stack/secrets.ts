import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

const client = new SecretsManagerClient({});

export const readSecret = (id: string) => client.send(new GetSecretValueCommand({ SecretId: id }));
