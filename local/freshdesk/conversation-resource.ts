import type { FreshdeskContext } from './context.ts';
import { toPlainText } from './html-text.ts';
import { withPictureAddresses } from './inline-pictures.ts';
import type { ConversationRecord } from './records.ts';
import { toAttachmentResources } from './stored-files.ts';

/** https://developers.freshdesk.com/api/#conversations: the kinds that the stand-in creates. */
export const REPLY = 0;
export const NOTE = 2;

export const SUPPORT_EMAIL = 'support@owconnect.example';

export const toConversationResource = (context: FreshdeskContext, entry: ConversationRecord) => {
  const { attachment_ids, ...fields } = entry;

  return {
    ...fields,
    body: withPictureAddresses(context, entry.body),
    body_text: toPlainText(entry.body),
    support_email: entry.source === REPLY ? SUPPORT_EMAIL : null,
    attachments: toAttachmentResources(context, attachment_ids),
  };
};
