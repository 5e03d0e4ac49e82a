import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { settingsSchema } from './settings-schema.ts';

/** Name of the stacks and the cluster, so that several deployments can share an account. RDS refuses double dashes. */
const deploymentName = z
  .string()
  .max(31, 'must have at most 31 letters')
  .regex(
    /^[a-z](-?[a-z0-9])*$/,
    'must be lower-case letters, digits and single dashes, a letter first and no dash last',
  );

/** The settings of one deployment, by its name. */
export type Settings = z.output<typeof settingsSchema> & { deployment: string };

/** Facts about the database that the operators' commands need (infra/database.ts). */
export const DATABASE = {
  name: 'portal',
  engine: 'aurora-postgresql',
  majorVersion: '18',
  instanceClass: 'db.serverless',
} as const;

/**
 * Number of Lambdas that run at once when all is used: the API's 500 requests a second take 0.3 s each, and 0.75 s where
 * each starts cold, so up to 375; workers and schedules take 40, PDFs more if the deployment wants more of them.
 */
export const LAMBDA_CONCURRENCY_ENOUGH = 500;

/** A production portal with fewer refuses calls on an ordinary morning: 200 clients within ten seconds take 100. */
export const LAMBDA_CONCURRENCY_MIN = 100;

/**
 * The only region from which CloudFront takes its certificate and web ACL, in which it reports metrics, and in which
 * AWS answers for the whole account.
 */
export const EDGE_REGION = 'us-east-1';

/** True if the deployment creates the certificate of its own domain name. */
export const needsCertificate = ({
  domainName,
  certificateArn,
}: Pick<Settings, 'domainName' | 'certificateArn'>): boolean =>
  domainName !== undefined && certificateArn === undefined;
/** True if us-east-1 must hold something before the portal: that certificate, or AWS WAF. */
export const needsEdge = (settings: Settings): boolean => needsCertificate(settings) || !settings.trial;

/**
 * Names of a deployment's stacks. The name of a stack in us-east-1 ends with the region that it serves, where the other
 * stacks are.
 */
export const stackNames = ({ deployment, region }: Pick<Settings, 'deployment' | 'region'>) => ({
  data: `${deployment}-data`,
  portal: deployment,
  edge: `${deployment}-edge-${region}`,
  edgeAlarms: `${deployment}-edge-alarms-${region}`,
  /** In `backupRegion`. */
  backup: `${deployment}-backup-${region}`,
});

/** The configuration sets of Amazon SES: account mails and business mails have a reputation each (D45). */
export const configurationSets = ({ deployment }: Pick<Settings, 'deployment'>) => ({
  account: `${deployment}-account`,
  business: `${deployment}-business`,
});

/**
 * The alias of the key of the copies in `backupRegion`, and the beginning of their names. Both name the region of the
 * database, because another deployment of this name may copy to the same region.
 */
export const regionCopiesOf = ({ deployment, region }: Pick<Settings, 'deployment' | 'region'>) => ({
  keyAlias: `alias/${deployment}-${region}-copies`,
  prefix: `${deployment}-${region}-`,
});

/** Names of the vault of the nightly snapshots, and of the one of their copies in the backup account. */
export const backupVaults = ({ deployment }: Pick<Settings, 'deployment'>) => ({
  snapshots: `${deployment}-database`,
  copies: `${deployment}-copies`,
});

/** The vault with the copies of the database in the backup account, and the alias of its key (infra/backup/backup-vault.json). */
export const copiesOf = (
  { deployment, region, backupAccount }: Pick<Settings, 'deployment' | 'region'> & { backupAccount: string },
  partition: string,
) => ({
  vaultArn: `arn:${partition}:backup:${region}:${backupAccount}:backup-vault:${backupVaults({ deployment }).copies}`,
  keyAlias: `arn:${partition}:kms:${region}:${backupAccount}:alias/${deployment}-copies`,
});

/** The deployment to copy, which `npx cdk synth` takes unless it is given another; nobody can deploy it. */
export const EXAMPLE_DEPLOYMENT = 'example';

/** Folder of the deployments' files in this checkout. */
export const DEPLOYMENTS_FOLDER = join(import.meta.dirname, '..', 'deployments');

/** Words a fault as one sentence with the path of its field. */
const wordIssue = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => `${key}: there is no such setting.`)
    : [`${issue.path.join('.')}: ${issue.message}.`];

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
};

/** Checks the content of a deployment's file, and fills in defaults. */
export const readSettings = (name: string, content: unknown): Settings => {
  const file = `deployments/${name}.json`;
  const settings = settingsSchema.safeParse(content);
  if (!settings.success) {
    const faults = settings.error.issues.flatMap(wordIssue);
    throw new Error([`${file} says what cannot be deployed.`, ...faults].join('\n  '));
  }

  return { deployment: name, ...settings.data };
};

const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Lists the settings that still name a host of the example, whose ending belongs to nobody (RFC 2606). */
const listExampleHosts = ({ deployment, trial, contactEmail, mailFrom, domainName }: Settings): string[] =>
  trial || deployment === EXAMPLE_DEPLOYMENT
    ? []
    : Object.entries({ contactEmail, mailFrom, domainName }).flatMap(([name, address]) =>
        address !== undefined && /(^|\.)example\.?$/.test(hostOf(address)) ? [name] : [],
      );

/** Returns the settings of the deployment of this name; its file is their only source. */
export const readDeployment = (name: string, folder: string = DEPLOYMENTS_FOLDER): Settings => {
  const named = deploymentName.safeParse(name);
  if (!named.success) {
    throw new Error(`'${name}' can name no deployment: ${z.prettifyError(named.error).slice(2)}.`);
  }
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) {
    throw new Error(
      `There is no deployments/${name}.json. Copy deployments/example.json; docs/operations/deploy.md explains each setting.`,
    );
  }

  const settings = readSettings(name, parseJson(readFileSync(file, 'utf8'), `deployments/${name}.json`));
  const [exampleHost] = listExampleHosts(settings);
  if (exampleHost) {
    throw new Error(
      `deployments/${name}.json says what cannot be deployed.\n  ${exampleHost}: names a made-up host that ends with .example.`,
    );
  }

  return settings;
};
