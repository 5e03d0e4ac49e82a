import { type DirectPermission, type DriveItem, type ItemStore, ROLES } from './items.ts';

interface PermissionDetail {
  permissionType: 'member' | 'file';
  role: string;
  inherited: boolean;
  inheritedFrom?: string;
}

/** A permission as a caller sees it: set here, inherited from a folder or the drive, or both. */
type EffectivePermission = DirectPermission & { permissionDetails: PermissionDetail[] };

const isHigher = (role: DirectPermission['role'], other: DirectPermission['role']) =>
  ROLES.indexOf(role) > ROLES.indexOf(other);

export const listEffectivePermissions = (store: ItemStore, item: DriveItem): EffectivePermission[] => {
  const effective = new Map<string, EffectivePermission>();
  for (let holder: DriveItem | undefined = item; holder; holder = store.find(holder.parents[0] ?? '')) {
    for (const permission of holder.permissions) {
      const known = effective.get(permission.id);
      effective.set(permission.id, {
        ...permission,
        role: known && isHigher(known.role, permission.role) ? known.role : permission.role,
        permissionDetails: [
          ...(known?.permissionDetails ?? []),
          {
            permissionType: holder.parents.length === 0 ? 'member' : 'file',
            role: permission.role,
            ...(holder === item ? { inherited: false } : { inherited: true, inheritedFrom: holder.id }),
          },
        ],
      });
    }
  }

  return [...effective.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
};
