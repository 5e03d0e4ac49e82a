import type { DriveContext } from './context.ts';
import { listEffectivePermissions } from './effective-permissions.ts';
import { json } from './errors.ts';
import { type Shape, selectFields } from './fields.ts';
import type { DriveItem, ItemStore } from './items.ts';

export const FILE_SHAPE: Shape = {
  kind: true,
  id: true,
  name: true,
  mimeType: true,
  description: true,
  parents: true,
  appProperties: true,
  driveId: true,
  createdTime: true,
  modifiedTime: true,
  trashed: true,
  size: true,
  md5Checksum: true,
  ownedByMe: true,
  permissionIds: true,
  hasAugmentedPermissions: true,
  webViewLink: true,
};
export const DEFAULT_FIELDS = 'kind,id,name,mimeType,driveId';

export const answerFile = (context: DriveContext, item: DriveItem, query: URLSearchParams) =>
  json(200, selectFields(toResource(context, item), FILE_SHAPE, query.get('fields') ?? DEFAULT_FIELDS));

/** Returns the id of the shared drive above an item's folders. */
const driveIdOf = (store: ItemStore, item: DriveItem): string => {
  const [parent] = item.parents;
  const above = parent === undefined ? undefined : store.find(parent);

  return above ? driveIdOf(store, above) : (parent ?? item.id);
};

export const toResource = (context: DriveContext, item: DriveItem) => ({
  kind: 'drive#file',
  id: item.id,
  name: item.name,
  mimeType: item.mimeType,
  description: item.description,
  parents: item.parents,
  appProperties: Object.keys(item.appProperties).length > 0 ? item.appProperties : undefined,
  driveId: driveIdOf(context.store, item),
  createdTime: item.createdTime,
  modifiedTime: item.modifiedTime,
  trashed: item.trashed,
  size: item.content && String(item.content.sizeBytes),
  md5Checksum: item.content?.md5Checksum,
  ownedByMe: false,
  permissionIds: listEffectivePermissions(context.store, item).map(({ id }) => id),
  hasAugmentedPermissions: item.permissions.length > 0,
  webViewLink: `https://drive.google.com/file/d/${item.id}/view?usp=drivesdk`,
});
