import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { matches, oneOrMore, readPolicy } from '#test/support/infra/policy-document.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';

/** AWS refuses a longer policy of an Organization. */
const LENGTH_MAX = 5_120;

const text = readFileSync('docs/guardrails.json', 'utf8');
const statements = z
  .array(
    z.looseObject({
      Condition: z.looseObject({
        StringNotEquals: z.unknown().optional(),
        ArnNotLike: z.object({ 'aws:PrincipalArn': oneOrMore }),
      }),
    }),
  )
  .parse(JSON.parse(text).Statement);
const [always, elsewhere] = statements.map((each) =>
  readPolicy(JSON.stringify({ Version: '2012-10-17', Statement: [each] })),
);

it.each([
  'kms:ScheduleKeyDeletion',
  'kms:DisableKey',
  'rds:DeleteDBCluster',
  'rds:DeleteDBClusterAutomatedBackup',
  'backup:DeleteBackupVault',
  'backup:DeleteRecoveryPoint',
  'cloudtrail:StopLogging',
  'guardduty:DeleteDetector',
  'organizations:LeaveOrganization',
  'account:CloseAccount',
  'iam:CreateUser',
  'iam:CreateAccessKey',
])('docs/guardrails.json denies %s in every region', (action) => {
  expect(always?.denies(action, '*')).toBe(true);
});

it('docs/guardrails.json denies no creation, and none of the calls that operators need daily', () => {
  const daily = [
    'cloudformation:CreateStack',
    'rds:ModifyDBCluster',
    'rds:RestoreDBClusterToPointInTime',
    'rds:DeleteDBInstance',
    'kms:CancelKeyDeletion',
    'kms:EnableKey',
    'backup:StartRestoreJob',
    'cloudtrail:PutEventSelectors',
    'secretsmanager:PutSecretValue',
  ];

  expect(daily.filter((action) => always?.denies(action, '*'))).toEqual([]);
});

it('docs/guardrails.json denies services outside our regions, but for those without a region', () => {
  expect(elsewhere?.denies('ec2:RunInstances', '*')).toBe(true);
  expect(elsewhere?.denies('lambda:CreateFunction', '*')).toBe(true);
  expect(elsewhere?.denies('iam:CreateRole', '*')).toBe(false);
  expect(elsewhere?.denies('cloudfront:CreateDistribution', '*')).toBe(false);

  const regions = synthPortal(PRODUCTION).stacks.map(({ region }) => region);
  const listed = z
    .object({ 'aws:RequestedRegion': z.array(z.string()) })
    .parse(statements[1]?.Condition.StringNotEquals)['aws:RequestedRegion'];
  const filledIn = listed.map((region) => region.replace('<backup region>', PRODUCTION.backupRegion));

  expect(filledIn.toSorted()).toEqual([...new Set(regions)].toSorted());
});

it.each([
  ['in us-east-1, whose roles name no region', 'AWSReservedSSO_BreakGlass_0123456789abcdef'],
  ['in another region', 'eu-west-1/AWSReservedSSO_BreakGlass_0123456789abcdef'],
])('docs/guardrails.json lets BreakGlass pass if IAM Identity Center is %s', (_where, role) => {
  const roleArn = `arn:aws:iam::${PRODUCTION.account}:role/aws-reserved/sso.amazonaws.com/${role}`;

  expect(
    statements.map(({ Condition }) => matches(Condition.ArnNotLike['aws:PrincipalArn'], roleArn)),
  ).toEqual([true, true]);
});

it.each([
  [
    'another permission set',
    'role/aws-reserved/sso.amazonaws.com/eu-west-1/AWSReservedSSO_Admin_0123456789abcdef',
  ],
  ['a role of the account', 'role/AWSReservedSSO_BreakGlass_0123456789abcdef'],
])('docs/guardrails.json lets %s not pass as BreakGlass', (_whose, role) => {
  const roleArn = `arn:aws:iam::${PRODUCTION.account}:${role}`;

  expect(
    statements.map(({ Condition }) => matches(Condition.ArnNotLike['aws:PrincipalArn'], roleArn)),
  ).toEqual([false, false]);
});

it('docs/guardrails.json is no longer than AWS allows', () => {
  expect(text.length).toBeLessThan(LENGTH_MAX);
});
