import { type DriveContext, isVisible } from './context.ts';
import { DriveError, driveNotFound, fileNotFound, invalidParameter, json } from './errors.ts';
import { selectFields } from './fields.ts';
import { FILE_FIELDS, toResource } from './file-resource.ts';
import { readPageSize } from './paging.ts';
import { readSearch } from './search.ts';

/** Without these parameters, Google leaves the items of a shared drive out of a list or refuses it. */
const requireSharedDrive = (context: DriveContext, query: URLSearchParams) => {
  if (query.get('includeItemsFromAllDrives') !== 'true') {
    throw invalidParameter(
      'includeItemsFromAllDrives',
      'The includeItemsFromAllDrives parameter must be set to true for this corpora.',
    );
  }
  if (query.get('supportsAllDrives') !== 'true') {
    throw new DriveError(
      403,
      'teamDrivesNotSupported',
      'The includeItemsFromAllDrives parameter requires supportsAllDrives to be true.',
    );
  }
  const id = query.get('driveId');
  if (query.get('corpora') !== 'drive' || id === null) {
    throw invalidParameter(
      'driveId',
      'The driveId parameter must be specified if and only if corpora is set to drive.',
    );
  }
  const drive = context.store.find(context.driveId);
  if (id !== context.driveId || !drive || !isVisible(context, drive)) {
    throw driveNotFound(id);
  }
};

/** Lists the newest or oldest files that match; the portal never reads a second page. */
export const listFiles = (context: DriveContext, query: URLSearchParams) => {
  requireSharedDrive(context, query);
  const [, descending] = /^createdTime( desc)?$/.exec(query.get('orderBy') ?? '') ?? [];
  if (query.get('orderBy') !== `createdTime${descending ?? ''}`) {
    throw invalidParameter('orderBy');
  }
  const { parent, matches } = readSearch(query.get('q') ?? '');
  if (!context.store.find(parent)) {
    // Google names no file here: 'File not found: .'
    throw fileNotFound('');
  }

  const found = context.store
    .list()
    .filter(matches)
    .toSorted((a, b) => (descending ? -1 : 1) * (Date.parse(a.createdTime) - Date.parse(b.createdTime)))
    .slice(0, readPageSize(query, 1000));

  return json(
    200,
    selectFields({ files: found.map((item) => toResource(context, item)) }, { files: FILE_FIELDS }, query),
  );
};
