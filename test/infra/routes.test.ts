import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allRoutes, contract } from '#shared/contract/index.ts';
import { WARMING_CALL, WARMING_RATE } from '#shared/warming.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import type { Resource } from '#test/support/infra/join-stacks.ts';
import { describeValue, referenceIn, synthPortal } from '#test/support/infra/portal-template.ts';

const { template, written } = synthPortal(PRODUCTION);
const portal = written.get('ow-connect');

/** The API with its stage, and the stacks of its routes. */
const CHANGES_THE_API = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudFormation::Stack',
]);
const typeOf = (resource: unknown) => z.object({ Type: z.string() }).parse(resource).Type;

const routeKey = (resource: Resource) => z.string().parse(resource.Properties.RouteKey);
const routes = template.ofType('AWS::ApiGatewayV2::Route').map(([, resource]) => resource);

/** Returns the entry of the function to which a value of the template refers. */
const entryOf = (reference: unknown): string => {
  const lambda = template.get(referenceIn(reference));

  return z.object({ ZipFile: z.string() }).parse(lambda.Properties.Code).ZipFile;
};

/** Returns the entry that runs for a route, found by following the template from the route to the code. */
const entryBehind = (route: Resource): string => {
  const target = z
    .object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })
    .parse(route.Properties.Target);
  const [, integrationRef] = target['Fn::Join'][1];

  return entryOf(template.get(referenceIn(integrationRef)).Properties.IntegrationUri);
};

describe('the API', () => {
  it('the API has one route for each contract entry and no others', () => {
    const inContract = allRoutes.map(([, { method, path }]) => `${method} ${path}`);

    expect(routes.map(routeKey).sort()).toEqual(inContract.sort());
  });

  it('a route keeps its resource if its id changes, because API Gateway refuses a duplicate path', () => {
    const names = template
      .ofType('AWS::ApiGatewayV2::Route')
      .map(([id, route]) => [
        id.replace(/[0-9A-F]{8}$/, ''),
        routeKey(route).replaceAll(/[^A-Za-z0-9]/g, ''),
      ]);

    expect(names).toHaveLength(allRoutes.length);
    expect(names.filter(([name, key]) => name !== key)).toEqual([]);
  });

  it('each route of the API runs the handler of its own id', () => {
    const served = Object.fromEntries(routes.map((route) => [routeKey(route), entryBehind(route)]));
    const wanted = allRoutes.map(([id, { method, path }]) => [
      `${method} ${path}`,
      `functions/handlers/${id.replace('.', '/')}.ts`,
    ]);

    expect(served).toEqual(Object.fromEntries(wanted));
  });

  it('the API has one function for each contract entry and no others', () => {
    const handlers = [...template.functionsByEntry().keys()].filter((entry) => entry.includes('/handlers/'));

    expect(handlers).toHaveLength(allRoutes.length);
  });

  it("only a function's own route may call it, and no function has a URL", () => {
    const callers = template.ofType('AWS::Lambda::Permission').map(([, { Properties }]) => ({
      ...Properties,
      FunctionName: entryOf(Properties.FunctionName),
      SourceArn: describeValue(Properties.SourceArn),
    }));
    const ownRoutes = allRoutes.map(([id, { path }]) => ({
      Action: 'lambda:InvokeFunction',
      FunctionName: `functions/handlers/${id.replace('.', '/')}.ts`,
      Principal: 'apigateway.amazonaws.com',
      SourceArn: `arn:AWS::Partition:execute-api:af-south-1:123456789012:ApiHttpApi/*/*${path}`,
    }));

    expect(callers).toEqual(ownRoutes);
    expect(template.ofType('AWS::Lambda::Url')).toEqual([]);
  });

  it('a schedule keeps exactly the functions of the first reads loaded, with the call that they end at once', () => {
    const kept = template
      .ofType('AWS::Scheduler::Schedule')
      .filter(([id]) => !id.startsWith('Tasks'))
      .map(([, { Properties }]) => {
        const { Arn, Input } = z.object({ Arn: z.unknown(), Input: z.string() }).parse(Properties.Target);

        return [entryOf(Arn), Properties.ScheduleExpression, JSON.parse(Input)];
      });
    const firstReads = allRoutes.filter(([, { isFirstRead }]) => isFirstRead);

    expect(firstReads.length).toBeGreaterThan(1);
    expect(kept.toSorted()).toEqual(
      firstReads
        .map(([id]) => [`functions/handlers/${id.replace('.', '/')}.ts`, WARMING_RATE, WARMING_CALL])
        .toSorted(),
    );
  });

  it('the API passes requests in the event format that the handlers read', () => {
    const formats = template
      .ofType('AWS::ApiGatewayV2::Integration')
      .map(([, { Properties }]) => `${Properties.IntegrationType} ${Properties.PayloadFormatVersion}`);

    expect(new Set(formats)).toEqual(new Set(['AWS_PROXY 2.0']));
  });

  it("every handler times out before the API's limit of 30 s, so that it answers a timeout itself", () => {
    const timeouts = [...template.functionsByEntry()]
      .filter(([entry]) => entry.includes('/handlers/'))
      .map(([, [, { Properties }]]) => Properties.Timeout);

    expect(timeouts.filter((timeout) => z.number().parse(timeout) >= 30)).toEqual([]);
  });

  it('the API limits the rate of requests', () => {
    expect(template.single('AWS::ApiGatewayV2::Stage').Properties.DefaultRouteSettings).toEqual({
      ThrottlingBurstLimit: 1_000,
      ThrottlingRateLimit: 500,
    });
  });

  it('two stacks never change the API at the same time, which API Gateway refuses', () => {
    const resources: Record<string, unknown> = portal?.Resources ?? {};
    const changers = Object.keys(resources).filter((id) => CHANGES_THE_API.has(typeOf(resources[id])));
    const waitsFor = (id: string, found = new Set<string>()): Set<string> => {
      const text = JSON.stringify(resources[id]);
      const direct = Object.keys(resources).filter(
        (other) => !found.has(other) && text.includes(`"${other}"`),
      );
      for (const other of direct) {
        waitsFor(other, found.add(other));
      }

      return found;
    };
    const orders = changers.map((id) => changers.filter((other) => waitsFor(id).has(other)).length);

    expect(changers).toHaveLength(Object.keys(contract).length + 2);
    expect(orders.toSorted((a, b) => a - b)).toEqual(changers.map((_, index) => index));
  });

  it('the API limits sign-in, registration and reset more strictly, once their routes exist', () => {
    const { Properties, DependsOn } = template.single('AWS::ApiGatewayV2::Stage');
    const bound = { ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100 };
    const keys = ['POST /api/login', 'POST /api/register', 'POST /api/password-reset'];
    const bounded = template
      .ofType('AWS::ApiGatewayV2::Route')
      .filter(([, route]) => keys.includes(routeKey(route)));

    expect(Properties.RouteSettings).toEqual(Object.fromEntries(keys.map((key) => [key, bound])));
    expect(bounded).toHaveLength(3);
    expect(DependsOn).toEqual(expect.arrayContaining(bounded.map(([id]) => id)));
  });

  it("the API's access log contains no address, browser, path or query", () => {
    const { Format } = z
      .object({ Format: z.string() })
      .parse(template.single('AWS::ApiGatewayV2::Stage').Properties.AccessLogSettings);
    const logged = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(Format)));

    expect(logged.map((variable) => variable.replace('$context.', '')).sort()).toEqual([
      'integration.status',
      'integrationErrorMessage',
      'requestId',
      'requestTime',
      'responseLatency',
      'responseLength',
      'routeKey',
      'status',
    ]);
  });
});

