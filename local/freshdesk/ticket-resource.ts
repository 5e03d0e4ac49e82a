import { CLOSED, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import type { FreshdeskContext } from './context.ts';
import { toPlainText } from './html-text.ts';
import type { TicketRecord } from './records.ts';
import { toAttachmentResources } from './stored-files.ts';

const isWaiting = (status: number) => status !== RESOLVED && status !== CLOSED;

/** Makes the fields of a ticket that lists return, and every other answer, too. */
export const toListedTicket = (context: FreshdeskContext, ticket: TicketRecord) => {
  const now = context.now().getTime();
  const isLate = isWaiting(ticket.status) && Date.parse(ticket.due_by) < now;
  const isFirstLate =
    ticket.stats.first_responded_at === null &&
    isWaiting(ticket.status) &&
    Date.parse(ticket.fr_due_by) < now;

  return {
    cc_emails: [],
    fwd_emails: [],
    reply_cc_emails: [],
    ticket_cc_emails: [],
    fr_escalated: isFirstLate,
    spam: ticket.spam,
    ...(ticket.deleted && { deleted: true }),
    email_config_id: null,
    group_id: ticket.group_id,
    priority: ticket.priority,
    requester_id: ticket.requester_id,
    responder_id: null,
    source: ticket.source,
    company_id: null,
    status: ticket.status,
    subject: ticket.subject,
    association_type: null,
    support_email: null,
    to_emails: null,
    product_id: null,
    id: ticket.id,
    type: ticket.type,
    due_by: ticket.due_by,
    fr_due_by: ticket.fr_due_by,
    is_escalated: isLate || isFirstLate,
    custom_fields: ticket.custom_fields,
    created_at: ticket.created_at,
    updated_at: ticket.updated_at,
    tags: ticket.tags,
    nr_due_by: null,
    nr_escalated: false,
  };
};

export const describe = ({ description }: TicketRecord) => ({
  description,
  description_text: toPlainText(description),
});

export const toTicketResource = (context: FreshdeskContext, ticket: TicketRecord) => ({
  ...toListedTicket(context, ticket),
  ...describe(ticket),
  structured_description: {
    description_contents: [{ type: 'text', data: { content: toPlainText(ticket.description) } }],
  },
  attachments: toAttachmentResources(context, ticket.attachment_ids),
  source_additional_info: null,
});
