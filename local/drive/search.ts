import * as z from 'zod';
import { invalidParameter } from './errors.ts';
import type { DriveItem } from './items.ts';

interface Search {
  parent: string;
  matches: (item: DriveItem) => boolean;
}

const FORM =
  /^'([^'\\]+)' in parents and trashed = false(?: and appProperties has \{ key='([^'\\]+)' and value='([^'\\]+)' \} and createdTime < '([^'\\]+)')?$/;

const time = z.iso.datetime({ offset: true });

/**
 * Reads the `q` of files.list in the two forms that the portal sends: the files in a folder, and those among them with
 * a property that were created before a time. Refuses any other as Google refuses an invalid one, with 400 for q.
 *
 * https://developers.google.com/workspace/drive/api/guides/ref-search-terms
 */
export const readSearch = (q: string): Search => {
  const [, parent, key, value, createdBefore] = FORM.exec(q) ?? [];
  if (parent === undefined || (createdBefore !== undefined && !time.safeParse(createdBefore).success)) {
    throw invalidParameter('q');
  }

  return {
    parent,
    matches: ({ parents, trashed, appProperties, createdTime }) =>
      parents.includes(parent) &&
      !trashed &&
      (key === undefined || appProperties[key] === value) &&
      (createdBefore === undefined || Date.parse(createdTime) < Date.parse(createdBefore)),
  };
};
