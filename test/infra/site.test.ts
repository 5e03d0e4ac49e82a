import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { bundleEdgeFunction } from '#infra/bundling.ts';
import {
  ORIGIN_VERIFY_HEADER,
  PUBLIC_FILES,
  SECURITY_HEADERS,
  VIEWER_ADDRESS_HEADER,
  VIEWER_ENCODING_HEADER,
} from '#shared/edge.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { describeValue, referenceIn, synthPortal } from '#test/support/infra/portal-template.ts';

const { template } = synthPortal(PRODUCTION);

const behaviour = z.object({
  CachePolicyId: z.unknown(),
  FunctionAssociations: z.tuple([z.object({ EventType: z.string(), FunctionARN: z.unknown() })]),
  OriginRequestPolicyId: z.unknown().optional(),
  ResponseHeadersPolicyId: z.unknown(),
  Compress: z.boolean(),
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.string(),
});
const distribution = z
  .object({
    CacheBehaviors: z.tuple([
      behaviour.extend({ PathPattern: z.string(), AllowedMethods: z.array(z.string()) }),
    ]),
    CustomErrorResponses: z.unknown(),
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

const readConfig = (policyId: unknown, name: string) => template.get(referenceIn(policyId)).Properties[name];
const named = z.object({ Name: z.string() });

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
});

const batches = template.ofType('Custom::CDKBucketDeployment').map(([, { Properties }]) =>
  z
    .object({
      Exclude: z.array(z.string()),
      Include: z.array(z.string()).default([]),
      SystemMetadata: z.record(z.string(), z.string()),
      DistributionId: z.unknown().optional(),
      DistributionPaths: z.array(z.string()).default([]),
      Prune: z.literal(false),
    })
    .parse(Properties),
);

/** As `aws s3 sync` reads its filters: the last one that fits decides. */
const isIn = ({ Exclude, Include }: (typeof batches)[number], file: string) => {
  const fits = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file);

  return Include.some(fits) || !Exclude.some(fits);
};

describe('the files of the site', () => {
  const forEver = 'public, max-age=31536000, immutable';
  const atCloudFront = 'public, max-age=0, must-revalidate, s-maxage=300';

  it.each([
    ['assets/main-1a2b.js', forEver, 'text/javascript; charset=utf-8'],
    ['assets/main-1a2b.css', forEver, 'text/css; charset=utf-8'],
    ['assets/manrope-1a2b.woff2', forEver, undefined],
    ['assets/logo-1a2b.svg', forEver, undefined],
    ['index.html', atCloudFront, 'text/html; charset=utf-8'],
    ['pages/auth.html', atCloudFront, 'text/html; charset=utf-8'],
    ['color-mode.js', atCloudFront, 'text/javascript; charset=utf-8'],
    ['third-party-notices.txt', atCloudFront, 'text/plain; charset=utf-8'],
    ['favicon.svg', atCloudFront, undefined],
  ])('%s is stored once, kept %s, as %s', (file, cacheControl, contentType) => {
    const stored = batches.filter((batch) => isIn(batch, file)).map(({ SystemMetadata }) => SystemMetadata);

    expect(stored).toEqual([
      { 'cache-control': cacheControl, ...(contentType && { 'content-type': contentType }) },
    ]);
  });

  it('that bear no hash are forgotten by CloudFront when the last of them is stored', () => {
    const forgotten = batches.map(({ DistributionId, DistributionPaths }) =>
      DistributionId ? [describeValue(DistributionId), ...DistributionPaths] : [],
    );

    expect(forgotten).toEqual([
      ...batches.slice(1).map(() => []),
      ['SiteDistribution', '/index.html', '/pages/*', ...PUBLIC_FILES],
    ]);
  });

  it('all have a place, and no notes of the build go with them', () => {
    const files = [...readdirSync('web/public', { recursive: true }).map(String), 'index.html'];
    const places = files.map((file) => batches.filter((batch) => isIn(batch, file)).length);

    expect(places).toEqual(files.map(() => 1));
    expect(batches.filter((batch) => isIn(batch, '.vite/manifest.json'))).toEqual([]);
  });

  it('are replaced when every function and route of the API stands that they call', () => {
    const ofApi = Object.entries(template.resources).flatMap(([id, { Type }]) =>
      Type === 'AWS::ApiGatewayV2::Route' ? [id] : [],
    );
    const handlers = [...template.functionsByEntry()].flatMap(([entry, [id]]) =>
      entry.includes('/handlers/') ? [id] : [],
    );
    const awaited = template.ofType('Custom::CDKBucketDeployment').map(([, { DependsOn }]) => DependsOn);

    expect(awaited).toHaveLength(batches.length);
    expect(handlers).toHaveLength(ofApi.length);
    for (const ids of awaited) {
      expect(ids).toEqual(expect.arrayContaining([...ofApi, ...handlers]));
    }
  });
});

