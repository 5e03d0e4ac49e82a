import * as z from 'zod';
import { SERVICE_CATEGORIES, type Service, serviceBody } from '#shared/contract/services.ts';
import { entryFromAmount } from '../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { serviceStatusOf } from './service-status.ts';

const { serviceCategory, accountType, accountUsername, msisdn, simSerialNumber, pricePerMonth, status } =
  serviceBody.shape;

/** The contract's service as form values: every field is present, and the price is text as typed. */
export const serviceForm = z.object({
  serviceCategory: serviceCategory.unwrap(),
  accountType: accountType.nonoptional(),
  accountUsername: accountUsername.nonoptional(),
  msisdn: msisdn.nonoptional(),
  simSerialNumber: simSerialNumber.nonoptional(),
  pricePerMonth: amountEntry.pipe(pricePerMonth.unwrap()),
  status: status.unwrap(),
});
export type ServiceForm = z.input<typeof serviceForm>;

const NEW_SERVICE: ServiceForm = {
  serviceCategory: SERVICE_CATEGORIES[0],
  accountType: '',
  accountUsername: '',
  msisdn: '',
  simSerialNumber: '',
  pricePerMonth: entryFromAmount(0),
  status: 'active',
};

export const serviceFormValues = (service: Service | undefined): ServiceForm =>
  service
    ? {
        serviceCategory: service.serviceCategory,
        accountType: service.accountType ?? '',
        accountUsername: service.accountUsername ?? '',
        msisdn: service.msisdn ?? '',
        simSerialNumber: service.simSerialNumber ?? '',
        pricePerMonth: entryFromAmount(service.pricePerMonth),
        status: serviceStatusOf(service.status),
      }
    : NEW_SERVICE;
