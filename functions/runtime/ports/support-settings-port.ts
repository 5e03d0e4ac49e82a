import * as z from 'zod';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import { readSettings } from '#functions/runtime/settings.ts';

const count = z.coerce.number().int().positive();

const settings = readSettings({
  HELPDESK_URL: z.string(),
  /** With {id} in place of the contact's id. */
  HELPDESK_CONTACT_URL: z.string(),
  HELPDESK_READS_PER_CLIENT_MINUTE: count,
  HELPDESK_WRITES_PER_CLIENT_MINUTE: count,
  HELPDESK_TICKETS_PER_CLIENT_HOUR: count,
  HELPDESK_REPLIES_PER_CLIENT_HOUR: count,
});

export const supportSettings: SupportSettings = {
  isOn: settings.HELPDESK_URL !== '',
  shares: {
    readsPerMinute: settings.HELPDESK_READS_PER_CLIENT_MINUTE,
    writesPerMinute: settings.HELPDESK_WRITES_PER_CLIENT_MINUTE,
    ticketsPerHour: settings.HELPDESK_TICKETS_PER_CLIENT_HOUR,
    repliesPerHour: settings.HELPDESK_REPLIES_PER_CLIENT_HOUR,
  },
  contactUrl: (contactId) => settings.HELPDESK_CONTACT_URL.replace('{id}', String(contactId)),
};