describe('CloudFront in front of the API', () => {
  it('sends /api/* to the API and nothing else', () => {
    expect(api.PathPattern).toBe('/api/*');
    expect(describeValue(originOf(api.TargetOriginId)?.DomainName)).toBe(
      'ApiHttpApi.execute-api.AWS::Region.AWS::URLSuffix',
    );
  });

  it('can keep no answer, and so asks the API from the place where the viewer is', () => {
    expect(api.CachePolicyId).toBe(CACHING_DISABLED);
  });

  it('leaves the compression of answers to the functions', () => {
    expect(api.Compress).toBe(false);
  });

  it('keeps no error of an origin, a missing ticket that is made a moment later among them', () => {
    const kept = [404, 414, 500, 501, 502, 503, 504];

    expect(distribution.CustomErrorResponses).toEqual(
      kept.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('passes every method, the whole query, our two cookies and the headers that the functions read', () => {
    expect(api.AllowedMethods).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE']);
    expect(readConfig(api.OriginRequestPolicyId, 'OriginRequestPolicyConfig')).toMatchObject({
      CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['__Host-session', '__Host-known'] },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: [
          'origin',
          'content-type',
          'sec-fetch-site',
          'idempotency-key',
          VIEWER_ADDRESS_HEADER,
          VIEWER_ENCODING_HEADER,
        ],
      },
    });
  });

  it('gives its policies names that a portal of this name in another region does not have', () => {
    const names = ['OriginRequestPolicy', 'ResponseHeadersPolicy', 'OriginAccessControl'].flatMap((type) =>
      template
        .ofType(`AWS::CloudFront::${type}`)
        .map(([, { Properties }]) => named.parse(Properties[`${type}Config`]).Name),
    );

    expect(names).toHaveLength(4);
    expect(names.filter((name) => !name.includes('af-south-1'))).toEqual([]);
  });

  it('proves to the functions that a request came through it, with the secret that they hold', () => {
    const headers = originOf(api.TargetOriginId)?.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
      HeaderName,
      describeValue(HeaderValue),
    ]);

    expect(headers).toEqual([
      [ORIGIN_VERIFY_HEADER, '{{resolve:secretsmanager:OriginSecretsGeneration1:SecretString:::}}'],
    ]);
  });

  it('sets who asks, and how they take the answer, before the request leaves', () => {
    const [{ EventType, FunctionARN }] = api.FunctionAssociations;
    const { FunctionCode, FunctionConfig } = template.get(referenceIn(FunctionARN)).Properties;

    expect(EventType).toBe('viewer-request');
    expect(FunctionCode).toBe(bundleEdgeFunction('viewer-request'));
    expect(FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
  });
});

describe('CloudFront in front of the site', () => {
  it('answers for every screen without an error page, which would hide the errors of /api', () => {
    const [{ FunctionARN }] = distribution.DefaultCacheBehavior.FunctionAssociations;

    expect(JSON.stringify(distribution.CustomErrorResponses)).not.toContain('ResponsePagePath');
    expect(template.get(referenceIn(FunctionARN)).Properties.FunctionCode).toBe(
      bundleEdgeFunction('single-page'),
    );
  });

  it('keeps files as they say themselves', () => {
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
