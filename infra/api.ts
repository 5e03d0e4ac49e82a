import { Aws, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Route } from '#shared/contract/route.ts';
import type { PortalFunction } from './portal-function.ts';
import type { Settings } from './settings.ts';

/** For the whole API; what one address or account may do is counted by the functions (D27). */
const THROTTLE = { rateLimit: 100, burstLimit: 200 };

/** Says enough to find a request's own log by its id: no address, no query, and the route instead of the path. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
  integrationError: '$context.integrationErrorMessage',
};

/** The HTTP API behind CloudFront: one route and one Lambda for each entry of the contract. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  readonly domainName: string;

  constructor(scope: Construct, id: string, settings: Pick<Settings, 'deployment' | 'logRetentionDays'>) {
    super(scope, id);

    this.httpApi = new HttpApi(this, 'HttpApi', { apiName: settings.deployment, createDefaultStage: false });
    this.domainName = `${this.httpApi.apiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;

    const accessLog = new LogGroup(this, 'AccessLog', {
      // Under this prefix CloudWatch's resource policy, which is limited in size, need not name each log group.
      logGroupName: `/aws/vendedlogs/${settings.deployment}/access`,
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });

    new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
  }

  /**
   * The route stands in the stack of its function, so that the API's own stack does not grow with it. Its construct
   * is named by method and path: another id would make a second route of the same, which API Gateway refuses.
   */
  serve(route: Route, handler: PortalFunction): void {
    const routeKey = HttpRouteKey.with(route.path, HttpMethod[route.method]);
    const served = new HttpRoute(Stack.of(handler), routeKey.key, {
      httpApi: this.httpApi,
      routeKey,
      integration: new HttpLambdaIntegration('Integration', handler.lambda),
    });

    Validations.of(served).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The session is a cookie whose row is read on every request, by the function itself (functions/http/endpoint.ts); each contract entry declares its access, and a test calls each without a session.',
    });
  }
}
