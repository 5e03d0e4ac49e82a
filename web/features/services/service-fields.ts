import * as z from 'zod';
import type { RequestInput } from '#shared/contract/index.ts';
import { SERVICE_CATEGORIES, type Service, serviceBody } from '#shared/contract/services.ts';
import { entryFromAmount } from '../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { serviceStatusOf } from './service-status.ts';
import { daysOfStatus } from './worded-days.ts';

const {
  serviceCategory,
  accountType,
  accountUsername,
  msisdn,
  simSerialNumber,
  pricePerMonth,
  status,
  billFrom,
  billUntil,
  priceFrom,
} = serviceBody.shape;

/** A day as a date field holds it: empty for none. */
const dayEntry = z.string().transform((day) => day || null);

/** The contract's service as form values: every field is present, and the price is text as typed. */
export const serviceForm = z.object({
  serviceCategory: serviceCategory.unwrap(),
  accountType: accountType.nonoptional(),
  accountUsername: accountUsername.nonoptional(),
  msisdn: msisdn.nonoptional(),
  simSerialNumber: simSerialNumber.nonoptional(),
  pricePerMonth: amountEntry.pipe(pricePerMonth.unwrap()),
  status: status.unwrap(),
  billFrom: dayEntry.pipe(billFrom.unwrap()),
  billUntil: dayEntry.pipe(billUntil.unwrap()),
  priceFrom: z
    .string()
    .transform((day) => day || undefined)
    .pipe(priceFrom),
});
export type ServiceForm = z.input<typeof serviceForm>;
export type ServiceFields = z.output<typeof serviceForm>;

/** Returns the first values of the form, on this day. */
export const serviceFormValues = (service: Service | undefined, today: string): ServiceForm => {
  const status = service ? serviceStatusOf(service.status) : 'active';

  return {
    serviceCategory: service?.serviceCategory ?? SERVICE_CATEGORIES[0],
    accountType: service?.accountType ?? '',
    accountUsername: service?.accountUsername ?? '',
    msisdn: service?.msisdn ?? '',
    simSerialNumber: service?.simSerialNumber ?? '',
    pricePerMonth: entryFromAmount(service?.pricePerMonth ?? 0),
    status,
    ...daysOfStatus(service, status, today),
    priceFrom: '',
  };
};

/**
 * Returns what is sent: of the days only those that somebody named, because the server moves the others with the status
 * (D67).
 */
export const serviceBodyOf = (
  service: Service | undefined,
  { billFrom, billUntil, ...fields }: ServiceFields,
  today: string,
): RequestInput<'services.create'>['body'] => {
  const usual = daysOfStatus(service, fields.status, today);

  return {
    ...fields,
    ...((billFrom ?? '') !== usual.billFrom && { billFrom }),
    ...((billUntil ?? '') !== usual.billUntil && { billUntil }),
  };
};
