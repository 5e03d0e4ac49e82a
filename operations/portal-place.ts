import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import type { DataApiPlace } from '#functions/adapters/database/data-api-client.ts';
import { readSettings } from '#functions/runtime/settings.ts';
import { DATABASE, stackNames } from '#infra/settings.ts';
import { LOCAL, readNamedDeployment } from './named-deployment.ts';
import { Refused } from './refused.ts';
import { requireStack } from './stack.ts';

/** Address and secrets of a portal's database. */
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

/** Reads the place that local/platform.ts announces. */
const readLocalPlace = (): PortalPlace => {
  if (existsSync('.env')) {
    process.loadEnvFile('.env');
  }
  const { DATA_DIR } = readSettings({ DATA_DIR: z.string().default('.data') });
  const file = join(resolve(DATA_DIR), 'address.json');
  if (!existsSync(file)) {
    throw new Refused(`No portal runs on ${resolve(DATA_DIR)}. Please run npm start first.`);
  }

  return announced.parse(JSON.parse(readFileSync(file, 'utf8')));
};

/** Reads the place from the outputs of the data stack. */
const readStackPlace = async (name: string): Promise<PortalPlace> => {
  const settings = readNamedDeployment(name);
  const { region } = settings;
  const stack = await requireStack(new CloudFormationClient({ region }), stackNames(settings).data, name);

  return {
    client: { region },
    database: DATABASE.name,
    resourceArn: stack.output('DatabaseArn'),
    applicationSecretArn: stack.output('DatabaseApplicationSecretArn'),
    ownerSecretArn: stack.output('DatabaseOwnerSecretArn'),
  };
};

/** Finds the portal of a deployment, or for the name `local` the one that npm start runs on DATA_DIR. */
export const findPortal = async (deployment: string): Promise<PortalPlace> =>
  deployment === LOCAL ? readLocalPlace() : readStackPlace(deployment);
