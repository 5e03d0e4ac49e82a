import { createContext, runInContext } from 'node:vm';
import * as z from 'zod';
import type { HttpAnswer, HttpRequest } from '../http-server.ts';
import { type Forwarded, type ResponseHeader, readForwarded, readResponseHeaders } from './edge-policies.ts';
import { ofType, only } from './portal-stack.ts';
import type { StackResource } from './stacks.ts';

/** A setting that is not named here is one that the edge of the run does not apply, and refuses. */
const behavior = z.strictObject({
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachedMethods: z.array(z.string()).optional(),
  CachePolicyId: z.string(),
  Compress: z.boolean().optional(),
  FunctionAssociations: z
    .array(z.strictObject({ EventType: z.literal('viewer-request'), FunctionARN: z.string() }))
    .max(1)
    .default([]),
  OriginRequestPolicyId: z.string().optional(),
  PathPattern: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.enum(['https-only', 'redirect-to-https']),
});

const origin = z.looseObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginPath: z.literal('').optional(),
  OriginCustomHeaders: z
    .array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() }))
    .default([]),
});

const distribution = z.object({
  DistributionConfig: z.looseObject({
    CacheBehaviors: z.array(behavior).default([]),
    DefaultCacheBehavior: behavior,
    DefaultRootObject: z.string().default(''),
    Enabled: z.literal(true),
    Origins: z.array(origin),
    // How long an error is kept changes nothing here, where nothing is kept; a page of its own would.
    CustomErrorResponses: z
      .array(z.strictObject({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() }))
      .default([]),
  }),
});

const edgeFunction = z.looseObject({
  FunctionCode: z.string(),
  FunctionConfig: z.looseObject({ Runtime: z.literal('cloudfront-js-2.0') }),
});

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html */
const edgeValue = z.object({ value: z.string() });
const edgeRequest = z.object({
  method: z.string(),
  uri: z.string(),
  querystring: z.record(z.string(), edgeValue),
  headers: z.record(z.string(), edgeValue),
  cookies: z.record(z.string(), edgeValue),
});
type EdgeRequest = z.output<typeof edgeRequest>;

/** Answers for an origin by its domain; a browser's address is known to the edge alone. */
export type Origin = (request: HttpRequest) => Promise<HttpAnswer | undefined>;

interface Behavior {
  matches(path: string): boolean;
  methods: readonly string[];
  runFunction: ((request: EdgeRequest, address: string) => EdgeRequest) | undefined;
  forwarded: Forwarded;
  responseHeaders: readonly ResponseHeader[];
  origin: z.output<typeof origin>;
}

const makePathFilter = (pattern: string | undefined): ((path: string) => boolean) => {
  if (pattern === undefined) return () => true;

  const expression = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const regex = new RegExp(`^${expression}$`);

  return (path) => regex.test(path);
};

/** The code runs apart from everything else, as far as Node can do that; CloudFront's own engine knows less. */
const loadFunction = (resources: readonly StackResource[], functionArn: string): Behavior['runFunction'] => {
  const resource = ofType(resources, 'AWS::CloudFront::Function').find(({ ref }) => ref === functionArn);
  const { FunctionCode } = edgeFunction.parse(resource?.properties());
  const context = createContext({});
  runInContext(FunctionCode, context);

  return (request, address) => {
    const event = JSON.stringify({ version: '1.0', viewer: { ip: address }, request });
    const result: unknown = JSON.parse(
      runInContext(`JSON.stringify(handler(${event}))`, context, { timeout: 1000 }),
    );

    return edgeRequest.parse(result);
  };
};

const valuesOf = (entries: Iterable<[string, string]>) =>
  Object.fromEntries([...entries].map(([name, value]) => [name, { value }]));

const splitCookies = (cookie = ''): [string, string][] =>
  cookie
    .split(/;\s*/)
    .filter((pair) => pair !== '')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);

const toEdgeRequest = ({ method, url, headers }: HttpRequest): EdgeRequest => {
  const { cookie, ...others } = headers;

  return {
    method,
    uri: url.pathname,
    querystring: valuesOf(url.searchParams),
    headers: valuesOf(
      Object.entries(others).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, [value].flat().join(',')]],
      ),
    ),
    cookies: valuesOf(splitCookies(cookie)),
  };
};

/** What reaches the origin: what the lists name, CloudFront's own headers, and nothing else of what the viewer sent. */
const toOriginRequest = (
  request: HttpRequest,
  asked: EdgeRequest,
  { forwarded, origin: { DomainName, OriginCustomHeaders } }: Behavior,
): HttpRequest => {
  const headers = Object.entries(asked.headers).flatMap(([name, { value }]): [string, string][] =>
    forwarded.headers(name) ? [[name, value]] : [],
  );
  const cookies = Object.entries(asked.cookies).flatMap(([name, { value }]) =>
    forwarded.cookies(name) ? [`${name}=${value}`] : [],
  );
  // As the viewer wrote them: the order and the spelling stay.
  const query = request.url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && forwarded.query(decodeURIComponent(pair.split('=', 1)[0] ?? '')))
    .join('&');

  return {
    ...request,
    url: new URL(`https://${DomainName}${asked.uri}${query && `?${query}`}`),
    headers: {
      ...Object.fromEntries(headers),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...Object.fromEntries(
        OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
      ),
      host: DomainName,
      'user-agent': 'Amazon CloudFront',
      via: '1.1 edge.cloudfront.net (CloudFront)',
    },
  };
};

const withResponseHeaders = (answer: HttpAnswer, policy: readonly ResponseHeader[]): HttpAnswer => {
  const headers = { ...answer.headers };
  for (const { name, value, overrides } of policy) {
    if (overrides || headers[name] === undefined) headers[name] = value;
  }

  return { ...answer, headers };
};

/**
 * The CloudFront distribution of the template in front of its origins. Nothing is cached and nothing is compressed;
 * whatever comes in counts as come over HTTPS.
 */
export const makeEdge = (resources: readonly StackResource[], originOf: (domain: string) => Origin) => {
  const { DistributionConfig: config } = distribution.parse(
    only(resources, 'AWS::CloudFront::Distribution').properties(),
  );

  const behaviors = [...config.CacheBehaviors, config.DefaultCacheBehavior].map((each): Behavior => {
    const target = config.Origins.find(({ Id }) => Id === each.TargetOriginId);
    const [association] = each.FunctionAssociations;
    if (!target) throw new Error(`The behaviour ${each.PathPattern ?? 'default'} leads to no origin.`);

    return {
      matches: makePathFilter(each.PathPattern),
      methods: each.AllowedMethods,
      runFunction: association && loadFunction(resources, association.FunctionARN),
      forwarded: readForwarded(resources, {
        cachePolicyId: each.CachePolicyId,
        requestPolicyId: each.OriginRequestPolicyId,
      }),
      responseHeaders: readResponseHeaders(resources, each.ResponseHeadersPolicyId),
      origin: target,
    };
  });

  return async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    const chosen = behaviors.find(({ matches }) => matches(request.url.pathname));
    if (!chosen?.methods.includes(request.method)) return { status: 403, body: 'Bad request' };

    const asked = toEdgeRequest(request);
    if (asked.uri === '/') asked.uri = `/${config.DefaultRootObject}`;
    const changed = chosen.runFunction?.(asked, request.address) ?? asked;
    const answer = await originOf(chosen.origin.DomainName)(toOriginRequest(request, changed, chosen));

    return answer && withResponseHeaders(answer, chosen.responseHeaders);
  };
};
