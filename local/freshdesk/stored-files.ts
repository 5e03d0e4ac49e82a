import type { FreshdeskContext } from './context.ts';
import { toInstant } from './context.ts';
import { validationFailed } from './errors.ts';
import type { AttachmentRecord } from './records.ts';

/** Limit of all files of a ticket and its conversation: https://developers.freshdesk.com/api/#attachments */
const BYTES_MAX = 20 * 1024 * 1024;

/** Stores the files of a request and returns their ids. */
export const storeFiles = async (
  { store, now }: FreshdeskContext,
  files: readonly File[],
  bytesBefore: number,
): Promise<number[]> => {
  const bytes = files.reduce((sum, { size }) => sum + size, bytesBefore);
  if (bytes > BYTES_MAX) {
    throw validationFailed({
      field: 'attachments',
      message: `Invalid size. The total size of the attachments should be less than 20 MB`,
      code: 'invalid_size',
    });
  }

  return Promise.all(
    files.map(async (file) => {
      const record: AttachmentRecord = {
        id: store.takeId('attachments'),
        name: file.name,
        content_type: file.type || 'application/octet-stream',
        size: file.size,
        created_at: toInstant(now()),
      };
      store.saveContent(record.id, new Uint8Array(await file.arrayBuffer()));
      store.attachments.save(record);

      return record.id;
    }),
  );
};

export const countAttachmentBytes = ({ store }: FreshdeskContext, ticketId: number): number => {
  const ids = [
    ...(store.tickets.find(ticketId)?.attachment_ids ?? []),
    ...store.conversations
      .list()
      .flatMap((entry) => (entry.ticket_id === ticketId ? entry.attachment_ids : [])),
  ];

  return ids.reduce((sum, id) => sum + (store.attachments.find(id)?.size ?? 0), 0);
};

/** Describes attachments; each call signs a new address. */
export const toAttachmentResources = ({ store, signUrl }: FreshdeskContext, ids: readonly number[]) =>
  ids
    .flatMap((id) => store.attachments.find(id) ?? [])
    .map((attachment) => ({
      ...attachment,
      attachment_url: signUrl(attachment),
      updated_at: attachment.created_at,
    }));

export const removeAttachment = ({ store }: FreshdeskContext, id: number) => {
  store.attachments.remove(id);
  store.removeContent(id);
};
