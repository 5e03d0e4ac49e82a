import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { ClientStats } from '#shared/contract/client.ts';
import type { NewService, Service, ServiceEdit, UnbilledDays } from '#shared/contract/services.ts';

/** The action of the audit row of a service that ended by its last day; nobody did it. */
export const SERVICE_ENDED = 'services.ended';

/** The prices of a service: those before its last change, each with the last day on which it counts, and the last one. */
export interface StoredPrices {
  earlier: readonly { until: string; amount: number }[];
  last: number;
}

export interface StoredService {
  userId: number;
  service: Service;
  prices: StoredPrices;
  /** True if an invoice bills the day that was asked about. */
  isDayBilled: boolean;
}

/** What becomes of a service; the fields that are not named stay. */
export interface ServiceChange extends Omit<ServiceEdit, 'pricePerMonth' | 'priceFrom'> {
  suspendedFor?: null;
  prices: StoredPrices;
}

export interface ServiceStore {
  /** Newest first; undefined if there is no such user. With `audit` the reading is written to the audit log. */
  listOf(userId: number, now: Date, audit?: ReadAudit): Promise<Service[] | undefined>;
  /** Undefined if there is no such user. */
  insert(userId: number, service: NewService, now: Date): Promise<Service | undefined>;
  /** Locks the account of a service until the transaction ends; undefined if there is no such service. */
  lockAccount(id: number): Promise<number | undefined>;
  /** Locks a service, whose account is locked, and says whether a day is billed. */
  lock(id: number, day: string | undefined, now: Date): Promise<StoredService | undefined>;
  update(id: number, change: ServiceChange, now: Date): Promise<Service | undefined>;
  /** Notes the last day of the service at what invoices bill of it. */
  delete(id: number, now: Date): Promise<{ userId: number; service: Service } | undefined>;
  /** Makes services inactive whose last day has passed, with activity and audit row; returns their number. */
  endPassed(limit: number, now: Date): Promise<number>;
  /** The days that no invoice bills, up to a day, oldest first; undefined if there is no such service. */
  listUnbilled(id: number, until: string, audit: ReadAudit): Promise<UnbilledDays[] | undefined>;
  /**
   * Number of active services, and of tickets that are Open or Pending or wait to be sent (D41), the tickets with the
   * latest answers, and whether anything was billed yet.
   */
  readClientStats(userId: number, answeredMax: number): Promise<ClientStats>;
}
