import * as z from 'zod';
import { ofType } from './portal-stack.ts';
import type { StackResource } from './stacks.ts';

/** Which names of a kind reach the origin. */
export type NameFilter = (name: string) => boolean;

export interface Forwarded {
  headers: NameFilter;
  cookies: NameFilter;
  query: NameFilter;
}

const makeFilter = (behavior: string, names: readonly string[] = []): NameFilter => {
  const listed = new Set(names.map((name) => name.toLowerCase()));
  switch (behavior) {
    case 'none':
      return () => false;
    case 'all':
      return () => true;
    case 'whitelist':
      return (name) => listed.has(name.toLowerCase());
    case 'allExcept':
      return (name) => !listed.has(name.toLowerCase());
    default:
      throw new Error(`The stack run does not know the behaviour ${behavior} of CloudFront's policies.`);
  }
};

const lists = z.looseObject({
  CookiesConfig: z.object({ CookieBehavior: z.string(), Cookies: z.array(z.string()).optional() }),
  HeadersConfig: z.object({ HeaderBehavior: z.string(), Headers: z.array(z.string()).optional() }),
  QueryStringsConfig: z.object({
    QueryStringBehavior: z.string(),
    QueryStrings: z.array(z.string()).optional(),
  }),
});

const toForwarded = (value: unknown): Forwarded => {
  const { CookiesConfig, HeadersConfig, QueryStringsConfig } = lists.parse(value);

  return {
    cookies: makeFilter(CookiesConfig.CookieBehavior, CookiesConfig.Cookies),
    headers: makeFilter(HeadersConfig.HeaderBehavior, HeadersConfig.Headers),
    query: makeFilter(QueryStringsConfig.QueryStringBehavior, QueryStringsConfig.QueryStrings),
  };
};

const NOTHING: Forwarded = { cookies: () => false, headers: () => false, query: () => false };

/** AWS's own cache policies; both hand on nothing. */
const MANAGED_CACHE_POLICIES: Record<string, Forwarded> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': NOTHING,
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': NOTHING,
};

const cachePolicy = z.object({
  CachePolicyConfig: z.looseObject({ ParametersInCacheKeyAndForwardedToOrigin: z.unknown() }),
});
const requestPolicy = z.object({ OriginRequestPolicyConfig: z.unknown() });

const findPolicy = (resources: readonly StackResource[], type: string, id: string): unknown => {
  const policy = ofType(resources, type).find(({ ref }) => ref === id);
  if (!policy) throw new Error(`The stack run does not know the ${type} ${id}.`);

  return policy.properties();
};

/** What the two policies of a behaviour let through to the origin: what either of them names. */
export const readForwarded = (
  resources: readonly StackResource[],
  { cachePolicyId, requestPolicyId }: { cachePolicyId: string; requestPolicyId: string | undefined },
): Forwarded => {
  const ofCache =
    MANAGED_CACHE_POLICIES[cachePolicyId] ??
    toForwarded(
      cachePolicy.parse(findPolicy(resources, 'AWS::CloudFront::CachePolicy', cachePolicyId))
        .CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin,
    );
  const ofRequest =
    requestPolicyId === undefined
      ? NOTHING
      : toForwarded(
          requestPolicy.parse(findPolicy(resources, 'AWS::CloudFront::OriginRequestPolicy', requestPolicyId))
            .OriginRequestPolicyConfig,
        );
  const either =
    (kind: keyof Forwarded): NameFilter =>
    (name) =>
      ofCache[kind](name) || ofRequest[kind](name);

  return { cookies: either('cookies'), headers: either('headers'), query: either('query') };
};

export interface ResponseHeader {
  name: string;
  value: string;
  /** Whether it stands over one of the origin's. */
  overrides: boolean;
}

const override = { Override: z.boolean() };

const responsePolicy = z.object({
  ResponseHeadersPolicyConfig: z.strictObject({
    Name: z.string(),
    Comment: z.string().optional(),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.strictObject({ Header: z.string(), Value: z.string(), ...override })) })
      .default({ Items: [] }),
    SecurityHeadersConfig: z
      .strictObject({
        ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), ...override }).optional(),
        ContentTypeOptions: z.strictObject(override).optional(),
        FrameOptions: z.strictObject({ FrameOption: z.string(), ...override }).optional(),
        ReferrerPolicy: z.strictObject({ ReferrerPolicy: z.string(), ...override }).optional(),
        StrictTransportSecurity: z
          .strictObject({
            AccessControlMaxAgeSec: z.number(),
            IncludeSubdomains: z.boolean().default(false),
            Preload: z.boolean().default(false),
            ...override,
          })
          .optional(),
      })
      .default({}),
  }),
});

const headerOf = (
  name: string,
  config: { Override: boolean } | undefined,
  value: string | undefined,
): ResponseHeader[] => (config && value ? [{ name, value, overrides: config.Override }] : []);

export const readResponseHeaders = (
  resources: readonly StackResource[],
  policyId: string | undefined,
): ResponseHeader[] => {
  if (policyId === undefined) return [];

  const { SecurityHeadersConfig: security, CustomHeadersConfig } = responsePolicy.parse(
    findPolicy(resources, 'AWS::CloudFront::ResponseHeadersPolicy', policyId),
  ).ResponseHeadersPolicyConfig;
  const transport = security.StrictTransportSecurity;

  return [
    ...headerOf(
      'content-security-policy',
      security.ContentSecurityPolicy,
      security.ContentSecurityPolicy?.ContentSecurityPolicy,
    ),
    ...headerOf('x-content-type-options', security.ContentTypeOptions, 'nosniff'),
    ...headerOf('x-frame-options', security.FrameOptions, security.FrameOptions?.FrameOption),
    ...headerOf('referrer-policy', security.ReferrerPolicy, security.ReferrerPolicy?.ReferrerPolicy),
    ...headerOf(
      'strict-transport-security',
      transport,
      transport &&
        [
          `max-age=${transport.AccessControlMaxAgeSec}`,
          ...(transport.IncludeSubdomains ? ['includeSubDomains'] : []),
          ...(transport.Preload ? ['preload'] : []),
        ].join('; '),
    ),
    ...CustomHeadersConfig.Items.map(({ Header, Value, Override }) => ({
      name: Header.toLowerCase(),
      value: Value,
      overrides: Override,
    })),
  ];
};
