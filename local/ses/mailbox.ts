import * as z from 'zod';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '#local/http/http-server.ts';
import { json } from './errors.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import { SES_FAULTS, type SesFaults } from './faults.ts';
import { MAIL_DOCUMENT_POLICY, toMailDocument } from './mail-document.ts';
import type { MailStore, StoredMail } from './mail-store.ts';
import { type MailView, showFaults, showMail, showMails, showRefusal, VIEWS } from './mailbox-pages.ts';
import { MAILBOX_SCRIPT_SOURCE } from './mailbox-script.ts';

interface MailboxContext {
  store: MailStore;
  faults: SesFaults;
  publishEvent: (mail: StoredMail, type: EventType) => Promise<void>;
}

/** A refusal of the page, by its status. */
class MailboxError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The mailbox refuses with ${status}`);
    this.status = status;
  }
}

const SENTENCES: Record<number, string> = {
  400: 'The form is not complete',
  403: 'The mailbox answers on this computer alone',
  404: 'There is no such mail or page',
};

const PAGE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src ${MAILBOX_SCRIPT_SOURCE}; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const page = (body: string, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY },
  body,
});

/**
 * Requires the names of this computer in the address, and that no page of another site sends a form. The mails contain
 * links that reset passwords, and a foreign name could be made to point here (DNS rebinding).
 */
const requireOwnPages = ({ url, headers, method }: HttpRequest) => {
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  const isForeign = headers.origin !== undefined && headers.origin !== url.origin;
  if (!isLocal || (method === 'POST' && isForeign)) {
    throw new MailboxError(403);
  }
};

const hasRecipient = ({ to }: StoredMail, address: string): boolean =>
  to.some((recipient) => recipient.toLowerCase() === address.toLowerCase());

const isFound = (mail: StoredMail, words: string): boolean =>
  [...mail.to, mail.subject, mail.text].some((text) => text.toLowerCase().includes(words));

/** Describes a mail for programs. */
const toResource = (mail: StoredMail, origin: string) => ({
  id: mail.id,
  to: mail.to.join(', '),
  from: mail.from,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  headers: Object.fromEntries(mail.headers.map(({ name, value }) => [name, value])),
  attachments: mail.attachments.map((file, index) => ({
    ...file,
    url: `${origin}/messages/${mail.id}/attachments/${index}`,
  })),
  at: mail.at,
});

const findMail = ({ store }: MailboxContext, id: string | undefined): StoredMail => {
  const mail = store.find(id ?? '');
  if (!mail) {
    throw new MailboxError(404);
  }

  return mail;
};

const listMails = ({ store }: MailboxContext, { searchParams }: URL): HttpAnswer => {
  const query = (searchParams.get('q') ?? '').trim();
  const page_ = Math.max(1, Math.floor(Number(searchParams.get('page'))) || 1);
  const mails = store.list();
  const found = query ? mails.filter((mail) => isFound(mail, query.toLowerCase())) : mails;

  return page(showMails(found, { query, page: page_, newestId: mails[0]?.id ?? '' }));
};

const sendAttachment = (context: MailboxContext, mail: StoredMail, index: number): HttpAnswer => {
  const file = mail.attachments[index];
  if (!file) {
    throw new MailboxError(404);
  }

  return {
    status: 200,
    headers: {
      'content-type': file.type,
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    },
    body: context.store.readAttachment(mail.id, index),
  };
};

const sendDocument = (mail: StoredMail): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': MAIL_DOCUMENT_POLICY },
  body: toMailDocument(mail.html),
});

const show = (context: MailboxContext, { url }: HttpRequest): HttpAnswer => {
  const { store, faults } = context;
  switch (url.pathname) {
    case '/':
      return listMails(context, url);
    case '/newest':
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: store.list()[0]?.id ?? '' };
    case '/faults':
      return page(showFaults(faults.list()));
    case '/messages.json': {
      const to = url.searchParams.get('to');
      const mails = store.list().filter((mail) => to === null || hasRecipient(mail, to));
      return json(
        200,
        mails.map((mail) => toResource(mail, url.origin)),
      );
    }
  }
  const [, id, part, index] =
    /^\/messages\/([\w-]+)(?:\/(html|attachments)(?:\/(\d+))?)?$/.exec(url.pathname) ?? [];
  const mail = findMail(context, id);
  if (part === 'html') {
    return sendDocument(mail);
  }
  if (part === 'attachments') {
    return sendAttachment(context, mail, Number(index));
  }
  const view = url.searchParams.get('view') as MailView;

  return page(showMail(mail, VIEWS.includes(view) ? view : 'html'));
};

const isJson = ({ headers }: HttpRequest) => headers['content-type']?.startsWith('application/json') ?? false;

const readInput = <T>(schema: z.ZodType<T>, request: HttpRequest): T => {
  try {
    const text = request.body.toString();

    return schema.parse(isJson(request) ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)));
  } catch {
    throw new MailboxError(400);
  }
};

const eventForm = z.object({ type: z.enum(EVENT_TYPES) });

/** A field of a form that was left empty. */
const empty = z.literal('').transform(() => undefined);

const faultForm = z.object({
  fault: z.enum(SES_FAULTS),
  operation: z.enum(['SendEmail', 'GetAccount']).optional(),
  to: empty.or(z.string()).optional(),
  times: empty.or(z.coerce.number().int().positive()).optional(),
});

/** Redirects a browser to a page; a program gets an empty answer. */
const leadOn = (request: HttpRequest, path: string): HttpAnswer =>
  isJson(request) ? { status: 204 } : { status: 303, headers: { location: path } };

const take = async (context: MailboxContext, request: HttpRequest): Promise<HttpAnswer> => {
  const { pathname } = request.url;
  const [, mailId] = /^\/messages\/([\w-]+)\/events$/.exec(pathname) ?? [];
  if (mailId !== undefined) {
    const mail = findMail(context, mailId);
    await context.publishEvent(mail, readInput(eventForm, request).type);

    return leadOn(request, `/messages/${mailId}`);
  }
  if (pathname === '/faults') {
    const { fault, ...options } = readInput(faultForm, request);
    context.faults.plant(fault, options);

    return leadOn(request, '/faults');
  }
  const [, faultId] = /^\/faults\/(\d+)\/remove$/.exec(pathname) ?? [];
  if (faultId === undefined) {
    throw new MailboxError(404);
  }
  context.faults.remove(Number(faultId));

  return leadOn(request, '/faults');
};

const withSafeHeaders = ({ headers, ...answer }: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: {
    ...headers,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    // With 'no-referrer' browsers would send our own forms without their origin.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  },
});

/**
 * Starts the page that shows the mails and answers for the outside world, for people and, as JSON, for programs. It
 * asks for no password, so it answers on this computer alone and takes forms from its own pages.
 */
export const startMailbox = (context: MailboxContext, port?: number) =>
  startHttpServer(async (request) => {
    try {
      requireOwnPages(request);

      return withSafeHeaders(
        request.method === 'POST' ? await take(context, request) : show(context, request),
      );
    } catch (error) {
      if (!(error instanceof MailboxError)) {
        throw error;
      }
      return withSafeHeaders(page(showRefusal(SENTENCES[error.status] ?? ''), error.status));
    }
  }, port);
