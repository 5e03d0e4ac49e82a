import { html, type Markup } from '#functions/documents/html.ts';
import { formatDateTime } from '#shared/dates.ts';
import { OPEN, PENDING } from '#shared/tickets/ticket-codes.ts';
import { AGENT_STYLE } from './agent-style.ts';
import { AGENTS, type FreshdeskContext, findAgent } from './context.ts';
import { REPLY } from './conversation-resource.ts';
import { toLines } from './html-text.ts';
import type { ContactRecord, ConversationRecord, TicketRecord } from './records.ts';
import { toAttachmentResources } from './stored-files.ts';
import { listEntries } from './ticket-records.ts';

export const STATUS_NAMES: Record<number, string> = {
  2: 'Open',
  3: 'Pending',
  4: 'Resolved',
  5: 'Closed',
  6: 'Waiting on Customer',
  7: 'Waiting on Third Party',
};

/** Stands for a person who is neither an agent nor the client. */
export const IN_COPY = 0;
export const IN_COPY_NAME = 'Mallory Bank';

const PRIORITY_NAMES: Record<number, string> = { 1: 'Low', 2: 'Medium', 3: 'High', 4: 'Urgent' };

const toPage = (title: string, content: Markup): string =>
  `<!DOCTYPE html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${{ markup: AGENT_STYLE }}</style></head><body>${content}</body></html>`.markup
  }`;

/** True if the last message that the client can see was not written by an agent. */
const isWaitingForUs = (context: FreshdeskContext, ticket: TicketRecord): boolean => {
  const said = listEntries(context, ticket.id).filter((entry) => !entry.private);
  const isOpen = ticket.status === OPEN || ticket.status === PENDING;

  return isOpen && findAgent(said.at(-1)?.user_id ?? null) === undefined;
};

const nameOf = ({ store }: FreshdeskContext, userId: number): string =>
  findAgent(userId)?.name ?? store.contacts.find(userId)?.name ?? 'A deleted contact';

const statusName = ({ status, deleted, spam }: TicketRecord): string =>
  deleted ? 'Deleted' : spam ? 'Spam' : (STATUS_NAMES[status] ?? String(status));

const toRow = (context: FreshdeskContext, ticket: TicketRecord): Markup => {
  const group = context.store.groups.find(ticket.group_id)?.name ?? 'no group';

  return html`<li><a href="/a/tickets/${String(ticket.id)}">#${String(ticket.id)} ${ticket.subject}</a>
${isWaitingForUs(context, ticket) ? html`<p class="meta"><strong>Waits for an answer</strong></p>` : []}<p class="meta">${statusName(ticket)} · ${PRIORITY_NAMES[ticket.priority] ?? ''} · ${group} · ${nameOf(context, ticket.requester_id)} · ${formatDateTime(ticket.updated_at)}</p></li>`;
};

const newestFirst = (a: TicketRecord, b: TicketRecord) =>
  b.updated_at.localeCompare(a.updated_at) || b.id - a.id;

/** Renders the list of all tickets, or of those with one status. */
export const showTickets = (context: FreshdeskContext, status: number | undefined): string => {
  const tickets = context.store.tickets.list().filter((ticket) => !status || ticket.status === status);
  const links = Object.entries(STATUS_NAMES).map(([code, name]) =>
    Number(code) === status
      ? html`<a href="/?status=${code}" aria-current="page">${name}</a>`
      : html`<a href="/?status=${code}">${name}</a>`,
  );

  return toPage(
    'Helpdesk: tickets',
    html`<h1>Tickets</h1><nav aria-label="Status"><a href="/">All</a>${links}</nav>
${tickets.length === 0 ? html`<p>There are no such tickets.</p>` : []}
<ul>${tickets.toSorted(newestFirst).map((ticket) => toRow(context, ticket))}</ul>`,
  );
};

const showAttachments = (context: FreshdeskContext, ids: readonly number[]): Markup[] =>
  toAttachmentResources(context, ids).map(
    ({ name, size, attachment_url }) =>
      html`<p class="meta"><a href="${attachment_url}">${name}</a> (${String(size)} bytes)</p>`,
  );

/** Renders an entry with its body as text, so that nothing that a client or a test wrote runs here. */
const showEntry = (context: FreshdeskContext, entry: ConversationRecord): Markup => {
  const kind = entry.private ? 'private note' : entry.source === REPLY ? 'reply' : 'public note';
  const author = findAgent(entry.user_id) ? 'agent' : 'client';

  return html`<li class="${entry.private ? 'note' : author}"><p class="meta"><strong>${nameOf(context, entry.user_id)}</strong> (${author}) · ${kind} · ${formatDateTime(entry.created_at)}</p>
