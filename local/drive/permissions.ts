import { type DriveContext, requireRole } from './context.ts';
import { listEffectivePermissions } from './effective-permissions.ts';
import { DriveError, json } from './errors.ts';
import { selectFields } from './fields.ts';
import type { DriveItem } from './items.ts';
import { takePage } from './paging.ts';

/** Google's maximum for one page of permissions. */
const PAGE_MAX = 100;

export const listPermissions = ({ store }: DriveContext, item: DriveItem, query: URLSearchParams) => {
  const { page, nextPageToken } = takePage(listEffectivePermissions(store, item), query, PAGE_MAX);

  return json(
    200,
    selectFields(
      { nextPageToken, permissions: page },
      { nextPageToken: true, permissions: { id: true, type: true, permissionDetails: { inherited: true } } },
      query,
    ),
  );
};

export const deletePermission = (context: DriveContext, item: DriveItem, permissionId: string) => {
  requireRole(context, item, ['fileOrganizer', 'organizer']);
  const isDirect = item.permissions.some(({ id }) => id === permissionId);
  if (!isDirect && listEffectivePermissions(context.store, item).some(({ id }) => id === permissionId)) {
    throw new DriveError(
      403,
      'cannotModifyInheritedTeamDrivePermission',
      'Cannot update or delete an inherited permission on a shared drive item.',
    );
  }
  if (!isDirect) {
    throw new DriveError(404, 'notFound', `Permission not found: ${permissionId}.`, {
      location: 'permissionId',
      locationType: 'parameter',
    });
  }

  context.store.save({ ...item, permissions: item.permissions.filter(({ id }) => id !== permissionId) });

  return { status: 204 };
};
