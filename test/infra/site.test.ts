import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ORIGIN_VERIFY_HEADER, SECURITY_HEADERS, VIEWER_ADDRESS_HEADER } from '#shared/edge.ts';
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

const overriding = <T extends z.ZodRawShape>(shape: T) => z.object({ ...shape, Override: z.literal(true) });
const responseHeaders = z.object({
  SecurityHeadersConfig: z.object({
    ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string(), Override: z.boolean() }),
    ContentTypeOptions: overriding({}),
    FrameOptions: overriding({ FrameOption: z.string() }),
    ReferrerPolicy: overriding({ ReferrerPolicy: z.string() }),
    StrictTransportSecurity: overriding({
      AccessControlMaxAgeSec: z.number(),
      IncludeSubdomains: z.literal(true),
    }),
  }),
  CustomHeadersConfig: z.object({
    Items: z.array(overriding({ Header: z.string(), Value: z.string() })),
  }),
});

/**
 * The headers of a policy as a browser sees them; one that does not override the origin's is refused, but for the
 * content security policy.
 */
const readPolicy = (policyId: unknown) =>
  responseHeaders.parse(template.get(referenceIn(policyId)).Properties.ResponseHeadersPolicyConfig);

const readHeaders = (policyId: unknown) => {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = readPolicy(policyId);

  return {
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}; includeSubDomains`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': security.FrameOptions.FrameOption,
    ...Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value])),
  };
};

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

describe('the files of the site', () => {
  it('are replaced when every function and route of the API stands that they call', () => {
    const ofApi = Object.entries(template.resources).flatMap(([id, { Type }]) =>
      Type === 'AWS::ApiGatewayV2::Route' ? [id] : [],
    );
    const handlers = [...template.functionsByEntry()].flatMap(([entry, [id]]) =>
      entry.includes('/handlers/') ? [id] : [],
    );
    const awaited = template.ofType('Custom::CDKBucketDeployment').map(([, { DependsOn }]) => DependsOn);

    expect(awaited).toHaveLength(2);
    expect(handlers).toHaveLength(ofApi.length);
    for (const ids of awaited) expect(ids).toEqual(expect.arrayContaining([...ofApi, ...handlers]));
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
        Headers: ['content-type', 'origin', 'sec-fetch-site', 'idempotency-key', VIEWER_ADDRESS_HEADER],
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

  it.each([
    ['site', distribution.DefaultCacheBehavior, {}],
    ['API', api, { 'cache-control': 'no-store' }],
  ])(
    'sends the security headers with every answer of the %s, over whatever the origin says',
    (_of, behaviour, more) => {
      expect(readHeaders(behaviour.ResponseHeadersPolicyId)).toEqual({
        ...SECURITY_HEADERS,
        ...more,
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
    },
  );

  it.each([
    ['site', distribution.DefaultCacheBehavior, true],
    ['API', api, false],
  ])(
    'says of the %s whether its policy stands over one that the origin sends',
    (_of, behaviour, overrides) => {
      const { SecurityHeadersConfig } = readPolicy(behaviour.ResponseHeadersPolicyId);

      expect(SecurityHeadersConfig.ContentSecurityPolicy.Override).toBe(overrides);
    },
  );

  it('lets no script run but those of the portal itself', () => {
    const directives = SECURITY_HEADERS['content-security-policy'].split('; ');

    expect(directives).toContain("script-src 'self'");
    expect(directives).toContain("default-src 'none'");
    expect(directives).toContain("frame-ancestors 'none'");
  });
});
