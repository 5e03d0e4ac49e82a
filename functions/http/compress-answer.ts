import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Encoding, VIEWER_ENCODING_HEADER } from '#shared/edge.ts';
import type { PortalResult } from './exchange.ts';

/** A smaller answer fits into one packet even uncompressed. */
const BYTES_MIN = 1_000;

/** PDFs and most attachments are compressed already. */
const IS_TEXT = /^(application\/json|text\/)/;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // The best quality takes a hundred times as long to save another third.
  br: (bytes) => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => compressGzip(bytes),
};

const isEncoding = (encoding: string | undefined): encoding is Encoding =>
  encoding !== undefined && Object.hasOwn(compressors, encoding);

/**
 * Compresses an answer in the encoding that its viewer accepts, because neither CloudFront nor an HTTP API does (ADR
 * 41).
 */
export const compressAnswer = async (
  answer: PortalResult,
  requestHeaders: APIGatewayProxyEventV2['headers'],
): Promise<PortalResult> => {
  if (!answer.body || !IS_TEXT.test(String(answer.headers?.['content-type']))) {
    return answer;
  }

  const encoding = requestHeaders[VIEWER_ENCODING_HEADER];
  const bytes = Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8');
  const headers = { ...answer.headers, vary: 'accept-encoding' };
  if (!isEncoding(encoding) || bytes.length < BYTES_MIN) {
    return { ...answer, headers };
  }

  return {
    ...answer,
    headers: { ...headers, 'content-encoding': encoding },
    body: (await compressors[encoding](bytes)).toString('base64'),
    isBase64Encoded: true,
  };
};
