import { expect, it } from 'vitest';
import { passEdge } from '#local/aws/gateway.ts';

it('the local gateway passes only the headers that CloudFront passes, and the three that CloudFront adds', () => {
  const headers = {
    host: 'localhost',
    'user-agent': 'a browser',
    'x-forwarded-for': 'mine',
    'x-viewer-address': 'mine',
    'x-origin-verify': 'mine',
    cookie: 'session=token',
    origin: 'http://localhost',
    'accept-encoding': 'gzip, br',
  };
  const request = {
    method: 'GET',
    url: new URL('http://localhost/api/user'),
    headers,
    body: Buffer.alloc(0),
    address: '196.25.1.200',
    isNewConnection: true,
    signal: new AbortController().signal,
  };

  expect(passEdge(request, 'secret').headers).toEqual({
    cookie: 'session=token',
    origin: 'http://localhost',
    'user-agent': 'a browser',
    'x-origin-verify': 'secret',
    'x-viewer-address': '196.25.1.200',
    'x-viewer-encoding': 'br',
  });
});
