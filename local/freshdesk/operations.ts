import type { HttpAnswer, HttpRequest } from '#local/http/http-server.ts';
import {
  createContact,
  hardDeleteContact,
  listContacts,
  restoreContact,
  updateContact,
  viewContact,
} from './contact-operations.ts';
import { AGENTS, type Agent, type FreshdeskContext, findAgent } from './context.ts';
import { createNote, listConversation } from './conversation-operations.ts';
import { json, methodNotAllowed, notFound } from './errors.ts';
import { listGroups } from './group-operations.ts';
import { listTickets } from './ticket-list.ts';
import { createTicket, updateTicket, viewTicket } from './ticket-operations.ts';

/** The operation of each call; `*` matches an id. Calls that the portal does not make are missing. */
const ROUTES = [
  ['agents.me', 'GET', '/api/v2/agents/me'],
  ['agents.view', 'GET', '/api/v2/agents/*'],
  ['contacts.create', 'POST', '/api/v2/contacts'],
  ['contacts.list', 'GET', '/api/v2/contacts'],
  ['contacts.view', 'GET', '/api/v2/contacts/*'],
  ['contacts.update', 'PUT', '/api/v2/contacts/*'],
  ['contacts.hardDelete', 'DELETE', '/api/v2/contacts/*/hard_delete'],
  ['contacts.restore', 'PUT', '/api/v2/contacts/*/restore'],
  ['tickets.create', 'POST', '/api/v2/tickets'],
  ['tickets.list', 'GET', '/api/v2/tickets'],
  ['tickets.view', 'GET', '/api/v2/tickets/*'],
  ['tickets.update', 'PUT', '/api/v2/tickets/*'],
  ['conversations.list', 'GET', '/api/v2/tickets/*/conversations'],
  ['conversations.note', 'POST', '/api/v2/tickets/*/notes'],
  ['groups.list', 'GET', '/api/v2/groups'],
] as const;

export type FreshdeskOperation = (typeof ROUTES)[number][0];

type Operations = Record<FreshdeskOperation, (request: HttpRequest, id: number) => HttpAnswer>;

const PATTERNS = ROUTES.map(([operation, method, path]) => ({
  operation,
  method,
  pattern: new RegExp(`^${path.replace('*', '(\\d+)')}$`),
}));

/** Finds the operation of a request; throws 404 for an unknown path, and 405 for the wrong verb on a known one. */
export const matchOperation = ({ method, url }: HttpRequest) => {
  const atPath = PATTERNS.filter(({ pattern }) => pattern.test(url.pathname));
  if (atPath.length === 0) {
    throw notFound();
  }
  const match = atPath.find((route) => route.method === method);
  if (!match) {
    throw methodNotAllowed(
      method,
      atPath.map((route) => route.method),
    );
  }

  return { operation: match.operation, id: Number(match.pattern.exec(url.pathname)?.[1]) };
};

export const defineOperations = (context: FreshdeskContext): Operations => ({
  'agents.me': () => json(200, describeAgent(AGENTS[0])),
  'agents.view': (_request, id) => viewAgent(id),
  'contacts.create': (request) => createContact(context, request),
  'contacts.list': (request) => listContacts(context, request),
  'contacts.view': (_request, id) => viewContact(context, id),
  'contacts.update': (request, id) => updateContact(context, id, request),
  'contacts.hardDelete': (request, id) => hardDeleteContact(context, id, request),
  'contacts.restore': (_request, id) => restoreContact(context, id),
  'tickets.create': (request) => createTicket(context, request),
  'tickets.list': (request) => listTickets(context, request),
  'tickets.view': (request, id) => viewTicket(context, id, request),
  'tickets.update': (request, id) => updateTicket(context, id, request),
  'conversations.list': (request, id) => listConversation(context, id, request),
  'conversations.note': (request, id) => createNote(context, id, request),
  'groups.list': (request) => listGroups(context, request),
});

const describeAgent = ({ id, name, email }: Agent) => ({
  id,
  available: true,
  occasional: false,
  type: 'support_agent',
  contact: { active: true, email, name },
});

const viewAgent = (id: number) => {
  const agent = findAgent(id);
  if (!agent) {
    throw notFound();
  }

  return json(200, describeAgent(agent));
};
