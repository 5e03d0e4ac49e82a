import { describe, expect, it } from 'vitest';
import { type Grant, Permissions, readGrants } from '#local/stack/policies.ts';
import type { StackResource } from '#local/stack/stacks.ts';

const QUEUE = 'arn:aws:sqs:af-south-1:000000000000:jobs';

const grant = (action: string, resource: string, effect: Grant['effect'] = 'Allow'): Grant => ({
  role: 'worker',
  effect,
  action,
  resource,
});

describe('permissions of a role', () => {
  it.each([
    ['may do the action that a grant names', [grant('sqs:SendMessage', QUEUE)], true],
    ['may do an action that matches a wildcard', [grant('sqs:*', 'arn:aws:sqs:*:jobs')], true],
    ['may do an action in another letter case', [grant('SQS:sendmessage', QUEUE)], true],
    ['may do nothing without a grant', [], false],
    ['may not do another action than the granted one', [grant('sqs:ReceiveMessage', QUEUE)], false],
    ['may not use another resource than the granted one', [grant('sqs:SendMessage', `${QUEUE}-2`)], false],
    [
      'may not do an action that is denied',
      [grant('sqs:*', '*'), grant('sqs:SendMessage', QUEUE, 'Deny')],
      false,
    ],
  ])('a role %s', (_, grants, expected) => {
    const permissions = new Permissions(grants);

    expect(permissions.allows('worker', { action: 'sqs:SendMessage', resource: QUEUE })).toBe(expected);
    expect(permissions.allows('stranger', { action: 'sqs:SendMessage', resource: QUEUE })).toBe(false);
  });

  it('a role may do an action with a condition only with the value that the condition names', () => {
    const condition = { 'ses:FromAddress': 'mail@owconnect.example' };
    const permissions = new Permissions([{ ...grant('ses:SendEmail', '*'), condition }]);
    const ask = (context?: Record<string, string>) =>
      permissions.allows('worker', { action: 'ses:SendEmail', resource: 'any', ...(context && { context }) });

    expect(ask(condition)).toBe(true);
    expect(ask({ 'ses:FromAddress': 'other@owconnect.example' })).toBe(false);
    expect(ask()).toBe(false);
  });

  it('a role loses a removed grant until it is restored', () => {
    const only = grant('sqs:SendMessage', QUEUE);
    const permissions = new Permissions([only]);
    const ask = () => permissions.allows('worker', { action: 'sqs:SendMessage', resource: QUEUE });

    permissions.remove(only);
    expect(ask()).toBe(false);
    permissions.restore(only);
    expect(ask()).toBe(true);
  });
});

const makeRole = (properties: Record<string, unknown>): StackResource => ({
  stackName: 'portal',
  region: 'af-south-1',
  logicalId: 'Role',
  type: 'AWS::IAM::Role',
  ref: 'worker',
  properties: () => properties,
  metadata: {},
});

const withStatement = (statement: object) => ({
  Policies: [
    { PolicyDocument: { Statement: [{ Effect: 'Allow', Action: 'a:B', Resource: '*', ...statement }] } },
  ],
});

describe('the policies of a template', () => {
  it.each([
    ['another Condition', withStatement({ Condition: { Bool: { a: 'b' } } }), 'Unrecognized key: "Bool"'],
    ['a NotAction', withStatement({ NotAction: 'a:C' }), 'Unrecognized key: "NotAction"'],
    ['a NotResource', withStatement({ NotResource: 'c' }), 'Unrecognized key: "NotResource"'],
    ['a managed policy', { ManagedPolicyArns: ['arn:aws:iam::aws:policy/All'] }, 'has a managed policy'],
  ])('a template policy with %s is refused', (_, properties, sentence) => {
    expect(() => readGrants([makeRole(properties)], new Set(['worker']))).toThrow(sentence);
  });
});
