import * as z from 'zod';
import type { HelpdeskAttachment, HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';

const id = z.number().int().positive();

/** Freshdesk writes UTC to the second, in some places with an offset. */
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

export const contactAnswer = z.object({ id });

/** A contact or an agent, as far as the portal needs it. */
export const personAnswer = z.object({ id, name: z.string().nullish() });

export const groupAnswer = z.object({ id, name: z.string() });

/** The size has one of two names. */
const attachmentAnswer = z.object({
  id,
  name: z.string(),
  content_type: z.string().nullish(),
  size: z.number().int().nonnegative().nullish(),
  file_size: z.number().int().nonnegative().nullish(),
  attachment_url: z.string(),
});

export const ticketAnswer = z.object({
  id,
  requester_id: id,
  subject: z.string().nullish(),
  description: z.string().nullish(),
  status: z.number().int(),
  priority: z.number().int(),
  source: z.number().int(),
  type: z.string().nullish(),
  group_id: id.nullish(),
  tags: z.array(z.string()).nullish(),
  custom_fields: z.record(z.string(), z.unknown()).nullish(),
  is_escalated: z.boolean().nullish(),
  urgent: z.boolean().nullish(),
  spam: z.boolean().nullish(),
  deleted: z.boolean().nullish(),
  due_by: instant.nullish(),
  created_at: instant,
  updated_at: instant,
  stats: z.object({ first_responded_at: instant.nullish(), agent_responded_at: instant.nullish() }).nullish(),
  attachments: z.array(attachmentAnswer).nullish(),
});

/** The answer to a new note lacks its source. */
export const entryAnswer = z.object({
  id,
  user_id: id.nullish(),
  private: z.boolean(),
  source: z.number().int().nullish(),
  body: z.string().nullish(),
  body_text: z.string().nullish(),
  created_at: instant,
  attachments: z.array(attachmentAnswer).nullish(),
});

/** Settings that parsing an answer needs. */
export interface AnswerSettings {
  /** The ticket fields of the account that clients may see. */
  clientFields: readonly string[];
  isFetchable: (address: string) => boolean;
}

const toAttachment = (
  answer: z.output<typeof attachmentAnswer>,
  { isFetchable }: AnswerSettings,
): HelpdeskAttachment => ({
  id: answer.id,
  name: answer.name,
  contentType: answer.content_type ?? 'application/octet-stream',
  sizeBytes: answer.size ?? answer.file_size ?? 0,
  address: isFetchable(answer.attachment_url) ? answer.attachment_url : undefined,
});

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const pickFields = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = scalar.safeParse(fields[name]);

      return value.success ? [[name, value.data] as const] : [];
    }),
  );

export const toTicket = (
  answer: z.output<typeof ticketAnswer>,
  settings: AnswerSettings,
): HelpdeskTicket => ({
  id: answer.id,
  contactId: answer.requester_id,
  subject: answer.subject ?? '',
  descriptionHtml: answer.description ?? '',
  status: answer.status,
  priority: answer.priority,
  source: answer.source,
  type: answer.type ?? null,
  groupId: answer.group_id ?? null,
  tags: answer.tags ?? [],
  customFields: pickFields(answer.custom_fields ?? {}, settings.clientFields),
  isEscalated: answer.is_escalated ?? false,
  isUrgent: answer.urgent ?? false,
  dueBy: answer.due_by ?? null,
  firstRespondedAt: answer.stats ? (answer.stats.first_responded_at ?? null) : undefined,
  agentRespondedAt: answer.stats ? (answer.stats.agent_responded_at ?? null) : undefined,
  createdAt: answer.created_at,
  updatedAt: answer.updated_at,
  attachments: (answer.attachments ?? []).map((attachment) => toAttachment(attachment, settings)),
});

const REPLY = 0;
const NOTE = 2;

/** True for replies and public notes; forwards and the like are never shown (D19). */
const isForClient = (answer: z.output<typeof entryAnswer>): boolean =>
  !answer.private && (answer.source === REPLY || answer.source === NOTE);

/**
 * The note that Freshdesk adds to a ticket that an agent merges into another; no field of the ticket says so. A merge
 * stays unknown if the agent changes this text, or if the account has another language.
 */
const MERGE_NOTE = /^\s*This ticket is closed and merged into ticket #?(\d{1,15})\b/i;

const readMerge = ({ source, body_text }: z.output<typeof entryAnswer>): number | null => {
  const [, ticketId] = (source === NOTE && MERGE_NOTE.exec((body_text ?? '').slice(0, 200))) || [];

  return ticketId === undefined ? null : Number(ticketId);
};

/** True for a private note of which the client learns that their ticket was merged, and no word. */
const isPrivateMerge = (answer: z.output<typeof entryAnswer>) => answer.private && readMerge(answer) !== null;

export const concernsClient = (answer: z.output<typeof entryAnswer>): boolean =>
  isForClient(answer) || isPrivateMerge(answer);

/** Freshdesk's own `incoming` means the opposite, and is false on notes made through the API. */
export const toEntry = (
  answer: z.output<typeof entryAnswer>,
  contactId: number,
  settings: AnswerSettings,
): HelpdeskEntry => ({
  id: answer.id,
  authorId: answer.user_id ?? null,
  isIncoming: answer.user_id !== contactId,
  joinedTicketId: readMerge(answer),
  createdAt: answer.created_at,
  ...(isPrivateMerge(answer)
    ? { bodyHtml: '', bodyText: '', attachments: [] }
    : {
        bodyHtml: answer.body ?? '',
        bodyText: answer.body_text ?? '',
        attachments: (answer.attachments ?? []).map((attachment) => toAttachment(attachment, settings)),
      }),
});
