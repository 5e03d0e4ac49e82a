/** Packages that every handler needs, without its own code. The bench compares each bundle's start with this one's. */
import { Logger } from '@aws-lambda-powertools/logger';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import middy from '@middy/core';
import { drizzle } from 'drizzle-orm/aws-data-api/pg';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';

const log = new Logger();
const secrets = new SecretsManagerClient({});
const database = drizzle(new RDSDataClient({}), { resourceArn: 'r', secretArn: 's', database: 'd' });
const rows = pgTable('rows', { value: text('value') });
const body = z.object({ value: z.string() });

export const handler = middy().handler(async (event: unknown) => {
  const { value } = body.parse(event);
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: value }));
  const key = new TextEncoder().encode(SecretString);
  const token = await new SignJWT().setProtectedHeader({ alg: 'HS256' }).sign(key);
  log.info('called', { command: ExecuteStatementCommand.name, claims: await jwtVerify(token, key) });

  return database.transaction((transaction) => transaction.select().from(rows));
});
