import * as z from 'zod';
import type { FunctionPackage } from './sandboxes.ts';
import { assetPathOf, type StackResource } from './stacks.ts';

/** The variable with the name of one of our functions; CDK's functions do not have it. */
const SERVICE_NAME = 'POWERTOOLS_SERVICE_NAME';

const lambdaFunction = z.looseObject({
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.number(),
  MemorySize: z.number(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  LoggingConfig: z.looseObject({ LogGroup: z.string() }),
});

export interface StackFunction extends FunctionPackage {
  /** Such as `handlers/auth/login`. */
  path: string;
  region: string;
  /** Name of the role, without its account. */
  role: string;
  environment: Record<string, string>;
  logGroup: string;
}

const ofType = (resources: readonly StackResource[], type: string): StackResource[] =>
  resources.filter((resource) => resource.type === type);

/** Reads the portal's own functions. */
export const readFunctions = (
  resources: readonly StackResource[],
  assetFolder: (name: string) => string,
): StackFunction[] =>
  ofType(resources, 'AWS::Lambda::Function').flatMap((resource) => {
    const properties = lambdaFunction.parse(resource.properties());
    const environment = properties.Environment.Variables;
    const path = environment[SERVICE_NAME];

    return path === undefined
      ? []
      : {
          path,
          name: resource.ref,
          region: resource.region,
          role: properties.Role.slice(properties.Role.lastIndexOf('/') + 1),
          folder: assetFolder(assetPathOf(resource)),
          handler: properties.Handler,
          timeoutSeconds: properties.Timeout,
          memoryMegabytes: properties.MemorySize,
          environment,
          logGroup: properties.LoggingConfig.LogGroup,
        };
  });

const mapping = z.looseObject({ EventSourceArn: z.string(), FunctionName: z.string() });
const redriving = z.looseObject({ RedrivePolicy: z.looseObject({ deadLetterTargetArn: z.string() }) });

const nameIn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

export interface Feed {
  queueName: string;
  deadLettersName: string;
}

/** Returns the queues whose messages call a function, by the function's name. */
export const readFeeds = (resources: readonly StackResource[]): Map<string, Feed> => {
  const queues = ofType(resources, 'AWS::SQS::Queue');

  return new Map(
    ofType(resources, 'AWS::Lambda::EventSourceMapping').map((resource) => {
      const { EventSourceArn, FunctionName } = mapping.parse(resource.properties());
      const queueName = nameIn(EventSourceArn);
      const queue = queues.find(({ ref }) => ref.endsWith(`/${queueName}`));
      const { RedrivePolicy } = redriving.parse(queue?.properties());

      return [FunctionName, { queueName, deadLettersName: nameIn(RedrivePolicy.deadLetterTargetArn) }];
    }),
  );
};

const generated = z
  .strictObject({
    SecretStringTemplate: z.string().optional(),
    GenerateStringKey: z.string().optional(),
    PasswordLength: z.number().default(32),
    ExcludePunctuation: z.boolean().optional(),
    ExcludeCharacters: z.string().optional(),
  })
  .prefault({});

/** Reads each secret with the rule by which Secrets Manager generates its first value. */
export const readSecrets = (resources: readonly StackResource[]) =>
  ofType(resources, 'AWS::SecretsManager::Secret').map((resource) => ({
    arn: resource.ref,
    generate: generated.parse(resource.properties().GenerateSecretString),
  }));
