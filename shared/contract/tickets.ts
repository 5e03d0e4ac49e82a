import * as z from 'zod';
import { PRIORITY_DEFAULT } from '#shared/tickets/ticket-codes.ts';
import {
  fileAnswer,
  fileElsewhere,
  id,
  idInPath,
  idOrWaitingInPath,
  noContent,
  requiredLines,
  requiredTitle,
  text,
  textOrNull,
  timestamp,
} from './fields.ts';
import {
  REPLY_LENGTH_MAX,
  TAG_LENGTH_MAX,
  TAGS_MAX,
  TEXT_LENGTH_MAX,
  TICKET_DESCRIPTION_LENGTH_MAX,
  TICKETS_MAX,
} from './limits.ts';
import { defineRoutes } from './route.ts';

/** The state of a client's message: at the helpdesk, on its way there, or given up. */
export const delivery = z.enum(['sent', 'waiting', 'failed']);
export type Delivery = z.infer<typeof delivery>;

/** A negative id belongs to our row of a message that waits to be sent, and stays valid after it was sent. */
const idOrWaiting = z.number().int();

const sending = {
  delivery,
  /** Why it was given up, in a sentence for the client. */
  delivery_error: textOrNull,
  /** True if the client may still withdraw it: it waits or was given up, and no part of it can be at the helpdesk. */
  withdrawable: z.boolean(),
};

export const attachment = z.object({
  id,
  name: z.string(),
  content_type: z.string(),
  /** In bytes. */
  size: z.number().int().min(0),
});
export type Attachment = z.infer<typeof attachment>;

export const ticket = z.object({
  id: idOrWaiting,
  subject: z.string(),
  /** HTML, cleaned on the server. */
  description: z.string(),
  priority: z.number().int(),
  status: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
  due_by: timestamp.nullable(),
  /** The time of the helpdesk's last answer; null while there is none, and in the answer to a closing. */
  agent_responded_at: timestamp.nullable(),
  source: z.number().int(),
  type: textOrNull,
  is_escalated: z.boolean(),
  urgent: z.boolean(),
  tags: z.array(z.string()),
  requester_id: id.nullable(),
  group_id: id.nullable(),
  cc_emails: z.array(z.string()),
  reply_cc_emails: z.array(z.string()),
  fwd_emails: z.array(z.string()),
  custom_fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  attachments: z.array(attachment),
  ...sending,
});
export type Ticket = z.infer<typeof ticket>;

export const conversationEntry = z.object({
  id: idOrWaiting,
  /** False for the client's own words; true also for those of somebody who is not from us (D19). */
  incoming: z.boolean(),
  author: z.object({
    /** 'other' is anybody who is neither our agent nor the client, such as a person who was copied in. */
    kind: z.enum(['agent', 'client', 'other']),
    /** The helpdesk's name for anybody else; null if it cannot be read. */
    name: textOrNull,
  }),
  /** Set if an agent joined this ticket with another one, whose id is named only if it is the client's own. */
  joined: z.object({ ticket_id: id.nullable() }).nullable(),
  private: z.literal(false),
  /** HTML, cleaned on the server. */
  body: z.string(),
  body_text: z.string(),
  created_at: timestamp,
  attachments: z.array(attachment),
  ...sending,
});
export type ConversationEntry = z.infer<typeof conversationEntry>;

export const supportGroup = z.object({ id, name: z.string() });
export type SupportGroup = z.infer<typeof supportGroup>;

export const supportStatus = z.object({
  /** 'off': no helpdesk is configured. */
  state: z.enum(['ok', 'down', 'off']),
  /** The time of our copy; null before the first. */
  fetchedAt: timestamp.nullable(),
  /** The client's tickets. */
  total: z.number().int(),
  open: z.number().int(),
  averageFirstResponseMinutes: z.number().int().nullable(),
});
export type SupportStatus = z.infer<typeof supportStatus>;

const PRIORITY = 'Choose Low, Medium, High or Urgent';
const TOO_MANY_TAGS = `Use at most ${TAGS_MAX} tags`;
/** Empty and repeated tags are left out before the rest are counted. */
const TAGS_SENT_MAX = 100;

export const newTicket = z.object({
  subject: requiredTitle(TEXT_LENGTH_MAX, 'Subject is required'),
  description: requiredLines(TICKET_DESCRIPTION_LENGTH_MAX, 'Description is required'),
  priority: z.number(PRIORITY).int(PRIORITY).min(1, PRIORITY).max(4, PRIORITY).default(PRIORITY_DEFAULT),
  /** One of the groups. */
  department: id.optional(),
  tags: z
    .array(text(TAG_LENGTH_MAX))
    .max(TAGS_SENT_MAX, TOO_MANY_TAGS)
    .transform((tags) => [...new Set(tags.filter((tag) => tag !== ''))])
    .refine((tags) => tags.length <= TAGS_MAX, TOO_MANY_TAGS)
    .default([]),
});
export type NewTicket = z.output<typeof newTicket>;

