import { describe, expect, it } from 'vitest';
import { type Meanings, resolveValue } from '#local/stack/resolve.ts';

const SECRET = 'arn:aws:secretsmanager:af-south-1:000000000000:secret:Origin-abc123';

const meanings: Meanings = {
  ref: (name) => (name === 'Secret' ? SECRET : `ref of ${name}`),
  attribute: (logicalId, name) => `${name} of ${logicalId}`,
  stackOutput: ({ stackName, outputName }) => `${outputName} of ${stackName}`,
  exported: (name) => `export ${name}`,
  secretValue: (arn) => `value of ${arn}`,
};

describe('values of a template', () => {
  it.each([
    ['a text', 'plain', 'plain'],
    ['a reference', { Ref: 'Queue' }, 'ref of Queue'],
    ['an attribute', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Arn of Queue'],
    ['an attribute with a dotted name', { 'Fn::GetAtt': 'Stack.Outputs.Name' }, 'Outputs.Name of Stack'],
    ['a joined text', { 'Fn::Join': [':', ['arn', { Ref: 'A' }]] }, 'arn:ref of A'],
    ['a text with placeholders', { 'Fn::Sub': `a \${A} b \${Q.Arn} \${!C}` }, `a ref of A b Arn of Q \${C}`],
    [
      'an output of another stack',
      { 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'Arn' } },
      'Arn of data',
    ],
    ['an export of another stack', { 'Fn::ImportValue': 'data:Arn' }, 'export data:Arn'],
    [
      'a secret in a joined reference',
      { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Secret' }, ':SecretString:::}}']] },
      `value of ${SECRET}`,
    ],
  ])('a template value is resolved: %s', (_, value, expected) => {
    expect(resolveValue(value, meanings)).toEqual(expected);
  });

  it.each([
    ['an unknown intrinsic', { 'Fn::If': ['A', 1, 2] }, 'The stack run does not know the intrinsic Fn::If.'],
    ['an intrinsic next to another key', { Ref: 'A', Other: 1 }, 'Ref stands beside Other.'],
    [
      'another dynamic reference',
      '{{resolve:ssm:/parameter}}',
      'The stack run does not know the dynamic reference {{resolve:ssm:/parameter}}.',
    ],
    [
      'one key of a secret',
      `{{resolve:secretsmanager:${SECRET}:SecretString:key::}}`,
      'The stack run does not know the dynamic reference',
    ],
  ])('a template value is refused: %s', (_, value, sentence) => {
    expect(() => resolveValue({ deep: [value] }, meanings)).toThrow(sentence);
  });
});
