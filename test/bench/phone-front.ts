import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/** Headers of one connection, and headers that are wrong after `fetch` has unpacked the body. */
const OF_CONNECTION = /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|host|:.*)$/;
const TEXT_TYPE = /text|javascript|json|svg/;

type Answer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

const createCertificate = () => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-front-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });

  return made;
};

/** Starts HTTP/2 with TLS on loopback, like a CDN. */
export const startFront = async (answer: Answer) => {
  const server = createSecureServer({ ...createCertificate(), allowHTTP1: true }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return { url: `https://localhost:${port}`, stop: () => server.close() };
};

/** Forwards each request to the portal, and returns its answer gzipped. */
export const forwardTo =
  (portalUrl: string): Answer =>
  async (request, response) => {
    const headers = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.test(name));
    const method = request.method ?? 'GET';
    const answer = await fetch(`${portalUrl}${request.url}`, {
      method,
      headers: {
        ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        origin: portalUrl,
      },
      ...(method !== 'GET' && { body: new Uint8Array(await buffer(request)) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const isPacked = body.length > 512 && TEXT_TYPE.test(answer.headers.get('content-type') ?? '');
    const kept = [...answer.headers].filter(([name]) => !OF_CONNECTION.test(name));
    response.writeHead(answer.status, {
      ...Object.fromEntries(kept),
      // An object keeps only one of several headers with the same name.
      'set-cookie': answer.headers.getSetCookie(),
      ...(isPacked && { 'content-encoding': 'gzip' }),
    });
    response.end(isPacked ? gzipSync(body) : body);
  };
