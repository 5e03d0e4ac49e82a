import * as z from 'zod';
import { amount, date, id, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';
import { priceFrom, SUSPENDED_FOR } from './services.ts';

export const ACTIVITIES_MAX = 20;
/** Number of answered tickets that the figures name, those with the latest answers. */
export const ANSWERED_TICKETS_MAX = 20;

export const clientService = z.object({
  id,
  serviceName: z.string(),
  serviceDescription: z.string(),
  serviceType: z.string(),
  serviceCategory: z.string(),
  username: z.string().nullable(),
  msisdn: z.string().nullable(),
  simSerialNumber: z.string().nullable(),
  status: z.enum(['Active', 'Inactive', 'Pending', 'Suspended']),
  /** The price of today. */
  monthlyCost: amount,
  /** The last day that an invoice bills, and the last one that any will. */
  billedUntil: date.nullable(),
  billUntil: date.nullable(),
  nextPrice: priceFrom.nullable(),
  suspendedFor: z.enum(SUSPENDED_FOR).nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type ClientService = z.infer<typeof clientService>;

export const activity = z.object({
  id,
  activityType: z.enum(['login', 'payment', 'support', 'service_change']),
  description: z.string(),
  date: timestamp,
});
export type Activity = z.infer<typeof activity>;

/** A ticket that the helpdesk has answered, in the words of the list of tickets. */
export const answeredTicket = z.object({ id, agent_responded_at: timestamp });
export type AnsweredTicket = z.infer<typeof answeredTicket>;

export const clientStats = z.object({
  activeServices: z.number().int(),
  openTickets: z.number().int(),
  /** Those at the helpdesk in which the client has to act next (status Pending). */
  waitingTickets: z.number().int(),
  /** True once the account has an entry in the ledger, such as its first invoice. */
  isBilled: z.boolean(),
  /** Null until our copy of the tickets was filled for the first time. */
  answeredTickets: z.array(answeredTicket).nullable(),
});
export type ClientStats = z.infer<typeof clientStats>;

export const client = defineRoutes('client', {
  stats: {
    method: 'GET',
    path: '/api/client/stats',
    summary: `How many active services and open tickets the client has, whether anything was billed yet, and the ${ANSWERED_TICKETS_MAX} tickets that were answered last`,
    access: 'client',
    uses: ['database'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: clientStats,
  },
  services: {
    method: 'GET',
    path: '/api/client/services',
    summary: "The client's services",
    access: 'client',
    uses: ['database'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: z.array(clientService),
  },
  activities: {
    method: 'GET',
    path: '/api/client/activities',
    summary: `What happened lately, the newest ${ACTIVITIES_MAX}`,
    access: 'client',
    uses: ['database'],
    readsBesideCheck: true,
    isFirstRead: true,
    response: z.array(activity),
  },
});
