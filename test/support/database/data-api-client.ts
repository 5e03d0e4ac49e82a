import {
  BeginTransactionCommand,
  CommitTransactionCommand,
  ExecuteStatementCommand,
  type ExecuteStatementCommandInput,
  type Field,
  RDSDataClient,
  RollbackTransactionCommand,
} from '@aws-sdk/client-rds-data';
import { startDataApi } from '#local/data-api/data-api.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';

const RESOURCE_ARN = 'arn:aws:rds:af-south-1:000000000000:cluster:portal';
const SECRET_ARN_PREFIX = 'arn:aws:secretsmanager:af-south-1:000000000000:secret:';

/** Returns the role of a test's secret, which is the end of its ARN: `…:secret:portal_app`. */
export const roleInSecretArn = (secretArn: string) => secretArn.slice(SECRET_ARN_PREFIX.length) || undefined;

export const secretArnOf = (role: string) => `${SECRET_ARN_PREFIX}${role}`;

type StatementOptions = Partial<Omit<ExecuteStatementCommandInput, 'sql'>>;

/** Opens the AWS SDK's own client for the Data API at `url`, with short names for the calls of every test. */
export const connectToDataApi = (url: string, role = 'portal_owner') => {
  const client = new RDSDataClient({
    endpoint: url,
    region: 'af-south-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  const target = { resourceArn: RESOURCE_ARN, secretArn: secretArnOf(role), database: 'portal' };

  const execute = (sql: string, options: StatementOptions = {}) =>
    client.send(new ExecuteStatementCommand({ ...target, sql, ...options }));

  return {
    client,
    target,
    execute,
    /** Returns the first value of the first row. */
    readValue: async (sql: string, options: StatementOptions = {}): Promise<Field | undefined> =>
      (await execute(sql, options)).records?.[0]?.[0],
    begin: async () => (await client.send(new BeginTransactionCommand(target))).transactionId ?? '',
    commit: (transactionId: string) =>
      client.send(new CommitTransactionCommand({ ...target, transactionId })),
    rollback: (transactionId: string) =>
      client.send(new RollbackTransactionCommand({ ...target, transactionId })),
  };
};

export type PgliteDataApi = Awaited<ReturnType<typeof startPgliteDataApi>>;

/** Starts a Data API on a new embedded PostgreSQL, with a client for each of its two users. */
export const startPgliteDataApi = async () => {
  const server = await openEmbeddedDatabase();
  const api = await startDataApi({ server, resolveRole: roleInSecretArn });

  return {
    api,
    owner: connectToDataApi(api.url, 'portal_owner'),
    app: connectToDataApi(api.url, 'portal_app'),
    close: async () => {
      await api.close();
      await server.close();
    },
  };
};

/** The logins that the migrations set, for servers that check no password. */
export const madeUpLogins = ['portal_app', 'portal_reader'].map(
  (username) => async () => JSON.stringify({ username, password: 'not-used-on-this-server' }),
);
