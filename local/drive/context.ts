import { listEffectivePermissions } from './effective-permissions.ts';
import { DriveError, fileNotFound } from './errors.ts';
import type { DirectPermission, DriveItem, ItemStore } from './items.ts';

export interface DriveContext {
  store: ItemStore;
  driveId: string;
  /** Email address of the calling account. */
  accountEmail: string;
}

/** True if the account has a permission for the item. The drive answers 'not found' about items without one. */
export const isVisible = ({ store, accountEmail }: DriveContext, item: DriveItem): boolean =>
  listEffectivePermissions(store, item).some(
    ({ emailAddress, type }) => emailAddress === accountEmail || type === 'anyone',
  );

/** Finds an item. Without supportsAllDrives in the request, an item of a shared drive does not exist for the caller. */
export const findItem = (context: DriveContext, fileId: string, query: URLSearchParams) => {
  const item = query.get('supportsAllDrives') === 'true' ? context.store.find(fileId) : undefined;
  if (!item || !isVisible(context, item)) {
    throw fileNotFound(fileId);
  }

  return item;
};

export const requireRole = (
  { store, accountEmail }: DriveContext,
  item: DriveItem,
  roles: DirectPermission['role'][],
) => {
  const own = listEffectivePermissions(store, item).find(({ emailAddress }) => emailAddress === accountEmail);
  if (!own || !roles.includes(own.role)) {
    throw new DriveError(
      403,
      'insufficientFilePermissions',
      'The user does not have sufficient permissions for this file.',
    );
  }
};
