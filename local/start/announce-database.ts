import { rmSync, writeFileSync } from 'node:fs';

export interface DatabaseAddress {
  client: {
    region: string;
    endpoint: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
  resourceArn: string;
  database: string;
  applicationSecretArn: string;
  ownerSecretArn: string;
}

/**
 * Announces to the operators' commands the address of a portal's database while it runs (operations/portal-place.ts).
 */
export const announceDatabase = (file: string, address: DatabaseAddress) => {
  writeFileSync(file, JSON.stringify(address), { mode: 0o600 });

  return async () => rmSync(file, { force: true });
};
