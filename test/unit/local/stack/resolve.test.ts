import { describe, expect, it } from 'vitest';
import { type Meanings, requireKnownIntrinsics, resolveValue } from '#local/stack/resolve.ts';

const SECRET = 'arn:aws:secretsmanager:af-south-1:000000000000:secret:Origin-abc123';

const meanings: Meanings = {
  ref: (name) => (name === 'Secret' ? SECRET : `ref of ${name}`),
  attribute: (logicalId, name) => `${name} of ${logicalId}`,
  importedValue: (name) => `import of ${name}`,
  stackOutput: ({ stackName, outputName }) => `${outputName} of ${stackName}`,
  secretValue: (arn) => `value of ${arn}`,
  zones: () => ['af-south-1a', 'af-south-1b'],
};

describe('a value of a template', () => {
  it.each([
    ['a text', 'plain', 'plain'],
    ['a reference', { Ref: 'Queue' }, 'ref of Queue'],
    ['an attribute', { 'Fn::GetAtt': ['Queue', 'Arn'] }, 'Arn of Queue'],
    ['an attribute in one word', { 'Fn::GetAtt': 'Stack.Outputs.Name' }, 'Outputs.Name of Stack'],
    ['a joined text', { 'Fn::Join': [':', ['arn', { Ref: 'A' }]] }, 'arn:ref of A'],
    ['a text with names', { 'Fn::Sub': `a \${A} b \${Q.Arn} \${!C}` }, `a ref of A b Arn of Q \${C}`],
    ['a text with own names', { 'Fn::Sub': [`\${X}`, { X: { Ref: 'A' } }] }, 'ref of A'],
    ['one of several', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['a zone', { 'Fn::Select': [0, { 'Fn::GetAZs': '' }] }, 'af-south-1a'],
    ['what another stack exports', { 'Fn::ImportValue': 'Name' }, 'import of Name'],
    [
      'what another stack puts out',
      { 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'Arn' } },
      'Arn of data',
    ],
    [
      'a secret, once its reference is put together',
      { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Secret' }, ':SecretString:::}}']] },
      `value of ${SECRET}`,
    ],
    ['what is left away', { kept: 1, gone: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
  ])('is known if it is %s', (_, value, expected) => {
    expect(resolveValue(value, meanings)).toEqual(expected);
  });

  it.each([
    ['an unknown intrinsic', { 'Fn::If': ['A', 1, 2] }, 'The stack run does not know the intrinsic Fn::If.'],
    ['an intrinsic among others', { Ref: 'A', Other: 1 }, 'Ref stands beside Other.'],
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
  ])('is refused if it holds %s', (_, value, sentence) => {
    expect(() => resolveValue({ deep: [value] }, meanings)).toThrow(sentence);
  });

  it('is refused for an intrinsic in a part that nobody asks for', () => {
    expect(() => requireKnownIntrinsics({ a: [{ b: { 'Fn::Transform': {} } }] })).toThrow('Fn::Transform');
  });
});
