import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { DataApiPlace } from '#functions/adapters/database/data-api-client.ts';
import { readSettings } from '#functions/runtime/settings.ts';
import { Refused } from './refused.ts';

/** The name under which the commands find the portal of `npm start`. */
const LOCAL = 'local';

/** Where the database of a portal answers. */
export interface PortalPlace {
  client: DataApiPlace;
  resourceArn: string;
  database: string;
  applicationSecretArn: string;
  ownerSecretArn: string;
}

const announced = z.object({
  client: z.object({
    region: z.string(),
    endpoint: z.url(),
    credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  }),
  resourceArn: z.string(),
  database: z.string(),
  applicationSecretArn: z.string(),
  ownerSecretArn: z.string(),
});

/** As local/portal.ts announces it. */
const readLocalPlace = (): PortalPlace => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { DATA_DIR } = readSettings({ DATA_DIR: z.string().default('.data') });
  const file = join(resolve(DATA_DIR), 'address.json');
  if (!existsSync(file)) {
    throw new Refused(`No portal runs on ${resolve(DATA_DIR)}. Please run npm start first.`);
  }

  return announced.parse(JSON.parse(readFileSync(file, 'utf8')));
};

export const findPortal = async (deployment: string): Promise<PortalPlace> => {
  if (deployment === LOCAL) return readLocalPlace();
  throw new Refused('Only local as yet.');
};
