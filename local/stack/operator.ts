import type { DatabaseAddress } from '../start/announce-database.ts';
import type { Keyring } from './guard.ts';
import type { Grant } from './policies.ts';
import type { StackFunction } from './portal-stack.ts';

/** The user of the AWS account who runs the operators' commands, with their own key and no role. */
const OPERATOR = 'operator';

type Database = Omit<DatabaseAddress, 'client'>;

/** Returns the database with both of its logins, from the environment of the migrations. */
export const databaseOf = ({ environment }: StackFunction): Database => ({
  resourceArn: environment.DATABASE_ARN ?? '',
  database: environment.DATABASE_NAME ?? '',
  applicationSecretArn: environment.DATABASE_SECRET_ARN ?? '',
  ownerSecretArn: environment.DATABASE_OWNER_SECRET_ARN ?? '',
});

/** Returns exactly the permissions that the commands need (docs/operations/deploy.md). */
export const operatorGrants = ({ resourceArn, applicationSecretArn, ownerSecretArn }: Database): Grant[] => {
  const allow = (action: string, resource: string): Grant => ({
    role: OPERATOR,
    effect: 'Allow',
    action,
    resource,
  });

  return [
    ...['ExecuteStatement', 'BeginTransaction', 'CommitTransaction', 'RollbackTransaction'].map((operation) =>
      allow(`rds-data:${operation}`, resourceArn),
    ),
    ...[applicationSecretArn, ownerSecretArn].map((secret) => allow('secretsmanager:GetSecretValue', secret)),
  ];
};

/** Issues a user's key, which has no session token and does not expire. */
export const issueOperatorKey = (keyring: Keyring) => keyring.issueForUser(OPERATOR);
