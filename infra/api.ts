import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { contract } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import type { PortalFunction } from './portal-function.ts';
import type { Settings } from './settings.ts';

/** Enough to find a request's own log by its id: without address and query, and with the route instead of the path. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  // Of our code: `integrationStatus` is described as that of Lambda's own call, too.
  functionStatus: '$context.integration.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
};

type ApiSettings = Pick<
  Settings,
  'deployment' | 'apiRequestsPerSecond' | 'apiBurst' | 'signInRequestsPerSecond' | 'signInBurst'
>;

/** Anybody may call these, and each call costs a password hash or orders a mail. */
const SIGN_INS: readonly Route[] = [
  contract.auth.login,
  contract.auth.register,
  contract.links['request-reset'],
];

/** The HTTP API behind CloudFront: one route and one Lambda for each entry of the contract. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  readonly domainName: string;
  private readonly stage: HttpStage;
  private readonly signInThrottle: { ThrottlingRateLimit: number; ThrottlingBurstLimit: number };

  constructor(scope: Construct, id: string, accessLog: LogGroup, settings: ApiSettings) {
    super(scope, id);

    this.signInThrottle = {
      ThrottlingRateLimit: settings.signInRequestsPerSecond,
      ThrottlingBurstLimit: settings.signInBurst,
    };
    this.httpApi = new HttpApi(this, 'HttpApi', { apiName: settings.deployment, createDefaultStage: false });
    this.domainName = `${this.httpApi.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;

    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: settings.apiRequestsPerSecond, burstLimit: settings.apiBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
  }

  /**
   * Adds the route to the stack of its function, so that the API's own stack does not grow with it. The construct is
   * named by method and path: another id would create a second, equal route, which API Gateway refuses.
   */
  serve(route: Route, handler: PortalFunction): void {
    const routeKey = HttpRouteKey.with(route.path, HttpMethod[route.method]);
    const served = new HttpRoute(Stack.of(handler), routeKey.key, {
      httpApi: this.httpApi,
      routeKey,
      integration: new HttpLambdaIntegration('Integration', handler.lambda),
    });

    if (SIGN_INS.includes(route)) {
      this.boundSignIn(routeKey);
    }

    Validations.of(served).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The session is a cookie whose row is read on every request, by the function itself (functions/http/endpoint.ts); each contract entry declares its access, and a test calls each without a session.',
    });
  }

  /**
   * Makes the stage wait for all routes: API Gateway refuses two changes at once, and a limit for a route that does not
   * exist yet.
   */
  changeAfter(routes: readonly Construct[]): void {
    this.stage.node.addDependency(...routes);
  }

  private boundSignIn({ key }: HttpRouteKey): void {
    const stage = this.stage.node.defaultChild;
    if (!CfnStage.isCfnStage(stage)) {
      throw new Error('A stage without its resource');
    }

    stage.addPropertyOverride(`RouteSettings.${key}`, this.signInThrottle);
  }
}
