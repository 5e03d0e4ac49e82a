import { readdirSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { bundleEdgeFunction } from '#infra/bundling.ts';
import {
  addressOf,
  fileOf,
  NOTICES_PATH,
  PAGES,
  pageFileOf,
  VIEWER_ADDRESS_HEADER,
  VIEWER_ENCODING_HEADER,
} from '#shared/edge.ts';

interface EdgeRequest {
  uri: string;
  querystring: Record<string, { value: string; multiValue?: { value: string }[] }>;
  headers: Record<string, { value: string }>;
}

/** Runs a CloudFront Function as CloudFront does: a script without modules, whose `handler` is called by name. */
const runEdgeFunction = (name: string, request: EdgeRequest, viewerAddress = '196.25.1.200'): EdgeRequest => {
  const code = bundleEdgeFunction(name);
  const event = { version: '1.0', viewer: { ip: viewerAddress }, request };
  const answered: EdgeRequest = runInNewContext(`${code}\nhandler(event)`, { event });

  return answered;
};

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html */
const UNKNOWN_TO_CLOUDFRONT = new Set([
  ts.SyntaxKind.ArrayBindingPattern,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ObjectBindingPattern,
  ts.SyntaxKind.QuestionDotToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.SpreadElement,
]);

it.each(['single-page', 'viewer-request'])(
  'the CloudFront function %s has at most 10 KB, in syntax that the runtime knows',
  (name) => {
    const code = bundleEdgeFunction(name);
    const kinds: ts.SyntaxKind[] = [];
    const visit = (node: ts.Node): void => {
      kinds.push(node.kind);
      node.forEachChild(visit);
    };
    visit(ts.createSourceFile(`${name}.js`, code, ts.ScriptTarget.Latest));

    expect(kinds).toContain(ts.SyntaxKind.FunctionDeclaration);
    expect(kinds.filter((kind) => UNKNOWN_TO_CLOUDFRONT.has(kind))).toEqual([]);
    expect(code.length).toBeLessThanOrEqual(10_240);
  },
);

describe('the address of the viewer', () => {
  it.each([
    ['an IPv4 address whole', '196.25.1.200', '196.25.1.200'],
    ['a full IPv6 address cut to its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['zeros left out after the /64', '2001:db8:1:2::9', '2001:db8:1:2::'],
    ['zeros left out across the /64', '2001:db8::9', '2001:db8:0:0::'],
    ['zeros left out before the /64', '::5:6:7:8:9', '0:0:0:5::'],
    ['zeros left out at the end', '2001:db8:1::', '2001:db8:1:0::'],
    ['the loopback address', '::1', '0:0:0:0::'],
  ])('passes %s', (_what, address, passed) => {
    const { headers } = runEdgeFunction(
      'viewer-request',
      { uri: '/api/login', querystring: {}, headers: {} },
      address,
    );

    expect(headers[VIEWER_ADDRESS_HEADER]).toEqual({ value: passed });
  });

  it('is the same for two addresses of one /64 however they are written', () => {
    const pass = (address: string) =>
      runEdgeFunction('viewer-request', { uri: '/api/login', querystring: {}, headers: {} }, address).headers[
        VIEWER_ADDRESS_HEADER
      ];

    expect(pass('2001:db8:0:0:1::1')).toEqual(pass('2001:db8::2'));
  });

  it('stands over what the caller sent by that name, and leaves every other header', () => {
    const { headers } = runEdgeFunction('viewer-request', {
      uri: '/api/login',
      querystring: {},
      headers: {
        [VIEWER_ADDRESS_HEADER]: { value: '127.0.0.1' },
        origin: { value: 'https://portal.example' },
      },
    });

    expect(headers).toEqual({
      [VIEWER_ADDRESS_HEADER]: { value: '196.25.1.200' },
      origin: { value: 'https://portal.example' },
    });
  });
});

describe('the encoding that the viewer takes', () => {
  const pass = (headers: EdgeRequest['headers']) =>
    runEdgeFunction('viewer-request', { uri: '/api/user', querystring: {}, headers }).headers[
      VIEWER_ENCODING_HEADER
    ];

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'GZIP;q=0.5,br;q=0'],
    ['br', 'br;q=1.0, gzip;q=0.000'],
    [undefined, 'identity'],
    [undefined, 'deflate, *;q=0.1'],
    [undefined, 'xbr, gzipped'],
    [undefined, ''],
  ])('is %s where it says %j', (encoding, accepted) => {
    expect(pass({ 'accept-encoding': { value: accepted } })?.value).toBe(encoding);
  });

  it('is none of what the caller sent by that name', () => {
    expect(pass({ [VIEWER_ENCODING_HEADER]: { value: 'br' } })).toBeUndefined();
  });
});

describe('the single page', () => {
  /** As CloudFront gives the query: one that is there several times has all its values, too. */
  const readQuery = (query: URLSearchParams): EdgeRequest['querystring'] =>
    Object.fromEntries(
      [...query].map(([name, value]) => {
        const all = query.getAll(name).map((each) => ({ value: each }));

        return [name, { value, ...(all.length > 1 && { multiValue: all }) }];
      }),
    );

  const passed = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://portal.example');

    return runEdgeFunction('single-page', {
      uri: pathname,
      querystring: readQuery(searchParams),
      headers: {},
    }).uri;
  };
  const onLaptop = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');

    return fileOf(pathname, (name) => searchParams.getAll(name));
  };

  it.each([
    '/',
    '/index.html',
    '/client/',
    '/client?section=nowhere',
    '/client?section=services&section=support',
    '/auth?ended=true',
    '/auth-register',
    '/auth?tab="register"',
    '/no/such/screen',
    '/no/such.file',
    '/assets',
    '/.vite/manifest.json',
  ])('answers for %s, on a laptop too', (path) => {
    expect(passed(path)).toBe('/index.html');
    expect(onLaptop(path)).toBe('/index.html');
  });

  it.each(PAGES.map((page) => [addressOf(page), pageFileOf(page)]))(
    'leaves %s to its own page, on a laptop too',
    (address, file) => {
      const further = `${address}${address.includes('?') ? '&' : '?'}returnTo=%2Fclient`;

      for (const asked of [address, further]) {
        expect(passed(asked)).toBe(file);
        expect(onLaptop(asked)).toBe(file);
      }
    },
  );

  const publicFiles = readdirSync('web/public', { recursive: true }).map((file) => `/${file}`);

  it.each([...publicFiles, NOTICES_PATH, '/assets/main-1a2b.js'])(
    'leaves the file %s, on a laptop too',
    (path) => {
      expect(passed(path)).toBe(path);
      expect(onLaptop(path)).toBe(path);
    },
  );
});
