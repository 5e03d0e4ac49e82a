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