<p class="text">${toLines(entry.body)}</p>${showAttachments(context, entry.attachment_ids)}</li>`;
};

const showForms = (ticket: TicketRecord): Markup => {
  const action = `/a/tickets/${ticket.id}`;
  const authors = AGENTS.map(({ id, name }) => html`<option value="${String(id)}">${name}</option>`);
  const statuses = Object.entries(STATUS_NAMES).map(([code, name]) =>
    Number(code) === ticket.status
      ? html`<option value="${code}" selected>${name}</option>`
      : html`<option value="${code}">${name}</option>`,
  );

  return html`<h2>Answer</h2>
<form method="post" action="${action}/entries" enctype="multipart/form-data">
<label>As <select name="agent">${authors}<option value="${String(IN_COPY)}">${IN_COPY_NAME}, who was copied in</option></select></label>
<label>Kind <select name="kind"><option value="reply">Reply</option><option value="public">Public note</option><option value="private">Private note</option></select></label>
<label>Text <textarea name="text" rows="5" required></textarea></label>
<label class="choice"><input type="checkbox" name="markup" value="yes"> The text is HTML</label>
<label>Attachment <input type="file" name="file" multiple></label>
<label class="choice"><input type="checkbox" name="inline" value="yes"> Show pictures inside the text</label>
<button>Send</button></form>
<h2>Status</h2>
<form method="post" action="${action}/status" enctype="multipart/form-data">
<label>Status <select name="status">${statuses}</select></label>
<button>Save status</button></form>
<h2>Merge</h2>
<form method="post" action="${action}/merge" enctype="multipart/form-data">
<label>Into ticket number <input name="into" inputmode="numeric" required></label>
<button>Merge</button></form>`;
};

export const showTicket = (context: FreshdeskContext, ticket: TicketRecord): string => {
  const entries = listEntries(context, ticket.id).map((entry) => showEntry(context, entry));
  const title = `#${ticket.id} ${ticket.subject}`;
  const tags = ticket.tags.length > 0 ? ` · ${ticket.tags.join(', ')}` : '';

  return toPage(
    title,
    html`<nav><a href="/">All tickets</a></nav><h1>${title}</h1>
<p class="meta">${statusName(ticket)} · ${PRIORITY_NAMES[ticket.priority] ?? ''} · due ${formatDateTime(ticket.due_by)}${tags}</p>
<p class="meta">Opened by <a href="/a/contacts/${String(ticket.requester_id)}">${nameOf(context, ticket.requester_id)}</a> · ${formatDateTime(ticket.created_at)}</p>
<div class="box client"><p class="text">${toLines(ticket.description)}</p>${showAttachments(context, ticket.attachment_ids)}</div>
<h2>Conversation</h2>${entries.length === 0 ? html`<p>Nobody has answered yet.</p>` : html`<ol>${entries}</ol>`}
${ticket.deleted || ticket.spam ? html`<p>This ticket takes no answers.</p>` : showForms(ticket)}`,
  );
};

export const showContact = (context: FreshdeskContext, contact: ContactRecord): string => {
  const tickets = context.store.tickets.list().filter(({ requester_id }) => requester_id === contact.id);

  return toPage(
    contact.name,
    html`<nav><a href="/">All tickets</a></nav><h1>${contact.name}</h1>
<p class="meta">${contact.unique_external_id ?? 'no external id'} · ${contact.email ?? 'no email'}</p>
<p class="text">${contact.description ?? 'Nothing is noted of this contact.'}</p>
<h2>Tickets</h2>${tickets.length === 0 ? html`<p>There are none.</p>` : []}<ul>${tickets.toSorted(newestFirst).map((ticket) => toRow(context, ticket))}</ul>`,
  );
};

export const showRefusal = (sentence: string): string =>
  toPage('Helpdesk', html`<nav><a href="/">All tickets</a></nav><h1>${sentence}</h1>`);
