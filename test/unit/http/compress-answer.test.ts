import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressAnswer } from '#functions/http/compress-answer.ts';
import { VIEWER_ENCODING_HEADER } from '#shared/edge.ts';

const JSON_TYPE = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const long = JSON.stringify({ names: Array.from({ length: 100 }, (_, index) => `Zoë ${index}`) });
const json = (body: string) => ({ statusCode: 200, headers: JSON_TYPE, cookies: ['a=b'], body });
const file = (type: string) => ({
  statusCode: 200,
  headers: { 'content-type': type },
  body: Buffer.from(long).toString('base64'),
  isBase64Encoded: true,
});
const takes = (encoding: string) => ({ [VIEWER_ENCODING_HEADER]: encoding });

describe('compression of answers', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'an answer is compressed with %s if the viewer accepts it, and decompresses to the same text',
    async (encoding, decompress) => {
      const { body = '', ...rest } = await compressAnswer(json(long), takes(encoding));
      const compressed = Buffer.from(body, 'base64');

      expect(rest).toEqual({
        statusCode: 200,
        headers: { ...JSON_TYPE, 'content-encoding': encoding, vary: 'accept-encoding' },
        cookies: ['a=b'],
        isBase64Encoded: true,
      });
      expect(decompress(compressed).toString()).toBe(long);
      expect(compressed.length).toBeLessThan(long.length / 2);
    },
  );

  it.each([
    ['the viewer accepts no compression', long, {}],
    ['the viewer accepts only an encoding that we do not produce', long, takes('zstd')],
    ['the viewer names a property of every object', long, takes('constructor')],
    ['the answer is short', JSON.stringify({ message: 'a'.repeat(900) }), takes('br')],
  ])('an answer is not compressed if %s', async (_where, body, headers) => {
    expect(await compressAnswer(json(body), headers)).toEqual({
      ...json(body),
      headers: { ...JSON_TYPE, vary: 'accept-encoding' },
    });
  });

  it('a text file is compressed', async () => {
    const { headers, body = '' } = await compressAnswer(file('text/csv; charset=utf-8'), takes('gzip'));

    expect(headers?.['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(long);
  });

  it.each(['application/pdf', 'application/octet-stream'])(
    'a file of type %s is not compressed',
    async (type) => {
      expect(await compressAnswer(file(type), takes('br'))).toEqual(file(type));
    },
  );

  it('an answer without a body stays unchanged', async () => {
    const empty = { statusCode: 204, headers: { 'cache-control': 'no-store' } };

    expect(await compressAnswer(empty, takes('br'))).toEqual(empty);
  });
});
