import type { DatabaseAddress } from '../announce-database.ts';
import type { Keyring } from './guard.ts';
import type { Grant } from './policies.ts';
import type { StackFunction } from './portal-stack.ts';

/** Who runs the operators' commands: a user of the account, with a key of their own and no role. */
const OPERATOR = 'operator';

type Database = Omit<DatabaseAddress, 'client'>;

/** The database with both of its logins, as the migrations know it. */
export const databaseOf = ({ environment }: StackFunction): Database => ({
  resourceArn: environment.DATABASE_ARN ?? '',
  database: environment.DATABASE_NAME ?? '',
  applicationSecretArn: environment.DATABASE_SECRET_ARN ?? '',
  ownerSecretArn: environment.DATABASE_OWNER_SECRET_ARN ?? '',
});

/** What the commands need (docs/operations.md), and nothing else. */
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

/** A key of a user: without a session token, it has no end. */
export const issueOperatorKey = (keyring: Keyring) => keyring.issueForUser(OPERATOR);
