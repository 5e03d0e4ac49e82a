import * as z from 'zod';
import { ACCOUNT_ID } from './identities.ts';
import type { StackResource } from './stacks.ts';

const oneOrMore = z.union([z.string().transform((only) => [only]), z.array(z.string())]);

const conditions = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())])));

/** A NotAction, NotResource or NotPrincipal is refused here: nothing of the portal needs one. */
const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore.default(['*']),
  Principal: z.unknown().optional(),
  Condition: conditions.optional(),
});
export type Statement = z.output<typeof statementSchema>;

const policyDocument = z.object({ Statement: z.array(statementSchema) });

const inlinePolicies = z.array(z.object({ PolicyDocument: z.unknown() })).default([]);
const attachedPolicy = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.string()).default([]) });
const role = z.looseObject({
  Policies: inlinePolicies,
  ManagedPolicyArns: z.array(z.string()).default([]),
  PermissionsBoundary: z.undefined('has a PermissionsBoundary, which the stack run does not know').optional(),
});

/** The one managed policy that CDK's own functions take. */
const MANAGED_POLICIES: Record<string, Statement> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': {
    Effect: 'Allow',
    Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource: ['*'],
  },
};

const readStatements = (document: unknown, where: string): Statement[] => {
  const parsed = policyDocument.safeParse(document);
  if (!parsed.success) {
    throw new Error(`The stack run cannot weigh the policy of ${where}: ${z.prettifyError(parsed.error)}`);
  }

  return parsed.data.Statement;
};

/** One action on one resource that a role may have, or be denied. */
export interface Grant {
  role: string;
  effect: Statement['Effect'];
  action: string;
  resource: string;
}

export const describeGrant = ({ effect, action, resource }: Omit<Grant, 'role'>): string =>
  `${effect === 'Allow' ? '' : 'Deny '}${action} on ${resource}`;

const managedStatement = (policyArn: string, where: string): Statement => {
  const statement = MANAGED_POLICIES[policyArn];
  if (!statement) throw new Error(`The stack run does not know the managed policy ${policyArn} of ${where}.`);

  return statement;
};

/** The grants of every role, from wherever in the templates. */
export const readGrants = (resources: readonly StackResource[]): Grant[] => {
  const attached = resources
    .filter(({ type }) => type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy')
    .map((resource) => ({ resource, ...attachedPolicy.parse(resource.properties()) }));

  return resources
    .filter(({ type }) => type === 'AWS::IAM::Role')
    .flatMap((resource) => {
      const where = resource.logicalId;
      const own = role.parse(resource.properties());
      const statements = [
        ...own.Policies.flatMap(({ PolicyDocument }) => readStatements(PolicyDocument, where)),
        ...own.ManagedPolicyArns.map((policyArn) => managedStatement(policyArn, where)),
        ...attached
          .filter(({ Roles }) => Roles.includes(resource.ref))
          .flatMap(({ PolicyDocument }) => readStatements(PolicyDocument, where)),
      ];

      return statements.flatMap(({ Effect, Action, Resource, Condition }) => {
        if (Condition) throw new Error(`The stack run does not know the Condition in a policy of ${where}.`);

        return Action.flatMap((action) =>
          Resource.map((target): Grant => ({ role: resource.ref, effect: Effect, action, resource: target })),
        );
      });
    });
};

/** `*` stands for any text and `?` for one character. */
const matches = (pattern: string, text: string): boolean => {
  const expression = pattern
    .split('')
    .map((character) =>
      character === '*' ? '.*' : character === '?' ? '.' : character.replace(/[\\^$.|+()[\]{}]/, '\\$&'),
    )
    .join('');

  return new RegExp(`^${expression}$`).test(text);
};

const matchesAction = (pattern: string, action: string): boolean =>
  matches(pattern.toLowerCase(), action.toLowerCase());

/** What every call of the run has: it stands for TLS, and all is of one account. */
const CONTEXT: Record<string, string> = {
  'aws:securetransport': 'true',
  'aws:sourceaccount': ACCOUNT_ID,
};

const holds = (operator: string, key: string, wanted: string | string[], context: Record<string, string>) => {
  if (!['Bool', 'StringEquals', 'ArnLike', 'ArnEquals'].includes(operator)) {
    throw new Error(`The stack run does not know the condition ${operator}.`);
  }
  const value = context[key.toLowerCase()] ?? CONTEXT[key.toLowerCase()];

  return value !== undefined && [wanted].flat().some((pattern) => matches(pattern, value));
};

/** Whether all of a statement's conditions hold. */
const applies = ({ Condition = {} }: Statement, context: Record<string, string>): boolean =>
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => holds(operator, key, wanted, context)),
  );

export interface Call {
  action: string;
  resource: string;
}

/**
 * Whether the policy of a resource lets a service in. `context` says what the conditions ask, its keys in lower case.
 */
export const resourceAllows = (
  document: unknown,
  where: string,
  { action, resource, service, context = {} }: Call & { service: string; context?: Record<string, string> },
): boolean => {
  const principal = z.union([z.literal('*'), z.record(z.string(), oneOrMore)]);
  const fitting = readStatements(document, where).filter((statement) => {
    const named = principal.parse(statement.Principal);
    const isNamed = named === '*' || named.AWS?.includes('*') || named.Service?.includes(service);

    return (
      isNamed &&
      statement.Action.some((pattern) => matchesAction(pattern, action)) &&
      statement.Resource.some((pattern) => matches(pattern, resource)) &&
      applies(statement, context)
    );
  });

  return fitting.some(({ Effect }) => Effect === 'Allow') && !fitting.some(({ Effect }) => Effect === 'Deny');
};

/** Identity-based policies: a Deny wins, and what nothing allows is refused. */
export class Permissions {
  readonly grants: readonly Grant[];
  /** Those that let a call through. */
  readonly used = new Set<Grant>();
  private readonly removed = new Set<Grant>();

  constructor(grants: readonly Grant[]) {
    this.grants = grants;
  }

  allows(roleName: string, { action, resource }: Call): boolean {
    const fitting = this.grants.filter(
      (grant) =>
        grant.role === roleName &&
        !this.removed.has(grant) &&
        matchesAction(grant.action, action) &&
        matches(grant.resource, resource),
    );
    if (fitting.some(({ effect }) => effect === 'Deny')) return false;

    const allowing = fitting.filter(({ effect }) => effect === 'Allow');
    for (const grant of allowing) this.used.add(grant);

    return allowing.length > 0;
  }

  remove(grant: Grant): void {
    this.removed.add(grant);
  }

  restore(grant: Grant): void {
    this.removed.delete(grant);
  }
}
