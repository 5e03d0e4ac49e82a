import { create as createDisposition } from 'content-disposition';
import * as z from 'zod';
import { fileAnswer, fileElsewhere, noContent } from '#shared/contract/fields.ts';
import type { Route } from '#shared/contract/route.ts';
import { COMMON_HEADERS, type PortalResult } from './exchange.ts';
import { toFileName } from './file-name.ts';

const waiting = z.object({ delivery: z.literal('waiting') });

/**
 * Content that an outsider has sent. It is sandboxed: if a browser ever shows it, nothing in it runs and it belongs to
 * no site.
 */
const FROM_OUTSIDE = 'application/octet-stream';
const SANDBOX = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };

const describeFile = (contentType: string, name: string) => {
  const fileName = toFileName(name);

  return createDisposition(fileName, {
    type: contentType === 'application/pdf' ? 'inline' : 'attachment',
    // For programs that read no other name; only ASCII passes unchanged through every header.
    fallback: fileName.replaceAll(/[^\x20-\x7e]/gu, '_'),
  });
};

/**
 * Makes the answer of a success. `result` was parsed with the contract, so it has no column that the contract does not
 * name.
 */
export const toSuccessAnswer = (route: Route, result: unknown, setCookies: string[]): PortalResult => {
  if (route.response === noContent || (route.mayBeEmpty && result === undefined)) {
    const statusCode = route.mayBeEmpty ? 204 : (route.status ?? 200);

    return { statusCode, headers: COMMON_HEADERS, cookies: setCookies };
  }

  const elsewhere = route.contentType && fileElsewhere.safeParse(result);
  if (elsewhere?.success) {
    return { statusCode: 303, headers: { ...COMMON_HEADERS, location: elsewhere.data.location } };
  }

  if (route.contentType) {
    const { fileName, bytes } = fileAnswer.parse(result);

    return {
      statusCode: 200,
      headers: {
        ...COMMON_HEADERS,
        'content-type': route.contentType,
        'content-disposition': describeFile(route.contentType, fileName),
        ...(route.contentType === FROM_OUTSIDE && SANDBOX),
      },
      body: Buffer.from(bytes).toString('base64'),
      isBase64Encoded: true,
    };
  }

  const isWaiting = route.mayWait && waiting.safeParse(result).success;

  return {
    statusCode: isWaiting ? 202 : (route.status ?? 200),
    headers: { ...COMMON_HEADERS, 'content-type': 'application/json' },
    cookies: setCookies,
    body: JSON.stringify(result),
  };
};
