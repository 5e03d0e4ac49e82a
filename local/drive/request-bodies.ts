import type { HttpRequest } from '#local/http/http-server.ts';
import { DriveError } from './errors.ts';

const badRequest = (message: string) => new DriveError(400, 'badRequest', message);

export const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new DriveError(400, 'parseError', 'Parse Error');
  }
};

/** https://developers.google.com/workspace/drive/api/guides/manage-uploads#multipart */
export const parseMultipart = ({ headers, body }: HttpRequest): { metadata: unknown; bytes: Buffer } => {
  const boundary = /^multipart\/related;.*boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) {
    throw badRequest('Media type is not supported.');
  }

  // Read as Latin-1, each byte is one character, so positions in the text are positions in the body.
  const sections = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  const [metadata, bytes, ...others] = sections
    .slice(1, -1)
    .map((section) => Buffer.from(section.slice(section.indexOf('\r\n\r\n') + 4), 'latin1'));
  if (!metadata || !bytes || others.length > 0 || !sections.at(-1)?.startsWith('--')) {
    throw badRequest('Malformed multipart body.');
  }

  return { metadata: parseJson(metadata), bytes };
};
