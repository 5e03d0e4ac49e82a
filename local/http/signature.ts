import type { HttpRequest } from './http-server.ts';

/**
 * True if a call of an AWS service is signed (Signature Version 4). The signature is not checked. If calls without this
 * header were accepted, any web page could make the browser of somebody who works here send them; with the header, the
 * browser sends a preflight request first.
 */
export const isSigned = ({ authorization }: HttpRequest['headers']): boolean =>
  authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;
