import { randomBytes } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '#local/http-server.ts';
import type { DriveContext } from './context.ts';
import { DriveError } from './errors.ts';
import { draftFile, storeFile, type UploadedContent } from './files.ts';
import type { DriveItem } from './items.ts';

const CHUNK_BYTES = 256 * 1024;

const badRequest = (message: string) => new DriveError(400, 'badRequest', message);

export const readJson = (bytes: Uint8Array): unknown => {
  try {
    return bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString());
  } catch {
    throw new DriveError(400, 'parseError', 'Parse Error');
  }
};

/** https://developers.google.com/workspace/drive/api/guides/manage-uploads#multipart */
const parseMultipart = (
  contentType: string,
  body: Buffer,
): { metadata: unknown; content: UploadedContent } => {
  const boundary = /^multipart\/related;.*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (!boundary) {
    throw badRequest('Media type is not supported.');
  }

  // Read as Latin-1, each byte is one character, so positions in the text are positions in the body.
  const text = `\r\n${body.toString('latin1')}`;
  const sections = text.split(`\r\n--${boundary}`);
  const parts = sections.slice(1, -1).map((section) => {
    const end = section.indexOf('\r\n\r\n');

    return {
      type: /content-type:\s*([^\r\n]+)/i.exec(section.slice(0, end))?.[1] ?? 'application/octet-stream',
      bytes: Buffer.from(section.slice(end + 4), 'latin1'),
    };
  });

  const [metadata, content] = parts;
  if (!metadata || !content || parts.length !== 2 || !sections.at(-1)?.startsWith('--')) {
    throw badRequest('Malformed multipart body.');
  }

  return {
    metadata: readJson(metadata.bytes),
    content: { bytes: content.bytes, mimeType: content.type },
  };
};

/** Creates a file in one request: metadata and bytes as multipart/related, or only the bytes. */
export const uploadAtOnce = (context: DriveContext, request: HttpRequest): HttpAnswer => {
  const query = request.url.searchParams;
  const contentType = request.headers['content-type'] ?? '';
  if (query.get('uploadType') === 'media') {
    const draft = draftFile(context, query, {});

    return storeFile(context, query, draft, { bytes: request.body, mimeType: contentType });
  }

  const { metadata, content } = parseMultipart(contentType, request.body);

  return storeFile(context, query, draftFile(context, query, metadata), content);
};

interface Session {
  query: URLSearchParams;
  draft: DriveItem;
  mimeType: string;
  received: Buffer;
}

// `bytes 0-99/200` sends these bytes, `bytes */200` queries how many have arrived, and without the header all are sent.
const readContentRange = (request: HttpRequest): { start?: number; total: number | undefined } => {
  const header = request.headers['content-range'];
  if (header === undefined) {
    return { start: 0, total: request.body.length };
  }

  const [, start, end, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? [];
  const length = start === undefined ? 0 : Number(end) - Number(start) + 1;
  if (total === undefined || length !== request.body.length) {
    throw badRequest('Failed to parse Content-Range header.');
  }

  return {
    ...(start !== undefined && { start: Number(start) }),
    total: total === '*' ? undefined : Number(total),
  };
};

/**
 * Makes resumable uploads: the metadata starts a session, and its Location takes the bytes in one or more chunks.
 *
 * https://developers.google.com/workspace/drive/api/guides/manage-uploads#resumable
 */
export const makeResumableUploads = (context: DriveContext) => {
  const sessions = new Map<string, Session>();

  const answerIncomplete = ({ received }: Session): HttpAnswer => ({
    status: 308,
    headers: received.length > 0 ? { range: `bytes=0-${received.length - 1}` } : {},
  });

  return {
    start: (request: HttpRequest): HttpAnswer => {
      const query = request.url.searchParams;
      const draft = draftFile(context, query, readJson(request.body));
      const uploadId = randomBytes(16).toString('hex');
      sessions.set(uploadId, {
        query,
        draft,
        mimeType: String(request.headers['x-upload-content-type'] ?? 'application/octet-stream'),
        received: Buffer.alloc(0),
      });

      const location = new URL(request.url);
      location.searchParams.set('upload_id', uploadId);

      return { status: 200, headers: { location: location.href } };
    },

    receive: (request: HttpRequest): HttpAnswer => {
      const uploadId = request.url.searchParams.get('upload_id') ?? '';
      const session = sessions.get(uploadId);
      if (!session) {
        throw new DriveError(404, 'notFound', 'Upload session not found.');
      }

      const range = readContentRange(request);
      const isQuery = range.start === undefined;
      if (!isQuery && range.start !== session.received.length) {
        throw badRequest(`The next byte expected is ${session.received.length}.`);
      }
      const received = Buffer.concat([session.received, request.body]);
      if (received.length !== range.total && request.body.length % CHUNK_BYTES !== 0) {
        throw badRequest('Every chunk but the last must be a multiple of 256 KB.');
      }
      session.received = received;
      if (received.length !== range.total) {
        return answerIncomplete(session);
      }

      // Another upload may have taken the id since the session started.
      if (context.store.isIdUsed(session.draft.id)) {
        draftFile(context, session.query, session.draft);
      }
      sessions.delete(uploadId);

      return storeFile(context, session.query, session.draft, {
        bytes: received,
        mimeType: session.mimeType,
      });
    },
  };
};
