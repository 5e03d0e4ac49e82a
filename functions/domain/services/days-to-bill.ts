import type { NewService, Service, ServiceEdit } from '#shared/contract/services.ts';
import { nameDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';

/** The first and the last day to bill. */
type DaysToBill = Pick<Service, 'billFrom' | 'billUntil'>;

/** Refuses a last day before the first, at the field that was typed. */
const refuseOrder = ({ billFrom, billUntil }: DaysToBill, field: keyof DaysToBill) => {
  if (billFrom !== null && billUntil !== null && billUntil < billFrom) {
    const sentence = `The last day must not be before the first, ${nameDay(billFrom)}`;
    throw new AppError('invalid_request', sentence, { fields: { [field]: sentence } });
  }
};

/** A service that is created active is billed from today on, unless a day is named (D67). */
export const daysOfNew = (
  { status, billFrom, billUntil }: Pick<NewService, 'status' | 'billFrom' | 'billUntil'>,
  today: string,
): DaysToBill => {
  const days = {
    billFrom: billFrom ?? (status === 'active' ? today : null),
    billUntil: billUntil ?? null,
  };
  refuseOrder(days, 'billUntil');

  return days;
};

/** Days on which a service was not active are never billed: it begins today, or on a day that is named or to come. */
const whenActive = (typed: DaysToBill, isNamed: boolean, today: string): DaysToBill => ({
  billFrom: typed.billFrom !== null && (isNamed || typed.billFrom >= today) ? typed.billFrom : today,
  billUntil: typed.billUntil !== null && typed.billUntil < today ? null : typed.billUntil,
});

/** A service ends today, unless a last day is known. What was not active before, or never began, leaves nothing to bill. */
const whenInactive = (
  typed: DaysToBill,
  stored: Pick<Service, 'billFrom' | 'status'>,
  today: string,
): DaysToBill => {
  const billUntil = typed.billUntil ?? today;
  const isNamed = typed.billFrom !== stored.billFrom;
  const hasBegun = stored.status === 'active' && typed.billFrom !== null && typed.billFrom <= billUntil;

  return { billFrom: isNamed || hasBegun ? typed.billFrom : null, billUntil };
};

/** Returns the first and the last day to bill after an edit (D67). */
export const daysAfterEdit = (
  stored: Pick<Service, 'status' | 'billFrom' | 'billUntil'>,
  edit: Pick<ServiceEdit, 'status' | 'billFrom' | 'billUntil'>,
  today: string,
): DaysToBill => {
  const { billFrom, billUntil } = edit;
  const typed = {
    billFrom: billFrom === undefined ? stored.billFrom : billFrom,
    billUntil: billUntil === undefined ? stored.billUntil : billUntil,
  };
  const becomes = edit.status === stored.status ? undefined : edit.status;
  const days = becomes === 'active' ? whenActive(typed, billFrom !== undefined, today) : typed;
  if (billFrom !== undefined || billUntil !== undefined) {
    refuseOrder(days, billUntil === undefined ? 'billFrom' : 'billUntil');
  }

  return becomes === 'inactive' ? whenInactive(typed, stored, today) : days;
};
