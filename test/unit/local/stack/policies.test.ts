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

describe('a role', () => {
  it.each([
    ['what a grant names', [grant('sqs:SendMessage', QUEUE)], true],
    ['what stars stand for', [grant('sqs:*', 'arn:aws:sqs:*:jobs')], true],
    ['an action in any case', [grant('SQS:sendmessage', QUEUE)], true],
    ['nothing without a grant', [], false],
    ['nothing of another action', [grant('sqs:ReceiveMessage', QUEUE)], false],
    ['nothing of another resource', [grant('sqs:SendMessage', `${QUEUE}-2`)], false],
    ['nothing that is denied', [grant('sqs:*', '*'), grant('sqs:SendMessage', QUEUE, 'Deny')], false],
  ])('may do %s', (_, grants, expected) => {
    const permissions = new Permissions(grants);

    expect(permissions.allows('worker', { action: 'sqs:SendMessage', resource: QUEUE })).toBe(expected);
    expect(permissions.allows('stranger', { action: 'sqs:SendMessage', resource: QUEUE })).toBe(false);
  });

  it('loses what is removed until it is restored', () => {
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
    ['a Condition', withStatement({ Condition: { Bool: { a: 'b' } } }), 'Unrecognized key: "Condition"'],
    ['a NotAction', withStatement({ NotAction: 'a:C' }), 'Unrecognized key: "NotAction"'],
    ['a NotResource', withStatement({ NotResource: 'c' }), 'Unrecognized key: "NotResource"'],
    ['a managed policy', { ManagedPolicyArns: ['arn:aws:iam::aws:policy/All'] }, 'has a managed policy'],
  ])('are refused for %s', (_, properties, sentence) => {
    expect(() => readGrants([makeRole(properties)], new Set(['worker']))).toThrow(sentence);
  });
});
