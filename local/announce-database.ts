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

/** Tells the operators' commands where a portal's database answers while it runs (operations/portal-place.ts). */
export const announceDatabase = (file: string, address: DatabaseAddress) => {
  writeFileSync(file, JSON.stringify(address), { mode: 0o600 });

  return async () => rmSync(file, { force: true });
};
