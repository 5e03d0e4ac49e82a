import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type DriveContext, requireRole } from './context.ts';
import { listEffectivePermissions } from './effective-permissions.ts';
import { DriveError, json } from './errors.ts';
import { type Shape, selectFields } from './fields.ts';
import { type DirectPermission, type DriveItem, ROLES } from './items.ts';
import { takePage } from './paging.ts';

const permissionInput = z
  .object({
    type: z.enum(['user', 'group', 'domain', 'anyone']),
    role: z.enum(ROLES),
    emailAddress: z.email().optional(),
    domain: z.string().min(1).optional(),
    allowFileDiscovery: z.boolean().optional(),
  })
  .refine(({ type, emailAddress }) => !['user', 'group'].includes(type) || emailAddress !== undefined)
  .refine(({ type, domain }) => type !== 'domain' || domain !== undefined);

const PERMISSION_SHAPE: Shape = {
  kind: true,
  id: true,
  type: true,
  role: true,
  emailAddress: true,
  domain: true,
  allowFileDiscovery: true,
  permissionDetails: { permissionType: true, role: true, inherited: true, inheritedFrom: true },
};
const DEFAULT_FIELDS = 'kind,id,type,role';

const MAY_SHARE: DirectPermission['role'][] = ['fileOrganizer', 'organizer'];

export const listPermissions = ({ store }: DriveContext, item: DriveItem, query: URLSearchParams) => {
  const { page, nextPageToken } = takePage(
    listEffectivePermissions(store, item),
    (permission) => permission.id,
    query,
    { usualSize: 100, maxSize: 100 },
  );
  const list = {
    kind: 'drive#permissionList',
    permissions: page.map((permission) => ({ kind: 'drive#permission', ...permission })),
    nextPageToken,
  };

  return json(
    200,
    selectFields(
      list,
      { kind: true, nextPageToken: true, permissions: PERMISSION_SHAPE },
      query.get('fields') ?? `kind,nextPageToken,permissions(${DEFAULT_FIELDS})`,
    ),
  );
};

export const createPermission = (
  context: DriveContext,
  item: DriveItem,
  query: URLSearchParams,
  body: unknown,
) => {
  requireRole(context, item, MAY_SHARE);
  const parsed = permissionInput.safeParse(body);
  if (!parsed.success) {
    throw new DriveError(400, 'badRequest', 'The permission is not valid.');
  }
  const permission: DirectPermission = { id: toPermissionId(parsed.data), ...parsed.data };

  context.store.save({
    ...item,
    permissions: [...item.permissions.filter(({ id }) => id !== permission.id), permission],
  });

  return json(
    200,
    selectFields(
      { kind: 'drive#permission', ...permission },
      PERMISSION_SHAPE,
      query.get('fields') ?? DEFAULT_FIELDS,
    ),
  );
};

export const deletePermission = (context: DriveContext, item: DriveItem, permissionId: string) => {
  requireRole(context, item, MAY_SHARE);
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

/**
 * Returns the id of a permission, which Google derives from its grantee, so the same person has the same id everywhere.
 */
export const toPermissionId = ({
  type,
  emailAddress,
  domain,
}: Pick<DirectPermission, 'type' | 'emailAddress' | 'domain'>) => {
  if (type === 'anyone') {
    return 'anyoneWithLink';
  }
  const digest = createHash('sha256')
    .update(`${type}:${emailAddress ?? domain}`.toLowerCase())
    .digest();

  return digest.readBigUInt64BE().toString().padStart(20, '0');
};
