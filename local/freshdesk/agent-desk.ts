import * as z from 'zod';
import { html } from '#functions/documents/html.ts';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '#local/http/http-server.ts';
import {
  IN_COPY,
  IN_COPY_NAME,
  STATUS_NAMES,
  showContact,
  showRefusal,
  showTicket,
  showTickets,
} from './agent-pages.ts';
import { addContact } from './contact-records.ts';
import { AGENTS, type FreshdeskContext, findAgent, toInstant } from './context.ts';
import { addEntry } from './conversation-operations.ts';
import { NOTE, REPLY, SUPPORT_EMAIL } from './conversation-resource.ts';
import { FreshdeskError, notFound } from './errors.ts';
import { toPicture } from './inline-pictures.ts';
import { countAttachmentBytes, storeFiles } from './stored-files.ts';
import { mergeTicket } from './ticket-operations.ts';
import { findActiveTicket, saveTicket, withStatus } from './ticket-records.ts';

const page = (body: string, status = 200): HttpAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  },
  body,
});

const entryForm = z.object({
  agent: z.coerce.number().default(AGENTS[0].id),
  kind: z.enum(['reply', 'public', 'private']),
  text: z.string().trim().min(1),
  markup: z.literal('yes').optional(),
  inline: z.literal('yes').optional(),
});

const statusForm = z.object({
  status: z.coerce.number().refine((status) => STATUS_NAMES[status] !== undefined),
});

const readForm = (request: HttpRequest) =>
  new Response(new Uint8Array(request.body), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();

const parseForm = <T>(schema: z.ZodType<T>, form: FormData): T => {
  const parsed = schema.safeParse(Object.fromEntries(form));
  if (!parsed.success) {
    throw new FreshdeskError(400);
  }

  return parsed.data;
};

const toHtml = (text: string): string => {
  const lines = text.split(/\r\n|\r|\n/).map((line) => html`<div>${line}</div>`.markup);

  return `<div>${lines.join('')}</div>`;
};

/** Finds or adds the contact of a person who was copied in and answers by mail. */
const findPersonInCopy = (context: FreshdeskContext): number =>
  (
    context.store.contacts.list().find(({ name }) => name === IN_COPY_NAME) ??
    addContact(context, { name: IN_COPY_NAME })
  ).id;

/** Returns the chosen files: an empty file input sends one empty file without a name. */
const filesOf = (form: FormData): File[] =>
  form.getAll('file').filter((file): file is File => typeof file !== 'string' && file.name !== '');

const answerTicket = async (context: FreshdeskContext, ticketId: number, form: FormData) => {
  const ticket = findActiveTicket(context, ticketId, 'POST');
  const { agent, kind, text, markup, inline } = parseForm(entryForm, form);
  const author = agent === IN_COPY ? findPersonInCopy(context) : findAgent(agent)?.id;
  if (author === undefined) {
    throw new FreshdeskError(400);
  }
  const files = filesOf(form);
  const ids = await storeFiles(context, files, countAttachmentBytes(context, ticketId));
  const isInline = (position: number) =>
    inline === 'yes' && files[position]?.type.startsWith('image/') === true;
  const shown = files.map((file, position) =>
    isInline(position) ? toPicture(ids[position] ?? 0, file.name) : '',
  );

  const isReply = kind === 'reply';
  const requester = context.store.contacts.find(ticket.requester_id);
  addEntry(
    context,
    ticket,
    {
      body: (markup === 'yes' ? text : toHtml(text)) + shown.join(''),
      source: isReply ? REPLY : NOTE,
      user_id: author,
      private: kind === 'private',
      from_email: isReply ? SUPPORT_EMAIL : null,
      to_emails: isReply && requester?.email ? [requester.email] : [],
    },
    ids.filter((_id, position) => !isInline(position)),
  );
};

const changeStatus = (context: FreshdeskContext, ticketId: number, form: FormData) => {
  const ticket = findActiveTicket(context, ticketId, 'POST');
  const { status } = parseForm(statusForm, form);
  saveTicket(context, withStatus(ticket, status, toInstant(context.now())));
};

const mergeForm = z.object({ into: z.coerce.number().int().positive() });

const merge = (context: FreshdeskContext, ticketId: number, form: FormData) => {
  const { into } = parseForm(mergeForm, form);
  if (into === ticketId) {
    throw new FreshdeskError(400);
  }
  mergeTicket(context, ticketId, into);
};

const SENTENCES: Record<number, string> = {
  400: 'The form is not complete',
  403: 'This form was sent from another site',
  404: 'There is no such page',
  405: 'This ticket takes no answers',
};

/**
 * Starts the agents' side of the helpdesk: pages to read tickets, answer, write private notes and set the status, at
 * the same paths as Freshdesk's. It asks for no password, so it accepts forms from its own pages alone.
 */
export const startAgentDesk = (context: FreshdeskContext, port?: number) => {
  const show = ({ pathname, searchParams }: URL): string => {
    if (pathname === '/') {
      return showTickets(context, Number(searchParams.get('status')) || undefined);
    }
    const [, kind, id] = /^(?:\/a)?\/(tickets|contacts)\/(\d+)$/.exec(pathname) ?? [];
    const ticket = kind === 'tickets' && context.store.tickets.find(Number(id));
    if (ticket) {
      return showTicket(context, ticket);
    }
    const contact = kind === 'contacts' && context.store.contacts.find(Number(id));
    if (contact) {
      return showContact(context, contact);
    }

    throw notFound();
  };

  const take = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (request.headers.origin !== request.url.origin) {
      throw new FreshdeskError(403);
    }
    const [, id, what] = /^\/a\/tickets\/(\d+)\/(entries|status|merge)$/.exec(request.url.pathname) ?? [];
    if (id === undefined) {
      throw notFound();
    }
    const form = await readForm(request).catch(() => new FormData());
    if (what === 'status') {
      changeStatus(context, Number(id), form);
    } else if (what === 'merge') {
      merge(context, Number(id), form);
    } else {
      await answerTicket(context, Number(id), form);
    }

    return { status: 303, headers: { location: `/a/tickets/${id}` } };
  };

  return startHttpServer(async (request) => {
    try {
      return request.method === 'POST' ? await take(request) : page(show(request.url));
    } catch (error) {
      if (!(error instanceof FreshdeskError)) {
        throw error;
      }
      return page(showRefusal(SENTENCES[error.status] ?? 'This did not work'), error.status);
    }
  }, port);
};
