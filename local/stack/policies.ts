import * as z from 'zod';
import type { StackResource } from './stacks.ts';

const oneOrMore = z.union([z.string().transform((only) => [only]), z.array(z.string())]);

/** A NotAction, NotResource or another Condition is refused here: no function of the portal needs one. */
const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z.strictObject({ StringEquals: z.record(z.string(), z.string()) }).optional(),
});
type Statement = z.output<typeof statementSchema>;

const policyDocument = z.object({ Statement: z.array(statementSchema) });

const inlinePolicies = z.array(z.object({ PolicyDocument: z.unknown() })).default([]);
const attachedPolicy = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.string()).default([]) });
const role = z.looseObject({
  Policies: inlinePolicies,
  ManagedPolicyArns: z.undefined('has a managed policy, which the stack run does not know').optional(),
  PermissionsBoundary: z.undefined('has a PermissionsBoundary, which the stack run does not know').optional(),
});

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
  /** Values that the call must have, by the name of the condition's key. */
  condition?: Record<string, string>;
}

export const describeGrant = ({ effect, action, resource }: Omit<Grant, 'role'>): string =>
  `${effect === 'Allow' ? '' : 'Deny '}${action} on ${resource}`;

/** Reads the grants of these roles from all resources of the templates. */
export const readGrants = (resources: readonly StackResource[], roleNames: ReadonlySet<string>): Grant[] => {
  const attached = resources
    .filter(({ type }) => type === 'AWS::IAM::Policy' || type === 'AWS::IAM::ManagedPolicy')
    .map((resource) => attachedPolicy.parse(resource.properties()));

  return resources
    .filter((resource) => resource.type === 'AWS::IAM::Role' && roleNames.has(resource.ref))
    .flatMap((resource) => {
      const own = role.parse(resource.properties());
      const documents = [
        ...own.Policies.map(({ PolicyDocument }) => PolicyDocument),
        ...attached
          .filter(({ Roles }) => Roles.includes(resource.ref))
          .map(({ PolicyDocument }) => PolicyDocument),
      ];

      return documents
        .flatMap((document) => readStatements(document, resource.logicalId))
        .flatMap(({ Effect, Action, Resource, Condition }) =>
          Action.flatMap((action) =>
            Resource.map(
              (target): Grant => ({
                role: resource.ref,
                effect: Effect,
                action,
                resource: target,
                ...(Condition && { condition: Condition.StringEquals }),
              }),
            ),
          ),
        );
    });
};

/** Matches a pattern, in which `*` means any text and `?` one character. */
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

export interface Call {
  action: string;
  resource: string;
  /** Values of the keys that a condition may name. */
  context?: Record<string, string>;
}

/** Evaluates identity-based policies: a Deny wins, and a call that no statement allows is refused. */
export class Permissions {
  readonly grants: readonly Grant[];
  /** Grants that have allowed a call. */
  readonly used = new Set<Grant>();
  private readonly removed = new Set<Grant>();

  constructor(grants: readonly Grant[]) {
    this.grants = grants;
  }

  allows(roleName: string, { action, resource, context = {} }: Call): boolean {
    const fitting = this.grants.filter(
      (grant) =>
        grant.role === roleName &&
        !this.removed.has(grant) &&
        matchesAction(grant.action, action) &&
        matches(grant.resource, resource) &&
        Object.entries(grant.condition ?? {}).every(([key, value]) => context[key] === value),
    );
    if (fitting.some(({ effect }) => effect === 'Deny')) {
      return false;
    }

    const allowing = fitting.filter(({ effect }) => effect === 'Allow');
    for (const grant of allowing) {
      this.used.add(grant);
    }

    return allowing.length > 0;
  }

  remove(grant: Grant): void {
    this.removed.add(grant);
  }

  restore(grant: Grant): void {
    this.removed.delete(grant);
  }
}
