import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import {
  KNOWN_BROWSER_COOKIE,
  ORIGIN_VERIFY_HEADER,
  REQUEST_HEADERS,
  SECURITY_HEADERS,
  SESSION_COOKIE,
  VIEWER_ADDRESS_HEADER,
  VIEWER_ENCODING_HEADER,
} from '#shared/edge.ts';
import { bundleEdgeFunction } from './bundling.ts';

interface SiteProps {
  apiDomainName: string;
  originVerifyValue: string;
  /** The portal's own domain name, with its certificate. */
  domain: { name: string; certificate: ICertificate } | undefined;
  webAclArn: string | undefined;
}

/** Longer than the API's own limit of 30 s, so that the API's answer arrives and not CloudFront's. */
const API_TIMEOUT_SECONDS = 35;

const API_HEADERS = [...REQUEST_HEADERS, VIEWER_ADDRESS_HEADER, VIEWER_ENCODING_HEADER];

/**
 * CloudFront caches these answers of an origin for ten seconds, regardless of their cache headers, unless configured
 * otherwise.
 */
const KEPT_ERRORS = [404, 414, 500, 501, 502, 503, 504];

/** CloudFront has separate settings for these headers and refuses them as custom headers. */
const NAMED_BY_CLOUDFRONT = [
  'content-security-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

/** CloudFront over a private bucket and the API, as one origin to the browser. */
export class Site extends Construct {
  readonly bucket: IBucket;
  readonly distribution: Distribution;
  /** Such as https://portal.owconnect.example: what the browser sends as Origin. */
  readonly origin: string;

  constructor(
    scope: Construct,
    id: string,
    { apiDomainName, originVerifyValue, domain, webAclArn }: SiteProps,
  ) {
    super(scope, id);

    // aws-cdk-lib does not declare its `undefined`s as exactOptionalPropertyTypes requires.
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
    }) as IBucket;

    const accessControl = new S3OriginAccessControl(this, 'AccessControl', {
      originAccessControlName: this.nameOf('Files'),
    });
    this.distribution = new Distribution(this, 'Distribution', {
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      // The cheapest class that includes South Africa's edge locations.
      priceClass: PriceClass.PRICE_CLASS_200,
      ...(domain && {
        domainNames: [domain.name],
        certificate: domain.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(webAclArn && { webAclId: webAclArn }),
      errorResponses: KEPT_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, { originAccessControl: accessControl }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: this.makeResponseHeaders('ResponseHeaders'),
        // A function and not an error page, because an error page would also replace /api's answers and hide its 403
        // and 404.
        functionAssociations: [this.onViewerRequest('single-page')],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(apiDomainName, {
            customHeaders: { [ORIGIN_VERIFY_HEADER]: originVerifyValue },
            readTimeout: Duration.seconds(API_TIMEOUT_SECONDS),
            // CloudFront closes a connection after 5 s by default; a new one from Johannesburg takes two more round trips.
            keepaliveTimeout: Duration.seconds(60),
          }),
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          // CloudFront caches nothing here, so no answer can reach another user or go through a regional cache (ADR
          // 41).
          cachePolicy: CachePolicy.CACHING_DISABLED,
          compress: false,
          originRequestPolicy: this.makeApiRequestPolicy(),
          responseHeadersPolicy: this.makeResponseHeaders('ApiResponseHeaders', {
            // API Gateway and CloudFront answer some requests themselves, without cache headers.
            more: { 'cache-control': 'no-store' },
            // The answer with an uploaded file has its own policy, which shows it in a sandbox.
            overridesContentSecurityPolicy: false,
          }),
          functionAssociations: [this.onViewerRequest('viewer')],
        },
      },
    });
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`;

    this.acknowledgeFindings(domain !== undefined);
  }

  private onViewerRequest(name: 'single-page' | 'viewer') {
    return {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: new EdgeFunction(this, name, {
        code: FunctionCode.fromInline(bundleEdgeFunction(name)),
        runtime: FunctionRuntime.JS_2_0,
      }),
    };
  }

  /** These names are shared by all regions of an account. */
  private nameOf(what: string): string {
    const { stackName, region } = Stack.of(this);

    return `${stackName}-${region}-${what}`;
  }

  private makeApiRequestPolicy(): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'ApiRequest', {
      originRequestPolicyName: this.nameOf('ApiRequest'),
      cookieBehavior: OriginRequestCookieBehavior.allowList(SESSION_COOKIE, KNOWN_BROWSER_COOKIE),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      headerBehavior: OriginRequestHeaderBehavior.allowList(...API_HEADERS),
    });
  }

  private makeResponseHeaders(
    id: string,
    {
      more = {},
      overridesContentSecurityPolicy = true,
    }: { more?: Record<string, string>; overridesContentSecurityPolicy?: boolean } = {},
  ): ResponseHeadersPolicy {
    const customHeaders = Object.entries({ ...SECURITY_HEADERS, ...more })
      .filter(([header]) => !NAMED_BY_CLOUDFRONT.includes(header))
      .map(([header, value]) => ({ header, value, override: true }));

    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName: this.nameOf(id),
      securityHeadersBehavior: {
        contentSecurityPolicy: {
          contentSecurityPolicy: SECURITY_HEADERS['content-security-policy'],
          override: overridesContentSecurityPolicy,
        },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: true,
          override: true,
        },
      },
      customHeadersBehavior: { customHeaders },
    });
  }

  private acknowledgeFindings(hasOwnDomain: boolean): void {
    Validations.of(this.bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'The bucket holds only the public files of the site, and nobody but CloudFront can read it.',
    });

    const ofDistribution = {
      'AwsSolutions-CFR1': 'Clients travel; no country is refused.',
      'AwsSolutions-CFR2': 'A deployment has AWS WAF unless it says that it is a trial.',
      'AwsSolutions-CFR3':
        'A log of CloudFront would hold addresses and query strings with names; the API writes an access log without either.',
      ...(!hasOwnDomain && {
        'AwsSolutions-CFR4':
          "Without a domain of its own the portal has CloudFront's certificate, whose TLS floor cannot be raised.",
      }),
    };
    for (const [id, reason] of Object.entries(ofDistribution)) {
      Validations.of(this.distribution).acknowledge({ id, reason });
    }
  }
}
