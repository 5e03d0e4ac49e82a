import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { ClientStats } from '#shared/contract/client.ts';
import type { NewService, Service, ServiceEdit } from '#shared/contract/services.ts';

export interface ChangedService {
  userId: number;
  service: Service;
  /** The sent fields whose value is new. */
  changed: (keyof ServiceEdit)[];
}

export interface ServiceStore {
  /** Newest first; undefined if there is no such user. With `audit` the reading is written to the audit log. */
  listOf(userId: number, audit?: ReadAudit): Promise<Service[] | undefined>;
  /** Undefined if there is no such user. */
  insert(userId: number, service: NewService): Promise<Service | undefined>;
  /** Undefined if there is no such service. */
  update(id: number, edit: ServiceEdit, now: Date): Promise<ChangedService | undefined>;
  delete(id: number): Promise<{ userId: number; service: Service } | undefined>;
  /**
   * Number of active services, and of tickets that are Open or Pending or wait to be sent (D41), the tickets with the
   * latest answers, and whether anything was billed yet.
   */
  readClientStats(userId: number, answeredMax: number): Promise<ClientStats>;
}
