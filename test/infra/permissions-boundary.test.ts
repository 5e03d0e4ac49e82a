import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { readPolicy } from '#test/support/infra/policy-document.ts';
import { describeValue, synthPortal } from '#test/support/infra/portal-template.ts';
import { grantsOfRole } from '#test/support/infra/template-grants.ts';

/** The name that the file itself gives to the policy. */
const NAME = 'portal-boundary';

/** AWS refuses a longer managed policy; it counts no white space. */
const LENGTH_MAX = 6_144;

const text = readFileSync('docs/permissions-boundary.json', 'utf8')
  .replaceAll('<account>', PRODUCTION.account)
  .replaceAll('<name>', 'ow-connect');
const boundary = readPolicy(text);

const { templates } = synthPortal({
  ...PRODUCTION,
  backupAccount: '210987654321',
  permissionsBoundary: NAME,
});
const stacks = [...templates.values()];
const ROLE = `arn:aws:iam::${PRODUCTION.account}:role/ow-connect-x`;

/** Services and types whose actions have other names. */
const PREFIXES: Record<string, string> = { apigatewayv2: 'apigateway', certificatemanager: 'acm' };
const CREATIONS: Record<string, string> = { 'AWS::IAM::Policy': 'iam:PutRolePolicy' };

/** Returns the action that creates a resource of this type, or one of the same service and name. */
const creationOf = (type: string): string => {
  const [, service = '', name] = type.split('::');
  const prefix = service.toLowerCase();

  return CREATIONS[type] ?? `${PREFIXES[prefix] ?? prefix}:Create${name}`;
};

it('with permissionsBoundary every role of every stack has the boundary', () => {
  const roles = stacks.flatMap((stack) => stack.ofType('AWS::IAM::Role'));

  expect(roles.length).toBeGreaterThan(100);
  expect(new Set(roles.map(([, { Properties }]) => describeValue(Properties.PermissionsBoundary)))).toEqual(
    new Set([`arn:AWS::Partition:iam::${PRODUCTION.account}:policy/${NAME}`]),
  );
});

it('docs/permissions-boundary.json allows every type of resource that the stacks hold', () => {
  const types = new Set(stacks.flatMap(({ resources }) => Object.values(resources).map(({ Type }) => Type)));
  const ofAws = [...types].filter((type) => type.startsWith('AWS::'));

  expect(ofAws.length).toBeGreaterThan(30);
  expect(ofAws.filter((type) => !boundary.allows(creationOf(type), ROLE))).toEqual([]);
});

it('docs/permissions-boundary.json allows whatever a role of the stacks may do', () => {
  const grants = stacks.flatMap((stack) =>
    stack
      .ofType('AWS::IAM::Role')
      .flatMap(([id]) => grantsOfRole(stack, id))
      .filter((grant) => !grant.startsWith('managed policy ')),
  );
  const refused = grants.filter((grant) => {
    const [action = '', , resource = ''] = grant.split(' ');

    return !boundary.allows(action, resource);
  });

  expect(new Set(grants.map((grant) => grant.split(' ')[0])).size).toBeGreaterThan(10);
  expect(refused).toEqual([]);
});

it.each([
  ['kms:ScheduleKeyDeletion', '*'],
  ['kms:DisableKey', '*'],
  ['rds:DeleteDBCluster', `arn:aws:rds:af-south-1:${PRODUCTION.account}:cluster:ow-connect`],
  ['rds:DeleteDBClusterSnapshot', `arn:aws:rds:af-south-1:${PRODUCTION.account}:cluster-snapshot:last`],
  ['rds:DeleteDBClusterAutomatedBackup', '*'],
  ['backup:DeleteBackupVault', '*'],
  ['backup:DeleteRecoveryPoint', '*'],
  ['s3:DeleteObject', `arn:aws:s3:::trail-${PRODUCTION.account}/AWSLogs/1`],
  ['cloudtrail:StopLogging', '*'],
  ['guardduty:DeleteDetector', '*'],
  ['organizations:LeaveOrganization', '*'],
  ['account:PutAlternateContact', '*'],
  ['iam:CreateUser', '*'],
  ['iam:CreateAccessKey', '*'],
  ['iam:CreatePolicyVersion', '*'],
  ['iam:DeleteRolePermissionsBoundary', ROLE],
  ['iam:PassRole', `arn:aws:iam::${PRODUCTION.account}:role/Administrator`],
  ['sts:AssumeRole', '*'],
  ['ec2:RunInstances', '*'],
])('docs/permissions-boundary.json keeps deployments from %s on %s', (action, resource) => {
  expect(boundary.allows(action, resource)).toBe(false);
});

it('docs/permissions-boundary.json lets AWS Backup delete the snapshots that have had their time', () => {
  const snapshot = `arn:aws:rds:af-south-1:${PRODUCTION.account}:cluster-snapshot:awsbackup:job-1`;

  expect(boundary.allows('rds:DeleteDBClusterSnapshot', snapshot)).toBe(true);
});

it.each([
  ['a copy in another region', 'ow-connect-af-south-1-2026-11-27-22-05', true],
  ['a snapshot that somebody took', 'ow-connect-af-south-1-before-the-move', false],
])('docs/permissions-boundary.json says whether %s may be deleted', (_what, name, isAllowed) => {
  const snapshot = `arn:aws:rds:eu-west-1:${PRODUCTION.account}:cluster-snapshot:${name}`;

  expect(boundary.allows('rds:DeleteDBClusterSnapshot', snapshot)).toBe(isAllowed);
});

it('docs/permissions-boundary.json is no longer than AWS allows', () => {
  expect(text.replaceAll(/\s/g, '').length).toBeLessThan(LENGTH_MAX);
});
