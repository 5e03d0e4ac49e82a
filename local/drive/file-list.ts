import { type DriveContext, isVisible } from './context.ts';
import { DriveError, driveNotFound, fileNotFound, invalidParameter, json } from './errors.ts';
import { type Shape, selectFields } from './fields.ts';
import { DEFAULT_FIELDS, FILE_SHAPE, toResource } from './file-resource.ts';
import type { DriveItem } from './items.ts';
import { takePage } from './paging.ts';
import { parseSearch } from './search.ts';

const LIST_SHAPE: Shape = { kind: true, nextPageToken: true, incompleteSearch: true, files: FILE_SHAPE };

const ORDER_BY = /^(createdTime|modifiedTime|name)( desc)?$/;

/** Returns the items that a list searches: without corpora=drive and the drive's id, none of a shared drive. */
const searchableItems = (context: DriveContext, query: URLSearchParams) => {
  const { store, driveId } = context;
  const corpora = query.get('corpora') ?? 'user';
  const isForOneDrive = corpora === 'drive';
  if (!['user', 'domain', 'drive', 'allDrives'].includes(corpora)) {
    throw invalidParameter('corpora');
  }
  if (isForOneDrive !== query.has('driveId')) {
    throw invalidParameter(
      'driveId',
      'The driveId parameter must be specified if and only if corpora is set to drive.',
    );
  }

  const includesSharedDrives = query.get('includeItemsFromAllDrives') === 'true';
  if (includesSharedDrives && query.get('supportsAllDrives') !== 'true') {
    throw new DriveError(
      403,
      'teamDrivesNotSupported',
      'The includeItemsFromAllDrives parameter requires supportsAllDrives to be true.',
    );
  }
  if (['drive', 'allDrives'].includes(corpora) && !includesSharedDrives) {
    throw invalidParameter(
      'includeItemsFromAllDrives',
      'The includeItemsFromAllDrives parameter must be set to true for this corpora.',
    );
  }
  const drive = store.find(driveId);
  if (isForOneDrive && !(drive && query.get('driveId') === driveId && isVisible(context, drive))) {
    throw driveNotFound(query.get('driveId') ?? '');
  }
  // Google names no file here: 'File not found: .'
  const [, parent] = /'([^']+)' in parents/.exec(query.get('q') ?? '') ?? [];
  if (parent && parent !== 'root' && !store.find(parent)) {
    throw fileNotFound('');
  }

  return includesSharedDrives && corpora !== 'user'
    ? store.list().filter((item) => isVisible(context, item))
    : [];
};

export const listFiles = (context: DriveContext, query: URLSearchParams) => {
  const [, field = 'createdTime', descending] = ORDER_BY.exec(query.get('orderBy') ?? 'createdTime') ?? [];
  if (query.has('orderBy') && !ORDER_BY.test(query.get('orderBy') ?? '')) {
    throw invalidParameter('orderBy');
  }
  const keyOf = (item: DriveItem) => `${item[field as 'createdTime' | 'modifiedTime' | 'name']} ${item.id}`;
  const isDescending = descending !== undefined;
  const matches = parseSearch(query.get('q') || 'trashed = true or trashed = false');

  const found = searchableItems(context, query)
    .filter((item) => item.id !== context.driveId && context.listLag.hasPassed(item.id) && matches(item))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) !== isDescending ? -1 : 1));
  const { page, nextPageToken } = takePage(found, keyOf, query, {
    usualSize: 100,
    maxSize: 1000,
    isDescending,
  });
  const list = {
    kind: 'drive#fileList',
    nextPageToken,
    incompleteSearch: false,
    files: page.map((item) => toResource(context, item)),
  };
  const fields = query.get('fields') ?? `kind,nextPageToken,incompleteSearch,files(${DEFAULT_FIELDS})`;

  return json(200, selectFields(list, LIST_SHAPE, fields));
};
