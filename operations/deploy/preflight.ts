import { AccountClient, GetRegionOptStatusCommand } from '@aws-sdk/client-account';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DescribeDBEngineVersionsCommand,
  paginateDescribeOrderableDBInstanceOptions,
  RDSClient,
} from '@aws-sdk/client-rds';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import {
  DATABASE,
  EDGE_REGION,
  LAMBDA_CONCURRENCY_ENOUGH,
  LAMBDA_CONCURRENCY_MIN,
  type Settings,
} from '#infra/settings.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { Refused } from '../refused.ts';
import { findStack } from '../stack.ts';

/** Name of CDK's own stack in a region. */
const BOOTSTRAP_STACK = 'CDKToolkit';

/**
 * Refuses the example's made-up bank account, because each invoice permanently keeps the account that it was issued
 * with.
 */
const requireRealBank = ({ deployment, bankAccountNumber, trial }: Settings): void => {
  if (trial || bankAccountNumber !== BANK_ACCOUNT.accountNumber) {
    return;
  }

  throw new Refused(
    `deployments/${deployment}.json has the made-up bankAccountNumber of the example: give the account that clients pay into.`,
  );
};

/** Returns the number of the account that the credentials belong to. */
const requireCredentials = async (): Promise<string> => {
  try {
    const { Account = '' } = await new STSClient({ region: EDGE_REGION }).send(
      new GetCallerIdentityCommand({}),
    );

    return Account;
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new Refused(`AWS knows no account by the credentials of this terminal: ${words}`, { cause });
  }
};

/** Refuses credentials of another account, into which the same file would deploy a second, empty portal. */
const requireNamedAccount = ({ account, deployment }: Settings, found: string): void => {
  if (account === found) {
    return;
  }

  throw new Refused(
    `deployments/${deployment}.json names the account ${account}, and this terminal's credentials are of ${found}.`,
  );
};

const requireRegion = async (region: string): Promise<void> => {
  const account = new AccountClient({ region: EDGE_REGION });
  const { RegionOptStatus = 'unknown' } = await account.send(
    new GetRegionOptStatusCommand({ RegionName: region }),
  );
  if (RegionOptStatus.startsWith('ENABLED')) {
    return;
  }

  throw new Refused(
    `The region ${region} is not enabled for this account (${RegionOptStatus}): aws account enable-region --region-name ${region}, then wait until it says ENABLED.`,
  );
};

/**
 * Refuses a region without CDK's own stack, and one whose permissions boundary is another than the file's: the first
 * role without it would be refused half-way.
 */
const requireBootstrap = async (
  { account, deployment, permissionsBoundary = '' }: Settings,
  region: string,
): Promise<void> => {
  const stack = await findStack(new CloudFormationClient({ region }), BOOTSTRAP_STACK);
  const bootstrap = `npx cdk bootstrap aws://${account}/${region} --app ''`;
  if (!stack?.stands) {
    throw new Refused(`CDK has no place in ${region} yet: ${bootstrap}.`);
  }
  const standing = stack.parameter('InputPermissionsBoundary') ?? '';
  if (standing === permissionsBoundary) {
    return;
  }

  throw new Refused(
    `CDK's permissions boundary in ${region} is '${standing}', and deployments/${deployment}.json names '${permissionsBoundary}': change the file, or ${bootstrap} --custom-permissions-boundary '${permissionsBoundary}'.`,
  );
};

/** Returns how many functions may run at once. */
const readConcurrency = async (region: string): Promise<number> => {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));

  return AccountLimit?.ConcurrentExecutions ?? 0;
};

/** Refuses a production portal with too few functions at once, and returns advice for a number that may not suffice. */
const requireConcurrency = (allowed: number, { region, trial }: Settings): string[] => {
  const ask = `ask for 1,000 under Service Quotas, 'Concurrent executions' (a day or two)`;
  if (allowed < LAMBDA_CONCURRENCY_MIN && !trial) {
    throw new Refused(
      `Lambda may run ${allowed} functions at once in ${region}, and clients need ${LAMBDA_CONCURRENCY_MIN}: ${ask}.`,
    );
  }

  return allowed < LAMBDA_CONCURRENCY_ENOUGH
    ? [
        `Lambda may run ${allowed} functions at once in ${region}; the portal uses up to ${LAMBDA_CONCURRENCY_ENOUGH}, and refuses calls above: ${ask}.`,
      ]
    : [];
};

const requireEngine = async (region: string): Promise<void> => {
  const { DBEngineVersions = [] } = await new RDSClient({ region }).send(
    new DescribeDBEngineVersionsCommand({
      Engine: DATABASE.engine,
      DBParameterGroupFamily: `${DATABASE.engine}${DATABASE.majorVersion}`,
    }),
  );
  if (DBEngineVersions.length > 0) {
    return;
  }

  throw new Refused(
    `Aurora offers no PostgreSQL ${DATABASE.majorVersion} in ${region}: choose another region.`,
  );
};

/** Refuses a region that offers the engine, but in no version with the class of the stack's instances. */
const requireServerless = async (region: string): Promise<void> => {
  const client = new RDSClient({ region });
  const ordered = { Engine: DATABASE.engine, DBInstanceClass: DATABASE.instanceClass };
  for await (const page of paginateDescribeOrderableDBInstanceOptions({ client }, ordered)) {
    const isOffered = page.OrderableDBInstanceOptions?.some(({ EngineVersion }) =>
      EngineVersion?.startsWith(`${DATABASE.majorVersion}.`),
    );
    if (isOffered) {
      return;
    }
  }

  throw new Refused(
    `Aurora has PostgreSQL ${DATABASE.majorVersion} in ${region}, but not with instances of the class ${DATABASE.instanceClass}: choose another region.`,
  );
};

/**
 * Refuses, with one sentence, faults that CloudFormation would find only half-way through a deployment. Returns advice,
 * and how many functions may run at once.
 */
export const requireReadyAccount = async (
  settings: Settings,
): Promise<{ advice: string[]; concurrency: number }> => {
  const { region, backupRegion } = settings;
  /** The copies are of no use where the database cannot be restored. */
  const places = [region, ...(backupRegion === undefined ? [] : [backupRegion])];
  requireRealBank(settings);
  const account = await requireCredentials();
  requireNamedAccount(settings, account);
  for (const place of places) {
    await requireRegion(place);
  }
  for (const place of new Set([...places, EDGE_REGION])) {
    await requireBootstrap(settings, place);
  }
  const concurrency = await readConcurrency(region);
  const advice = requireConcurrency(concurrency, settings);
  for (const place of places) {
    await requireEngine(place);
    await requireServerless(place);
  }

  return { advice, concurrency };
};
