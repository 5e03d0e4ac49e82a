import type { HttpRequest } from './http-server.ts';

/**
 * Whether a call of an AWS service is signed (Signature Version 4). The signature is not checked: without the header
 * the browser of whoever works here could be led to call by any web page, and with it the browser asks first.
 */
export const isSigned = ({ authorization }: HttpRequest['headers']): boolean =>
  authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;
