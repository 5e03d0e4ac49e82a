import { generateKeyPairSync, randomUUID } from 'node:crypto';

export interface ServiceAccount {
  clientEmail: string;
  privateKey: string;
  publicKey: string;
}

/** Makes an account with its own 2048-bit RSA key pair, both keys as PEM text. */
export const makeServiceAccount = (clientEmail: string): ServiceAccount => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

  return { clientEmail, privateKey, publicKey };
};

/**
 * Returns the JSON of an account's key file, as a person downloads it from Google; `driveUrl` is the address of the
 * token endpoint.
 */
export const toKeyFile = (account: ServiceAccount, driveUrl: string) => ({
  type: 'service_account',
  project_id: 'ow-connect-local',
  private_key_id: randomUUID().replaceAll('-', ''),
  private_key: account.privateKey,
  client_email: account.clientEmail,
  client_id: '100000000000000000001',
  token_uri: `${driveUrl}/token`,
  universe_domain: 'googleapis.com',
});
