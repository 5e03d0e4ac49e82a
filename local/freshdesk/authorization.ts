import type { HttpRequest } from '#local/http/http-server.ts';
import { FreshdeskError } from './errors.ts';

/**
 * Requires the API key, which is sent as the user name, with any password:
 * https://developers.freshdesk.com/api/#authentication
 */
export const requireApiKey = (request: HttpRequest, apiKey: string) => {
  const [, credentials = ''] = /^Basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const [given] = Buffer.from(credentials, 'base64').toString().split(':', 1);
  if (given !== apiKey) {
    throw new FreshdeskError(401, {
      code: 'invalid_credentials',
      message: 'You have to be logged in to perform this action.',
    });
  }
};
