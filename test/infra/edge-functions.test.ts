import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fileOf, NOTICES_PATH, VIEWER_ADDRESS_HEADER } from '#shared/edge.ts';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

/** Runs a CloudFront Function as CloudFront does: a script without modules, whose `handler` is called by name. */
const runEdgeFunction = (name: string, request: EdgeRequest, viewerAddress = '196.25.1.200'): EdgeRequest => {
  const code = readFileSync(`infra/edge/${name}.js`, 'utf8');
  const event = { version: '1.0', viewer: { ip: viewerAddress }, request };
  const answered: EdgeRequest = runInNewContext(`${code}\nhandler(event)`, { event });

  return answered;
};

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
    const { headers } = runEdgeFunction('viewer-address', { uri: '/api/login', headers: {} }, address);

    expect(headers[VIEWER_ADDRESS_HEADER]).toEqual({ value: passed });
  });

  it('is the same for two addresses of one /64 however they are written', () => {
    const pass = (address: string) =>
      runEdgeFunction('viewer-address', { uri: '/api/login', headers: {} }, address).headers[
        VIEWER_ADDRESS_HEADER
      ];

    expect(pass('2001:db8:0:0:1::1')).toEqual(pass('2001:db8::2'));
  });

  it('stands over what the caller sent by that name, and leaves every other header', () => {
    const { headers } = runEdgeFunction('viewer-address', {
      uri: '/api/login',
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

describe('the single page', () => {
  const passed = (uri: string) => runEdgeFunction('single-page', { uri, headers: {} }).uri;

  it.each([
    '/',
    '/index.html',
    '/auth',
    '/client/',
    '/no/such/screen',
    '/no/such.file',
    '/assets',
    '/.vite/manifest.json',
  ])('answers for %s, on a laptop too', (path) => {
    expect(passed(path)).toBe('/index.html');
    expect(fileOf(path)).toBe('/index.html');
  });

  const publicFiles = readdirSync('web/public', { recursive: true }).map((file) => `/${file}`);

  it.each([...publicFiles, NOTICES_PATH, '/assets/main-1a2b.js'])(
    'leaves the file %s, on a laptop too',
    (path) => {
      expect(passed(path)).toBe(path);
      expect(fileOf(path)).toBe(path);
    },
  );
});
