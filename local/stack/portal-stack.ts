import * as z from 'zod';
import { resourceAllows } from './policies.ts';
import type { FunctionPackage } from './sandboxes.ts';
import { assetPathOf, type StackResource } from './stacks.ts';

const lambdaFunction = z.looseObject({
  Handler: z.string(),
  Role: z.string(),
  Runtime: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  LoggingConfig: z.looseObject({ LogGroup: z.string() }).optional(),
});

export interface StackFunction extends FunctionPackage {
  arn: string;
  /** Of the role, without its account. */
  role: string;
  runtime: string;
  environment: Record<string, string>;
  logGroup: string;
}

export const nameOfRole = (roleArn: string): string => roleArn.slice(roleArn.lastIndexOf('/') + 1);

export const readFunctions = (
  resources: readonly StackResource[],
  assetFolder: (name: string) => string,
): StackFunction[] =>
  ofType(resources, 'AWS::Lambda::Function').map((resource) => {
    const properties = lambdaFunction.parse(resource.properties());

    return {
      name: resource.ref,
      arn: resource.attribute('Arn'),
      role: nameOfRole(properties.Role),
      runtime: properties.Runtime,
      folder: assetFolder(assetPathOf(resource)),
      handler: properties.Handler,
      timeoutSeconds: properties.Timeout,
      memoryMegabytes: properties.MemorySize,
      environment: properties.Environment.Variables,
      logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${resource.ref}`,
    };
  });

export const ofType = (resources: readonly StackResource[], type: string): StackResource[] =>
  resources.filter((resource) => resource.type === type);

/** The one resource of a type. */
export const only = (resources: readonly StackResource[], type: string): StackResource => {
  const [first, ...others] = ofType(resources, type);
  if (!first || others.length > 0) throw new Error(`The stack run expects one ${type}.`);

  return first;
};

/** A function's ARN without the version or alias behind it. */
const unqualified = (functionArn: string): string => functionArn.split(':').slice(0, 7).join(':');

export const nameOfFunction = (functionArn: string): string =>
  unqualified(functionArn).split(':').at(-1) ?? '';

const integration = z.looseObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});

const apiRoute = z.looseObject({ ApiId: z.string(), RouteKey: z.string(), Target: z.string() });

const permission = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string(),
});

export interface ApiRoute {
  routeKey: string;
  method: string;
  path: string;
  functionName: string;
  /** Whether a permission of the function lets this API's route call it. */
  isAllowed: boolean;
}

const permissionOf = (resource: StackResource) => {
  const { Action, FunctionName, Principal, SourceArn } = permission.parse(resource.properties());

  return {
    Statement: [
      {
        Effect: 'Allow',
        Action,
        Resource: unqualified(FunctionName),
        Principal: { Service: Principal },
        Condition: { ArnLike: { 'AWS:SourceArn': SourceArn } },
      },
    ],
  };
};

/** The routes of the HTTP API, each with its function. */
export const readRoutes = (resources: readonly StackResource[]): ApiRoute[] => {
  const api = only(resources, 'AWS::ApiGatewayV2::Api');
  const integrations = new Map(
    ofType(resources, 'AWS::ApiGatewayV2::Integration').map((resource) => [
      resource.ref,
      integration.parse(resource.properties()),
    ]),
  );
  const permissions = ofType(resources, 'AWS::Lambda::Permission').map(permissionOf);

  return ofType(resources, 'AWS::ApiGatewayV2::Route').map((resource) => {
    const { ApiId, RouteKey, Target } = apiRoute.parse(resource.properties());
    const target = integrations.get(Target.replace('integrations/', ''));
    const [method, path] = RouteKey.split(' ');
    if (!target || ApiId !== api.ref || target.ApiId !== api.ref || !method || !path) {
      throw new Error(`The route ${RouteKey} leads nowhere.`);
    }
    const [, , , region, account] = target.IntegrationUri.split(':');
    const sourceArn = `arn:aws:execute-api:${region}:${account}:${api.ref}/$default/${method}${path}`;
    const isAllowed = permissions.some((document) =>
      resourceAllows(document, RouteKey, {
        action: 'lambda:InvokeFunction',
        resource: target.IntegrationUri,
        service: 'apigateway.amazonaws.com',
        context: { 'aws:sourcearn': sourceArn },
      }),
    );

    return {
      routeKey: RouteKey,
      method,
      path,
      functionName: nameOfFunction(target.IntegrationUri),
      isAllowed,
    };
  });
};

const eventSource = z.strictObject({
  // What hands a function several messages needs an answer for each, which the stack run does not read.
  BatchSize: z.literal(1, 'the stack run knows batches of one message alone'),
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  ScalingConfig: z.strictObject({ MaximumConcurrency: z.number() }),
  Enabled: z.literal(true).optional(),
});

export const readEventSources = (resources: readonly StackResource[]) =>
  ofType(resources, 'AWS::Lambda::EventSourceMapping').map((resource) => {
    const { EventSourceArn, FunctionName, ScalingConfig } = eventSource.parse(resource.properties());

    return {
      functionName: FunctionName.startsWith('arn:') ? nameOfFunction(FunctionName) : FunctionName,
      queueName: EventSourceArn.split(':').at(-1) ?? '',
      maxConcurrency: ScalingConfig.MaximumConcurrency,
    };
  });

const redrive = z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() });

const queue = z.looseObject({
  VisibilityTimeout: z.number().default(30),
  RedrivePolicy: redrive.optional(),
});

/** The queues that have dead letters, with the name of the queue for those. */
export const readQueues = (resources: readonly StackResource[]) =>
  ofType(resources, 'AWS::SQS::Queue').flatMap((resource) => {
    const { VisibilityTimeout, RedrivePolicy } = queue.parse(resource.properties());

    return RedrivePolicy
      ? [
          {
            name: resource.attribute('QueueName'),
            visibilityTimeoutSeconds: VisibilityTimeout,
            maxReceiveCount: RedrivePolicy.maxReceiveCount,
            deadLettersName: RedrivePolicy.deadLetterTargetArn.split(':').at(-1) ?? '',
          },
        ]
      : [];
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

/** Each secret by its name, with how Secrets Manager makes its first value. */
export const readSecrets = (resources: readonly StackResource[]) =>
  ofType(resources, 'AWS::SecretsManager::Secret').map((resource) => ({
    arn: resource.ref,
    generate: generated.parse(resource.properties().GenerateSecretString),
  }));
