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
  .parse(template.single('AWS::CloudFront::Distribution').Properties.DistributionConfig);
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
 * Returns the headers of a policy as a browser sees them. Refuses a header that does not override the origin's,
 * except the content security policy.
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
  it('the bucket of the site blocks all public access', () => {
    expect(template.single('AWS::S3::Bucket').Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

  it('only this distribution may read the bucket of the site', () => {
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
      .parse(template.single('AWS::S3::BucketPolicy').Properties.PolicyDocument);
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
      WaitForDistributionInvalidation: z.boolean().optional(),
      DistributionId: z.unknown().optional(),
      DistributionPaths: z.array(z.string()).default([]),
      Prune: z.literal(false),
    })
    .parse(Properties),
);

/** True if the batch includes the file, by the filter rules of `aws s3 sync`: the last match decides. */
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
    ['first-reads.js', atCloudFront, 'text/javascript; charset=utf-8'],
    ['third-party-notices.txt', atCloudFront, 'text/plain; charset=utf-8'],
    ['favicon.svg', atCloudFront, undefined],
  ])(
    'the file %s is stored once, with cache-control %s and content type %s',
    (file, cacheControl, contentType) => {
      const stored = batches.filter((batch) => isIn(batch, file)).map(({ SystemMetadata }) => SystemMetadata);

      expect(stored).toEqual([
        { 'cache-control': cacheControl, ...(contentType && { 'content-type': contentType }) },
      ]);
    },
  );

  it('CloudFront invalidates the files without a hash after the last batch is stored', () => {
    const forgotten = batches.map(({ DistributionId, DistributionPaths }) =>
      DistributionId ? [describeValue(DistributionId), ...DistributionPaths] : [],
    );

    expect(forgotten).toEqual([
      ...batches.slice(1).map(() => []),
      ['SiteDistribution', '/index.html', '/pages/*', ...PUBLIC_FILES],
    ]);
  });

  it('no deployment waits for the invalidation, whose failed wait would roll back all of it', () => {
    expect(batches.map((batch) => batch.WaitForDistributionInvalidation)).toEqual(batches.map(() => false));
  });

  it("every public file is in exactly one batch, and the build's manifest is in none", () => {
    const files = [...readdirSync('web/public', { recursive: true }).map(String), 'index.html'];
    const places = files.map((file) => batches.filter((batch) => isIn(batch, file)).length);

    expect(places).toEqual(files.map(() => 1));
    expect(batches.filter((batch) => isIn(batch, '.vite/manifest.json'))).toEqual([]);
  });

  it("the site's files are replaced only after every function and route of the API exists", () => {
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
  it('CloudFront sends only /api/* to the API', () => {
    expect(api.PathPattern).toBe('/api/*');
    expect(describeValue(originOf(api.TargetOriginId)?.DomainName)).toBe(
      'ApiHttpApi.execute-api.AWS::Region.AWS::URLSuffix',
    );
  });

  it("CloudFront caches no API answer, and so calls the API from the viewer's edge location", () => {
    expect(api.CachePolicyId).toBe(CACHING_DISABLED);
  });

  it('CloudFront leaves the compression of API answers to the functions', () => {
    expect(api.Compress).toBe(false);
  });

  it('CloudFront caches no error of an origin, such as a 404 for a ticket that is created shortly after', () => {
    const kept = [404, 414, 500, 501, 502, 503, 504];

    expect(distribution.CustomErrorResponses).toEqual(
      kept.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('CloudFront passes every method, the whole query, our two cookies and the headers that functions read', () => {
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
          'x-user-id',
          'user-agent',
          VIEWER_ADDRESS_HEADER,
          VIEWER_ENCODING_HEADER,
        ],
      },
    });
  });

  it("CloudFront's policies have the region in their names, so that two regions can have one portal each", () => {
    const names = ['OriginRequestPolicy', 'ResponseHeadersPolicy', 'OriginAccessControl'].flatMap((type) =>
      template
        .ofType(`AWS::CloudFront::${type}`)
        .map(([, { Properties }]) => named.parse(Properties[`${type}Config`]).Name),
    );

    expect(names).toHaveLength(4);
    expect(names.filter((name) => !name.includes('af-south-1'))).toEqual([]);
  });

  it('CloudFront sends the secret that proves to the functions that a request came through it', () => {
    const headers = originOf(api.TargetOriginId)?.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [
      HeaderName,
      describeValue(HeaderValue),
    ]);

    expect(headers).toEqual([
      [ORIGIN_VERIFY_HEADER, '{{resolve:secretsmanager:OriginSecretsGeneration1:SecretString:::}}'],
    ]);
  });

  it("CloudFront sets the viewer's address and encoding before it sends a request to the API", () => {
    const [{ EventType, FunctionARN }] = api.FunctionAssociations;
    const { FunctionCode, FunctionConfig } = template.get(referenceIn(FunctionARN)).Properties;

    expect(EventType).toBe('viewer-request');
    expect(FunctionCode).toBe(bundleEdgeFunction('viewer'));
    expect(FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
  });
});

describe('CloudFront in front of the site', () => {
  it('CloudFront answers every screen without an error page, which would hide the errors of /api', () => {
    const [{ FunctionARN }] = distribution.DefaultCacheBehavior.FunctionAssociations;

    expect(JSON.stringify(distribution.CustomErrorResponses)).not.toContain('ResponsePagePath');
    expect(template.get(referenceIn(FunctionARN)).Properties.FunctionCode).toBe(
      bundleEdgeFunction('single-page'),
    );
  });

  it("CloudFront caches the site's files by their own cache headers", () => {
    expect(distribution.DefaultCacheBehavior.CachePolicyId).toBe(CACHING_OPTIMIZED);
  });

  it('CloudFront serves only TLS', () => {
    expect(distribution.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(api.ViewerProtocolPolicy).toBe('https-only');
  });

  it.each([
    ['site', distribution.DefaultCacheBehavior, {}],
    ['API', api, { 'cache-control': 'no-store' }],
  ])(
    "CloudFront sends the security headers with every answer of the %s and overrides the origin's",
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
    "CloudFront's content security policy overrides the origin's for the site, but not for the API: %s",
    (_of, behaviour, overrides) => {
      const { SecurityHeadersConfig } = readPolicy(behaviour.ResponseHeadersPolicyId);

      expect(SecurityHeadersConfig.ContentSecurityPolicy.Override).toBe(overrides);
    },
  );

  it('the content security policy allows only scripts of the portal itself', () => {
    const directives = SECURITY_HEADERS['content-security-policy'].split('; ');

    expect(directives).toContain("script-src 'self'");
    expect(directives).toContain("default-src 'none'");
    expect(directives).toContain("frame-ancestors 'none'");
  });
});
