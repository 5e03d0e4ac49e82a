import type { DirectPermission, DriveItem, ItemStore } from './items.ts';

/** A permission as a caller sees it: set here, inherited from a folder or the drive, or both. */
interface EffectivePermission extends DirectPermission {
  permissionDetails: { inherited: boolean }[];
}

export const listEffectivePermissions = (store: ItemStore, item: DriveItem): EffectivePermission[] => {
  const effective = new Map<string, EffectivePermission>();
  for (let holder: DriveItem | undefined = item; holder; holder = store.find(holder.parents[0] ?? '')) {
    for (const permission of holder.permissions) {
      const known = effective.get(permission.id) ?? { ...permission, permissionDetails: [] };
      known.permissionDetails.push({ inherited: holder !== item });
      effective.set(permission.id, known);
    }
  }

  return [...effective.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
};
