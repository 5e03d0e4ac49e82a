import { FileText, Trash2 } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';
import { calendarDay } from '../../lib/address/search-params.ts';
import type { ServiceDay } from './service-title.ts';

const SERVICES = { over: 'record', at: { tab: 'services' } } as const;

/** Reads a service and a day, such as '3:2026-11-29'. */
export const readServiceDay = (text: string): ServiceDay | undefined => {
  const [id = '', tail] = text.split(':');
  const serviceId = readId(id);
  const day = calendarDay(tail);

  return serviceId && day ? { serviceId, day } : undefined;
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
    /** The day is the first that the service no longer has. */
    readSubject: readServiceDay,
    load: async () => (await import('./ended-service-dialog.tsx')).EndedServiceDialog,
  },
};