export const newReply = z.object({
  body: requiredLines(REPLY_LENGTH_MAX, 'Reply message is required', 'Reply is too long'),
});

const ticketInPath = z.object({ id: idOrWaitingInPath });

export const tickets = defineRoutes('tickets', {
  list: {
    method: 'GET',
    path: '/api/support/tickets',
    summary: `The client's newest ${TICKETS_MAX} tickets from our copy, their descriptions cut, with what waits to be sent`,
    access: 'client',
    uses: ['database', 'supportSettings'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: z.array(ticket),
  },
  groups: {
    method: 'GET',
    path: '/api/support/groups',
    summary: 'The departments that a client may write to',
    access: 'client',
    uses: ['database', 'supportSettings'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: z.array(supportGroup),
  },
  status: {
    method: 'GET',
    path: '/api/support/status',
    summary: "Whether the helpdesk answers, the age of our copy, and the client's figures",
    access: 'client',
    uses: ['database', 'supportSettings'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: supportStatus,
  },
  create: {
    method: 'POST',
    path: '/api/support/tickets',
    summary: 'Open a ticket; it waits with us while the helpdesk is out of reach',
    access: 'client',
    uses: ['database', 'transactions', 'helpdesk', 'supportSettings', 'helpdeskMessageQueue'],
    body: newTicket,
    response: ticket,
    status: 201,
    mayWait: true,
    refuses: ['unprocessable', 'too_many_requests'],
    keeps: 'itself',
  },
  read: {
    method: 'GET',
    path: '/api/support/tickets/{id}',
    summary: 'A whole ticket of the client, from our copy',
    access: 'client',
    uses: ['database'],
    readsBesideCheck: true,
    params: ticketInPath,
    response: ticket,
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/support/tickets/{id}',
    summary: 'Take back a ticket that waits to be sent or was given up, with its replies',
    access: 'client',
    uses: ['database', 'transactions', 'helpdeskMessageQueue'],
    params: ticketInPath,
    response: noContent,
    status: 204,
    refuses: ['conflict'],
  },
  conversations: {
    method: 'GET',
    path: '/api/support/tickets/{id}/conversations',
    summary:
      'What was said on a ticket, oldest first; as it was last read while the helpdesk is out of reach',
    access: 'client',
    uses: ['database', 'transactions', 'helpdesk', 'supportSettings'],
    params: ticketInPath,
    response: z.array(conversationEntry),
    refuses: ['too_many_requests'],
  },
  reply: {
    method: 'POST',
    path: '/api/support/tickets/{id}/replies',
    summary: 'Reply to a ticket; the reply waits with us while the helpdesk is out of reach',
    access: 'client',
    uses: ['database', 'transactions', 'helpdesk', 'supportSettings', 'helpdeskMessageQueue'],
    params: ticketInPath,
    body: newReply,
    response: conversationEntry,
    status: 201,
    mayWait: true,
    refuses: ['conflict', 'too_many_requests'],
    keeps: 'itself',
  },
  'withdraw-reply': {
    method: 'DELETE',
    path: '/api/support/tickets/{id}/replies/{replyId}',
    summary: 'Take back a reply that waits to be sent or was given up',
    access: 'client',
    uses: ['database', 'transactions', 'helpdeskMessageQueue'],
    params: z.object({ id: idOrWaitingInPath, replyId: idOrWaitingInPath }),
    response: noContent,
    status: 204,
    refuses: ['conflict'],
  },
  close: {
    method: 'PATCH',
    path: '/api/support/tickets/{id}/close',
    summary: 'Close a ticket for good',
    access: 'client',
    uses: ['database', 'transactions', 'helpdesk', 'supportSettings'],
    params: ticketInPath,
    response: ticket,
    refuses: ['conflict', 'too_many_requests'],
  },
  attachment: {
    method: 'GET',
    path: '/api/support/tickets/{id}/attachments/{attachmentId}',
    summary:
      'A file of a ticket or of its conversation; a large one, or a picture in a text, stands elsewhere',
    access: 'client',
    uses: ['database', 'helpdesk', 'supportSettings'],
    params: z.object({ id: idOrWaitingInPath, attachmentId: idInPath }),
    response: z.union([fileAnswer, fileElsewhere]),
    refuses: ['too_many_requests'],
    contentType: 'application/octet-stream',
  },
});
