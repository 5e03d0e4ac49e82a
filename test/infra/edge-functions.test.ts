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

/** Runs a CloudFront Function as CloudFront does: a script without modules, with a global `handler`. */
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

it.each(['single-page', 'viewer'])(
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

describe("the viewer's address header", () => {
  it.each([
    ['an IPv4 address unchanged', '196.25.1.200', '196.25.1.200'],
    ['a full IPv6 address cut to its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['zeros omitted after the /64', '2001:db8:1:2::9', '2001:db8:1:2::'],
    ['zeros omitted across the /64', '2001:db8::9', '2001:db8:0:0::'],
    ['zeros omitted before the /64', '::5:6:7:8:9', '0:0:0:5::'],
    ['zeros omitted at the end', '2001:db8:1::', '2001:db8:1:0::'],
    ['the loopback address', '::1', '0:0:0:0::'],
  ])("the viewer's address header passes %s", (_what, address, passed) => {
    const { headers } = runEdgeFunction(
      'viewer',
      { uri: '/api/login', querystring: {}, headers: {} },
      address,
    );

    expect(headers[VIEWER_ADDRESS_HEADER]).toEqual({ value: passed });
  });

  it('two addresses in one /64 get the same address header in every notation', () => {
    const pass = (address: string) =>
      runEdgeFunction('viewer', { uri: '/api/login', querystring: {}, headers: {} }, address).headers[
        VIEWER_ADDRESS_HEADER
      ];

    expect(pass('2001:db8:0:0:1::1')).toEqual(pass('2001:db8::2'));
  });

  it("the viewer's address header replaces one that the caller sent, and other headers stay", () => {
    const { headers } = runEdgeFunction('viewer', {
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

describe("the viewer's encoding header", () => {
  const pass = (headers: EdgeRequest['headers']) =>
    runEdgeFunction('viewer', { uri: '/api/user', querystring: {}, headers }).headers[VIEWER_ENCODING_HEADER];

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'GZIP;q=0.5,br;q=0'],
    ['br', 'br;q=1.0, gzip;q=0.000'],
    [undefined, 'identity'],
    [undefined, 'deflate, *;q=0.1'],
    [undefined, 'xbr, gzipped'],
    [undefined, ''],
  ])("the viewer's encoding header is %s for Accept-Encoding %j", (encoding, accepted) => {
    expect(pass({ 'accept-encoding': { value: accepted } })?.value).toBe(encoding);
  });

  it("the viewer's encoding header never passes one that the caller sent", () => {
    expect(pass({ [VIEWER_ENCODING_HEADER]: { value: 'br' } })).toBeUndefined();
  });
});

describe('addresses of the single page', () => {
  /** Returns the query as CloudFront does: a parameter that appears several times has all its values, too. */
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
  ])('the address %s returns index.html, also on a laptop', (path) => {
    expect(passed(path)).toBe('/index.html');
    expect(onLaptop(path)).toBe('/index.html');
  });

  it.each(PAGES.map((page) => [addressOf(page), pageFileOf(page)]))(
    'the address %s returns its own prerendered page, also on a laptop',
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
    'the file %s is returned unchanged, also on a laptop',
    (path) => {
      expect(passed(path)).toBe(path);
      expect(onLaptop(path)).toBe(path);
    },
  );
});
