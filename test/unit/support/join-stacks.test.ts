import { describe, expect, it } from 'vitest';
import { joinStacks } from '#test/support/join-stacks.ts';

const nestedStack = (file: string, Parameters: Record<string, unknown> = {}) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: { Parameters },
  DependsOn: ['Migration'],
  Metadata: { 'aws:asset:path': file },
});

const parent = {
  Resources: {
    Migration: { Type: 'Custom::Trigger' },
    Queue: { Type: 'AWS::SQS::Queue' },
    Area: nestedStack('area.json', { queueArn: { 'Fn::GetAtt': ['Queue', 'Arn'] } }),
    Files: { Type: 'Custom::CDKBucketDeployment', DependsOn: ['Area', 'Queue'] },
  },
};
const area = {
  Parameters: { queueArn: { Type: 'String' } },
  Resources: {
    Role: { Type: 'AWS::IAM::Role', Properties: { Resource: ['arn', { Ref: 'queueArn' }] } },
    Function: {
      Type: 'AWS::Lambda::Function',
      Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] }, Region: { Ref: 'AWS::Region' } },
      DependsOn: ['Role'],
    },
  },
};

const join = (templates: Record<string, unknown>) =>
  joinStacks('portal.json', (file) => {
    if (!(file in templates)) throw new Error(`No file ${file}`);

    return templates[file];
  });

/** The parent with one more resource, whose only property is this value. */
const parentWith = (value: unknown) => ({
  Resources: { ...parent.Resources, Other: { Type: 'AWS::Logs::LogGroup', Properties: { value } } },
});

describe('a stack with one nested in it', () => {
  const { templates, resources } = join({ 'portal.json': parent, 'area.json': area });

  it('reads as one stack, in which a parameter is what it stands for', () => {
    expect(Object.keys(resources)).toEqual(['Migration', 'Queue', 'Role', 'Function', 'Files']);
    expect(resources.Role?.Properties).toEqual({ Resource: ['arn', { 'Fn::GetAtt': ['Queue', 'Arn'] }] });
    expect(resources.Function?.Properties).toEqual(area.Resources.Function.Properties);
  });

  it('keeps who waits for whom across the border', () => {
    expect(resources.Function?.DependsOn).toEqual(['Role', 'Migration']);
    expect(resources.Files?.DependsOn).toEqual(['Role', 'Function', 'Queue']);
  });

  it('counts the resources of each template for itself, the nested stack among its parent’s', () => {
    const counts = [...templates].map(([file, own]) => [file, Object.keys(own).length]);

    expect(counts).toEqual([
      ['portal.json', 4],
      ['area.json', 2],
    ]);
  });
});

describe('a stack is refused', () => {
  it.each([
    [
      'whose nested template is nowhere',
      { 'portal.json': { Resources: { Area: nestedStack('other.json') } } },
      /No file other/,
    ],
    [
      'that gives a nested stack less than it takes',
      {
        'portal.json': { Resources: { ...parent.Resources, Area: nestedStack('area.json') } },
        'area.json': area,
      },
      /takes queueArn from nowhere/,
    ],
    [
      'that refers to what stands in a nested stack',
      { 'portal.json': parentWith({ Ref: 'Role' }), 'area.json': area },
      /takes Role from nowhere/,
    ],
    [
      'that takes an output, which no nested stack has',
      { 'portal.json': parentWith({ 'Fn::GetAtt': ['Area', 'Outputs.Arn'] }), 'area.json': area },
      /takes Area from nowhere/,
    ],
    [
      'in which two templates use one id',
      {
        'portal.json': parent,
        'area.json': { ...area, Resources: { ...area.Resources, Queue: area.Resources.Role } },
      },
      /share an id/,
    ],
  ])('%s', (_which, templates, message) => {
    expect(() => join(templates)).toThrow(message);
  });
});
