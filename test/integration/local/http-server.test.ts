import { Agent, get } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpServer, startHttpServer } from '#local/http/http-server.ts';

let server: HttpServer;

afterEach(() => server.close());

describe('a handler of a stand-in that throws', () => {
  it("a handler's error in a stand-in is logged without the query and without quoted values", async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    server = await startHttpServer(() => {
      throw Object.assign(new Error('Failed query … params: nomsa@example.com'), { query: 'select' });
    });

    const { status } = await fetch(`${server.url}/api/search?q=nomsa@example.com`);

    expect(status).toBe(500);
    const lines = printed.mock.calls.flat().join(' ');
    printed.mockClear();
    expect(lines).toBe('GET /api/search failed in a local server: Error');
  });
});

it("only the first request of a connection is told apart as a new connection's", async () => {
  const seen: boolean[] = [];
  server = await startHttpServer(({ isNewConnection }) => {
    seen.push(isNewConnection);

    return { status: 200 };
  });
  const call = (agent: Agent) =>
    new Promise((resolve, reject) =>
      get(server.url, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject),
    );
  const kept = new Agent({ keepAlive: true });

  await call(kept);
  await call(kept);
  await call(new Agent());
  kept.destroy();

  expect(seen).toEqual([true, false, true]);
});
