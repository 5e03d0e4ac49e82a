import { FileText, Trash2 } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';
import { calendarDay } from '../../lib/address/search-params.ts';
import type { Ended } from './service-title.ts';

const SERVICES = { over: 'record', at: { tab: 'services' } } as const;

/** Reads a service and a day, such as '3:2026-11-29'. */
export const readServiceAndDay = (text: string): { serviceId: number; day: string } | undefined => {
  const [id = '', tail] = text.split(':');
  const serviceId = readId(id);
  const day = calendarDay(tail);

  return serviceId && day ? { serviceId, day } : undefined;
};

const readEnded = (text: string): Ended | undefined => {
  const read = readServiceAndDay(text);

  return read && { serviceId: read.serviceId, since: read.day };
};

/** The dialogs about a client's service. */
export const SERVICE_DIALOGS: DialogTable<'service.delete' | 'service.ended'> = {
  'service.delete': {
    ...SERVICES,
    label: 'Delete',
    icon: Trash2,
    isDestructive: true,
    title: 'Delete service?',
    role: 'alertdialog',
    size: 'sm',
    readSubject: readId,
    load: async () => (await import('./delete-service-dialog.tsx')).DeleteServiceDialog,
  },
  'service.ended': {
    ...SERVICES,
    label: 'Credit the days after its end?',
    icon: FileText,
    readSubject: readEnded,
    load: async () => (await import('./ended-service-dialog.tsx')).EndedServiceDialog,
  },
};
