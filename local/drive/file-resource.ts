import type { DriveContext } from './context.ts';
import { json } from './errors.ts';
import { selectFields } from './fields.ts';
import type { DriveItem, ItemStore } from './items.ts';

/** The fields of a file that the portal reads. */
export const FILE_FIELDS = { id: true, name: true, mimeType: true, driveId: true, trashed: true } as const;

/** Returns the id of the shared drive above an item's folders. */
const driveIdOf = (store: ItemStore, item: DriveItem): string => {
  const [parent] = item.parents;
  const above = parent === undefined ? undefined : store.find(parent);

  return above ? driveIdOf(store, above) : (parent ?? item.id);
};

export const toResource = ({ store }: DriveContext, item: DriveItem) => ({
  id: item.id,
  name: item.name,
  mimeType: item.mimeType,
  driveId: driveIdOf(store, item),
  trashed: item.trashed,
});

export const answerFile = (context: DriveContext, item: DriveItem, query: URLSearchParams) =>
  json(200, selectFields(toResource(context, item), FILE_FIELDS, query));
