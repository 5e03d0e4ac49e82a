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
