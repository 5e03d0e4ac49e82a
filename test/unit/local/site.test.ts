import { expect, it } from 'vitest';
import { makeSite } from '#local/aws/site.ts';

const readCaching = async (folder: string, path: string) => {
  const request = {
    method: 'GET',
    url: new URL(path, 'http://localhost'),
    headers: {},
    body: Buffer.alloc(0),
    address: '127.0.0.1',
    isNewConnection: true,
    signal: new AbortController().signal,
  };
  const { headers } = await makeSite(folder)(request);

  return headers?.['cache-control'];
};

it.each([
  ['web', '/'],
  ['web/public', '/first-reads.js'],
])(
  'the local site tells browsers to revalidate files without a hash in their name: %s%s',
  async (folder, path) => {
    expect(await readCaching(folder, path)).toBe('public, max-age=0, must-revalidate, s-maxage=300');
  },
);
