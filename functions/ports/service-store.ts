import type { Service, ServiceEdit } from '#shared/contract/services.ts';

export interface ServiceStore {
  listOf(userId: number): Promise<Service[]>;
  /** Undefined if there is no such user. */
  insert(
    userId: number,
    service: Omit<Service, 'id' | 'createdAt' | 'updatedAt'>,
  ): Promise<Service | undefined>;
  /** The changed service and whose it is; undefined if there is no such service. */
  update(id: number, edit: ServiceEdit, now: Date): Promise<{ userId: number; service: Service } | undefined>;
  delete(id: number): Promise<{ userId: number; service: Service } | undefined>;
  countActiveOf(userId: number): Promise<number>;
}
