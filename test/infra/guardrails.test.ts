import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { EDGE_REGION } from '#infra/settings.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { readPolicy } from '#test/support/infra/policy-document.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';

/** AWS refuses a longer policy of an Organization. */
const LENGTH_MAX = 5_120;

const text = readFileSync('docs/guardrails.json', 'utf8');
const statements = z
  .array(z.looseObject({ Condition: z.looseObject({ StringNotEquals: z.unknown().optional() }) }))
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
  expect(statements[1]?.Condition.StringNotEquals).toEqual({
    'aws:RequestedRegion': [...new Set([...regions, EDGE_REGION]), '<backup region>'],
  });
});

it('docs/guardrails.json is no longer than AWS allows', () => {
  expect(text.length).toBeLessThan(LENGTH_MAX);
});
