import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/** Headers of one connection, and those that only HTTP/2 has. */
const OF_CONNECTION =
  /^(connection|keep-alive|transfer-encoding|upgrade|http2-settings|content-length|host|:.*)$/;
const TEXT_TYPE = /text|javascript|json|svg|xml/;

type Answer = (request: Http2ServerRequest, response: Http2ServerResponse) => unknown;

const createCertificate = () => {
  const folder = mkdtempSync(join(tmpdir(), 'ow-connect-front-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
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

const keepHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)));

/**
 * Forwards each request to the portal when `wait` has ended, and gzips a text that the portal has not compressed itself.
 */
export const forwardTo = (portalUrl: string, wait: (path: string) => Promise<unknown>): Answer => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  return async (incoming, response) => {
    await wait(new URL(incoming.url, portalUrl).pathname);
    const sent = request(`${portalUrl}${incoming.url}`, {
      method: incoming.method,
      agent,
      headers: { ...keepHeaders(incoming.headers), ...(incoming.headers.origin && { origin: portalUrl }) },
    });
    sent.on('response', async (answer) => {
      const body = await buffer(answer);
      const isText = TEXT_TYPE.test(answer.headers['content-type'] ?? '');
      const isPacked = isText && body.length > 512 && answer.headers['content-encoding'] === undefined;
      const sentBody = isPacked ? gzipSync(body) : body;
      response.writeHead(answer.statusCode ?? 502, {
        ...keepHeaders(answer.headers),
        ...(isPacked && { 'content-encoding': 'gzip' }),
        ...(sentBody.length > 0 && { 'content-length': sentBody.length }),
      });
      response.end(sentBody);
    });
    // A page that is closed meanwhile ends its requests.
    sent.on('error', () => response.stream?.destroy());
    incoming.pipe(sent);
  };
};
