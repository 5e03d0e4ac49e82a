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

describe('an answer', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'is compressed with %s where the viewer takes that, as bytes that read the same',
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
    ['the viewer takes it uncompressed alone', long, {}],
    ['the viewer takes what we do not make', long, takes('zstd')],
    ['the viewer names what every object has', long, takes('constructor')],
    ['it is short', JSON.stringify({ message: 'a'.repeat(900) }), takes('br')],
  ])('goes out as it is where %s', async (_where, body, headers) => {
    expect(await compressAnswer(json(body), headers)).toEqual({
      ...json(body),
      headers: { ...JSON_TYPE, vary: 'accept-encoding' },
    });
  });

  it('of text in a file is compressed, too', async () => {
    const { headers, body = '' } = await compressAnswer(file('text/csv; charset=utf-8'), takes('gzip'));

    expect(headers?.['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(long);
  });

  it.each(['application/pdf', 'application/octet-stream'])('of type %s goes out as it is', async (type) => {
    expect(await compressAnswer(file(type), takes('br'))).toEqual(file(type));
  });

  it('without a body goes out as it is', async () => {
    const empty = { statusCode: 204, headers: { 'cache-control': 'no-store' } };

    expect(await compressAnswer(empty, takes('br'))).toEqual(empty);
  });
});
