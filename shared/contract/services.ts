import * as z from 'zod';
import { normaliseMsisdn } from '#shared/number-rules.ts';
import {
  amount,
  date,
  id,
  idInPath,
  noContent,
  ofClient,
  optionalCode,
  optionalText,
  requiredText,
  storableDay,
  textOrNull,
  timestamp,
} from './fields.ts';
import { NAME_LENGTH_MAX, SERVICE_STATUSES } from './limits.ts';
import { defineRoutes } from './route.ts';

/** PostgreSQL has no year 0. */
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/;
const MONTH_FORM = 'Month must be like 2026-11';

export const SERVICE_CATEGORIES = ['SIM Card', 'Internet', 'Voice', 'Other'] as const;

const dayOrNull = storableDay.nullable().optional();

const serviceFields = z.object({
  serviceCategory: requiredText(NAME_LENGTH_MAX, 'Service category is required'),
  accountType: optionalText(NAME_LENGTH_MAX),
  accountUsername: optionalCode(NAME_LENGTH_MAX),
  msisdn: optionalCode(NAME_LENGTH_MAX, normaliseMsisdn),
  simSerialNumber: optionalCode(NAME_LENGTH_MAX),
  pricePerMonth: amount.min(0, 'Price must be 0 or more'),
  status: z.enum(SERVICE_STATUSES),
  /** The first and the last day to bill (D67); null takes it away. */
  billFrom: dayOrNull,
  billUntil: dayOrNull,
  /** The day from which the price counts; without it, from today or the day after the last billed one. */
  priceFrom: storableDay.optional(),
});

export const serviceBody = serviceFields.extend({
  /** Must equal the user id in the path. */
  userId: id.optional(),
  serviceCategory: serviceFields.shape.serviceCategory.default('SIM Card'),
  pricePerMonth: serviceFields.shape.pricePerMonth.default(0),
  status: serviceFields.shape.status.default('active'),
});

export type NewService = z.infer<typeof serviceBody>;

export const serviceEdit = serviceFields.partial();
export type ServiceEdit = z.infer<typeof serviceEdit>;

/** A price a month, and the day from which it counts. */
export const priceFrom = z.object({ from: date, amount });

export const SUSPENDED_FOR = ['non-payment'] as const;

/** A service as the admin forms name it. */
export const service = z.object({
  id,
  serviceCategory: z.string(),
  accountType: textOrNull,
  accountUsername: textOrNull,
  msisdn: textOrNull,
  simSerialNumber: textOrNull,
  /** The price of today. */
  pricePerMonth: amount,
  status: z.string(),
  billFrom: date.nullable(),
  billUntil: date.nullable(),
  /** The last day that an invoice bills. */
  billedUntil: date.nullable(),
  /** The price of today, and what is planned. */
  prices: z.array(priceFrom),
  suspendedFor: z.enum(SUSPENDED_FOR).nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Service = z.infer<typeof service>;

/** Days of a service that an invoice bills. */
const billedService = z.object({
  serviceId: id,
  from: date,
  to: date,
  invoiceId: id,
  invoiceNumber: z.string(),
});
export type BilledService = z.infer<typeof billedService>;

/** Days of a service that no invoice bills, up to a day: a row for each month, price and gap. */
const unbilledDays = z.object({
  from: date,
  to: date,
  days: z.number().int(),
  ofDays: z.number().int(),
  pricePerMonth: amount,
  amount,
});
export type UnbilledDays = z.infer<typeof unbilledDays>;

export const services = defineRoutes('services', {
  list: {
    method: 'GET',
    path: '/api/admin/users/{userId}/services',
    summary: "A client's services, newest first",
    access: 'admin',
    uses: ['database'],
    params: ofClient,
    response: z.array(service),
    readsBesideCheck: true,
  },
  billed: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/billed-services',
    summary:
      'The invoices on which a month of the services of a client stands, or any day from one on, void ones left out',
    access: 'admin',
    uses: ['database'],
    params: z.object({ User_Id: idInPath }),
    query: z
      .object({
        month: z.stringFormat('month', MONTH, { error: MONTH_FORM }).optional(),
        since: storableDay.optional(),
      })
      .refine(({ month, since }) => (month === undefined) !== (since === undefined), {
        error: MONTH_FORM,
        path: ['month'],
      }),
    response: z.array(billedService),
    readsBesideCheck: true,
  },
  unbilled: {
    method: 'GET',
    path: '/api/admin/services/{id}/unbilled',
    summary: 'The days of a service that no invoice bills, up to a day, with what they cost',
    access: 'admin',
    uses: ['database'],
    params: z.object({ id: idInPath }),
    query: z.object({ until: storableDay }),
    response: z.array(unbilledDays),
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  create: {
    method: 'POST',
    path: '/api/admin/users/{userId}/services',
    summary: 'Add a service to a client',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: ofClient,
    body: serviceBody,
    response: service,
    status: 201,
    keeps: 'answer',
  },
  update: {
    method: 'PUT',
    path: '/api/admin/services/{id}',
    summary: 'Change a service: only the fields that are sent',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: z.object({ id: idInPath }),
    body: serviceEdit,
    response: service,
    refuses: ['unprocessable'],
  },
  delete: {
    method: 'DELETE',
    path: '/api/admin/services/{id}',
    summary: 'Delete a service',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: z.object({ id: idInPath }),
    response: noContent,
    status: 204,
  },
});
