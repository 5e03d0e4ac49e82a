import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CONTENT_SECURITY_POLICY, ORIGIN_VERIFY_HEADER, VIEWER_ADDRESS_HEADER } from '#shared/edge.ts';
import { describeValue, referenceIn, synthPortal } from '#test/support/portal-template.ts';

const { template } = synthPortal();

const behaviour = z.object({
  CachePolicyId: z.string(),
  FunctionAssociations: z.tuple([z.object({ EventType: z.string(), FunctionARN: z.unknown() })]),
  OriginRequestPolicyId: z.unknown().optional(),
  ResponseHeadersPolicyId: z.unknown(),
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.string(),
});
const distribution = z
  .object({
    CacheBehaviors: z.tuple([
      behaviour.extend({ PathPattern: z.string(), AllowedMethods: z.array(z.string()) }),
    ]),
    CustomErrorResponses: z.unknown().optional(),
    DefaultCacheBehavior: behaviour,
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.unknown(),
        OriginCustomHeaders: z
          .array(z.object({ HeaderName: z.string(), HeaderValue: z.unknown() }))
          .default([]),
        OriginAccessControlId: z.unknown().optional(),
      }),
    ),
  })
  .parse(template.only('AWS::CloudFront::Distribution').Properties.DistributionConfig);
const [api] = distribution.CacheBehaviors;
const originOf = (id: string) => distribution.Origins.find((origin) => origin.Id === id);

/** CloudFront's managed policies (Developer Guide, "Use managed cache policies"). */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

describe('the bucket of the site', () => {
  it('blocks every public access', () => {
    expect(template.only('AWS::S3::Bucket').Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

  it('is read by this distribution alone', () => {
    const { Statement } = z
      .object({
        Statement: z.array(
          z.object({
            Effect: z.string(),
            Action: z.union([z.string(), z.array(z.string())]),
            Principal: z.unknown(),
            Condition: z.record(z.string(), z.record(z.string(), z.unknown())),
          }),
        ),
      })
      .parse(template.only('AWS::S3::BucketPolicy').Properties.PolicyDocument);
    const allowed = Statement.filter(({ Effect }) => Effect === 'Allow').map((statement) => [
      statement.Action,
      statement.Principal,
      describeValue(statement.Condition.StringEquals?.['AWS:SourceArn']),
    ]);

    expect(allowed).toEqual([
      [
        's3:GetObject',
        { Service: 'cloudfront.amazonaws.com' },
        'arn:AWS::Partition:cloudfront::AWS::AccountId:distribution/SiteDistribution',
      ],
    ]);
    expect(originOf(distribution.DefaultCacheBehavior.TargetOriginId)?.OriginAccessControlId).toBeDefined();
  });

  it('holds hashed files for ever and everything else for one look', () => {
    const files = template.ofType('Custom::CDKBucketDeployment').map(
      ([
        ,
        {
          Properties: { Include, Exclude, SystemMetadata, Prune },
        },
      ]) => ({
        Include,
        Exclude,
        SystemMetadata,
        Prune,
      }),
    );

    expect(files).toEqual([
      {
        Include: ['assets/*'],
        Exclude: ['*'],
        SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
        Prune: false,
      },
      {
        Include: undefined,
        Exclude: ['assets/*', '.vite/*'],
        SystemMetadata: { 'cache-control': 'no-cache' },
        Prune: true,
      },
    ]);
  });
});

describe('CloudFront in front of the API', () => {
  it('sends /api/* to the API and nothing else', () => {
    expect(api.PathPattern).toBe('/api/*');
    expect(describeValue(originOf(api.TargetOriginId)?.DomainName)).toBe(
      'ApiHttpApi.execute-api.AWS::Region.AWS::URLSuffix',
    );
  });

  it('keeps no answer', () => {
    expect(api.CachePolicyId).toBe(CACHING_DISABLED);
  });

  it('passes every method, all cookies and the query, and the headers that the functions read', () => {
    const { OriginRequestPolicyConfig } = template.get(referenceIn(api.OriginRequestPolicyId)).Properties;

    expect(api.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']);
    expect(OriginRequestPolicyConfig).toMatchObject({
      CookiesConfig: { CookieBehavior: 'all' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: ['content-type', 'origin', 'idempotency-key', VIEWER_ADDRESS_HEADER],
      },
    });
  });

  it('proves to the functions that a request came through it, with the secret that they hold', () => {
    const headers = originOf(api.TargetOriginId)?.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
      HeaderName,
      describeValue(HeaderValue),
    ]);

    expect(headers).toEqual([
      [ORIGIN_VERIFY_HEADER, '{{resolve:secretsmanager:SecretsOriginVerify1:SecretString:::}}'],
    ]);
  });

  it('sets the address of the viewer before the request leaves', () => {
    const [{ EventType, FunctionARN }] = api.FunctionAssociations;
    const { FunctionCode, FunctionConfig } = template.get(referenceIn(FunctionARN)).Properties;

    expect(EventType).toBe('viewer-request');
    expect(FunctionCode).toContain(`headers['${VIEWER_ADDRESS_HEADER}'] =`);
    expect(FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
  });
});

describe('CloudFront in front of the site', () => {
  it('answers for every screen without an error page, which would hide the errors of /api', () => {
    const [{ FunctionARN }] = distribution.DefaultCacheBehavior.FunctionAssociations;

    expect(distribution.CustomErrorResponses).toBeUndefined();
    expect(template.get(referenceIn(FunctionARN)).Properties.FunctionCode).toContain('/index.html');
  });

  it('caches as the files say, which is not longer than a second against their word', () => {
    expect(distribution.DefaultCacheBehavior.CachePolicyId).toBe(CACHING_OPTIMIZED);
  });

  it('speaks TLS alone', () => {
    expect(distribution.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(api.ViewerProtocolPolicy).toBe('https-only');
  });

  it('sends the security headers with every answer, over whatever the origin says', () => {
    const policies = [distribution.DefaultCacheBehavior, api].map(({ ResponseHeadersPolicyId }) =>
      describeValue(ResponseHeadersPolicyId),
    );
    const { SecurityHeadersConfig, CustomHeadersConfig } = z
      .object({
        SecurityHeadersConfig: z.unknown(),
        CustomHeadersConfig: z.object({
          Items: z.array(z.object({ Header: z.string(), Value: z.string() })),
        }),
      })
      .parse(template.only('AWS::CloudFront::ResponseHeadersPolicy').Properties.ResponseHeadersPolicyConfig);

    expect(policies).toEqual(['SiteResponseHeaders', 'SiteResponseHeaders']);
    expect(SecurityHeadersConfig).toEqual({
      ContentSecurityPolicy: { ContentSecurityPolicy: CONTENT_SECURITY_POLICY, Override: true },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'same-origin', Override: true },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: 31_536_000,
        IncludeSubdomains: true,
        Override: true,
      },
    });
    expect(CustomHeadersConfig.Items.map(({ Header }) => Header).sort()).toEqual([
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'permissions-policy',
    ]);
  });

  it('lets no script run but those of the portal itself', () => {
    const directives = CONTENT_SECURITY_POLICY.split('; ');

    expect(directives).toContain("script-src 'self'");
    expect(directives).toContain("default-src 'none'");
    expect(directives).toContain("frame-ancestors 'none'");
  });
});
