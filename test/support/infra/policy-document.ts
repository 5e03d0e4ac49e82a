import * as z from 'zod';

export const oneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore.optional(),
  NotAction: oneOrMore.optional(),
  Resource: oneOrMore.optional(),
  NotResource: oneOrMore.optional(),
});
type Statement = z.output<typeof statement>;

const policyDocument = z.object({ Version: z.literal('2012-10-17'), Statement: z.array(statement) });

/** True if one of the patterns, with IAM's `*` and `?`, covers the text; IAM compares actions without case. */
export const matches = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => {
    const literal = pattern.replaceAll(/[$()+.[\\\]^{|}]/g, String.raw`\$&`);

    return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i').test(text);
  });

const covers = (
  { Action, NotAction, Resource, NotResource }: Statement,
  action: string,
  resource: string,
): boolean => {
  const ofAction = Action ? matches(Action, action) : !matches(NotAction ?? [], action);
  const ofResource = Resource ? matches(Resource, resource) : !matches(NotResource ?? [], resource);

  return ofAction && ofResource;
};

/** Reads an IAM policy; its conditions are taken as fulfilled. */
export const readPolicy = (text: string) => {
  const { Statement: statements } = policyDocument.parse(JSON.parse(text));
  const isSaid = (effect: Statement['Effect'], action: string, resource: string) =>
    statements.some((each) => each.Effect === effect && covers(each, action, resource));

  return {
    denies: (action: string, resource: string) => isSaid('Deny', action, resource),
    allows: (action: string, resource: string) =>
      isSaid('Allow', action, resource) && !isSaid('Deny', action, resource),
  };
};
