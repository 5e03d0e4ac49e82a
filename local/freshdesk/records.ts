import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Instants are text in UTC to the second, as Freshdesk writes them: 2026-11-20T10:00:00Z. */
export interface ContactRecord {
  id: number;
  name: string;
  email: string | null;
  unique_external_id: string | null;
  description: string | null;
  /** True after a soft delete: the contact can be restored, and its unique values stay taken. */
  deleted: boolean;
  created_at: string;
  updated_at: string;
}

export interface TicketRecord {
  id: number;
  subject: string;
  description: string;
  status: number;
  priority: number;
  source: number;
  type: string | null;
  requester_id: number;
  group_id: number | null;
  tags: string[];
  custom_fields: Record<string, unknown>;
  due_by: string;
  fr_due_by: string;
  spam: boolean;
  deleted: boolean;
  attachment_ids: number[];
  stats: {
    agent_responded_at: string | null;
    requester_responded_at: string | null;
    first_responded_at: string | null;
    status_updated_at: string;
    reopened_at: string | null;
    resolved_at: string | null;
    closed_at: string | null;
    pending_since: string | null;
  };
  created_at: string;
  updated_at: string;
}

export interface ConversationRecord {
  id: number;
  ticket_id: number;
  body: string;
  incoming: boolean;
  private: boolean;
  user_id: number;
  source: number;
  from_email: string | null;
  to_emails: string[];
  cc_emails: string[];
  bcc_emails: string[];
  attachment_ids: number[];
  last_edited_at: string | null;
  last_edited_user_id: number | null;
  created_at: string;
  updated_at: string;
}

/** The bytes are in a file next to the record. */
export interface AttachmentRecord {
  id: number;
  name: string;
  content_type: string;
  size: number;
  created_at: string;
}

export interface GroupRecord {
  id: number;
  name: string;
  description: string | null;
  created_at: string;
}

export type RecordStore = ReturnType<typeof openRecordStore>;

const FIRST_IDS = {
  contacts: 43_000_000_001,
  tickets: 1,
  conversations: 43_100_000_001,
  attachments: 43_200_000_001,
  groups: 43_300_000_001,
};

type Kind = keyof typeof FIRST_IDS;

/** Replaces the whole file, so that a killed process leaves no half-written one. */
const replaceFile = (path: string, data: string | Uint8Array) => {
  writeFileSync(`${path}.partial`, data);
  renameSync(`${path}.partial`, path);
};

/** Numbers the records of each kind; the id of a deleted record is never used again. */
const openIds = (file: string) => {
  const next: Record<Kind, number> = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { ...FIRST_IDS };

  return {
    take: (kind: Kind): number => {
      const id = next[kind];
      next[kind] = id + 1;
      replaceFile(file, JSON.stringify(next));

      return id;
    },
  };
};

const openKind = <T extends { id: number }>(folder: string) => {
  mkdirSync(folder, { recursive: true });
  const records = new Map<number, T>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const record: T = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    records.set(record.id, record);
  }

  return {
    find: (id: number | null) => (id === null ? undefined : records.get(id)),
    /** In the order of their ids. */
    list: () => [...records.values()].toSorted((a, b) => a.id - b.id),
    save: (record: T) => {
      replaceFile(join(folder, `${record.id}.json`), JSON.stringify(record));
      records.set(record.id, record);
    },
    remove: (id: number) => {
      rmSync(join(folder, `${id}.json`), { force: true });
      records.delete(id);
    },
  };
};

/** Opens the helpdesk's records, one file each. Each write is complete when it returns. */
export const openRecordStore = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const contentOf = (attachmentId: number) => join(folder, 'attachments', `${attachmentId}.bin`);

  return {
    contacts: openKind<ContactRecord>(join(folder, 'contacts')),
    tickets: openKind<TicketRecord>(join(folder, 'tickets')),
    conversations: openKind<ConversationRecord>(join(folder, 'conversations')),
    attachments: openKind<AttachmentRecord>(join(folder, 'attachments')),
    groups: openKind<GroupRecord>(join(folder, 'groups')),
    takeId: openIds(join(folder, 'next-ids.json')).take,
    saveContent: (attachmentId: number, bytes: Uint8Array) => replaceFile(contentOf(attachmentId), bytes),
    readContent: (attachmentId: number) => readFileSync(contentOf(attachmentId)),
    removeContent: (attachmentId: number) => rmSync(contentOf(attachmentId), { force: true }),
  };
};