describe('the functions', () => {
  const functions = [...template.functionsByEntry()].map(([entry, [, { Properties }]]) => ({
    entry,
    Properties,
  }));

  it('functions run on Node 24, and on arm64 unless they use Chromium', () => {
    expect(new Set(functions.map(({ Properties }) => Properties.Runtime))).toEqual(new Set(['nodejs24.x']));
    expect(
      functions
        .filter(({ Properties }) => String(Properties.Architectures) !== 'arm64')
        .map(({ entry }) => entry)
        .toSorted(),
    ).toEqual(['functions/handlers/debug/system.ts', 'functions/tasks/invoice-pdf.ts']);
  });

  it('functions with Chromium have 1 GB of /tmp, because a killed Chromium may leave its files there', () => {
    const sizes = functions.flatMap(({ entry, Properties }) =>
      Properties.EphemeralStorage ? [[entry, Properties.EphemeralStorage]] : [],
    );

    expect(Object.fromEntries(sizes)).toEqual({
      'functions/handlers/debug/system.ts': { Size: 1024 },
      'functions/tasks/invoice-pdf.ts': { Size: 1024 },
    });
  });

  it('functions are in no network and reserve no concurrency', () => {
    expect(functions.filter(({ Properties }) => Properties.VpcConfig)).toEqual([]);
    expect(
      functions.filter(({ Properties }) => Properties.ReservedConcurrentExecutions !== undefined),
    ).toEqual([]);
  });
});
