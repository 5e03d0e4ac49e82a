import { createHmac, randomBytes } from 'node:crypto';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '#local/http/http-server.ts';
import type { AttachmentRecord, RecordStore } from './records.ts';

const LIFETIME_SECONDS = 300;

const refuse = (code: string, message: string): HttpAnswer => ({
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
});

/** Formats a date as 20261120T100000Z. */
const toAmazonDate = (date: Date) => `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const readAmazonDate = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * Starts a separate origin for the bytes, as Amazon S3 is for Freshdesk: its addresses are signed and valid for five
 * minutes. The address of an inline picture redirects there.
 */
export const startAttachmentHost = async (store: RecordStore, now: () => Date) => {
  const key = randomBytes(32);
  let sendBytes: (bytes: number) => Promise<unknown> = async () => {};
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const pathOf = ({ id, name }: AttachmentRecord) =>
    `/cdn.freshdesk.com/data/helpdesk/attachments/production/${id}/original/${encodeURIComponent(name)}`;

  const signPath = (path: string) =>
    `${path}?${new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Date': toAmazonDate(now()),
      'X-Amz-Expires': String(LIFETIME_SECONDS),
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': sign(`${path}\n${toAmazonDate(now())}`),
    })}`;

  const answerInline = (url: URL): HttpAnswer => {
    const [id = '', signature] = (url.searchParams.get('token') ?? '').split('.');
    const attachment = store.attachments.find(Number(id));
    if (!attachment || signature !== sign(id)) {
      return { status: 404 };
    }

    return { status: 302, headers: { location: signPath(pathOf(attachment)) } };
  };

  const answer = async ({ url }: HttpRequest): Promise<HttpAnswer> => {
    if (url.pathname === '/inline/attachment') {
      return answerInline(url);
    }

    const date = url.searchParams.get('X-Amz-Date') ?? '';
    if (url.searchParams.get('X-Amz-Signature') !== sign(`${url.pathname}\n${date}`)) {
      return refuse('SignatureDoesNotMatch', 'The request signature we calculated does not match.');
    }
    if (now().getTime() > readAmazonDate(date) + LIFETIME_SECONDS * 1000) {
      return refuse('AccessDenied', 'Request has expired');
    }

    const attachment = store.attachments.find(Number(url.pathname.split('/')[6]));
    if (!attachment) {
      return { status: 404 };
    }
    const body = store.readContent(attachment.id);
    await sendBytes(body.length);

    return { status: 200, headers: { 'content-type': attachment.content_type }, body };
  };

  const server = await startHttpServer(answer);

  return {
    url: server.url,
    close: server.close,
    delayFiles: (wait: (bytes: number) => Promise<unknown>) => {
      sendBytes = wait;
    },
    signUrl: (attachment: AttachmentRecord) => `${server.url}${signPath(pathOf(attachment))}`,
    inlineUrl: (id: number) => `${server.url}/inline/attachment?token=${id}.${sign(String(id))}`,
  };
};
