import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type DriveContext, findItem, requireRole } from './context.ts';
import { DriveError, invalidParameter, json } from './errors.ts';
import { answerFile } from './file-resource.ts';
import { type DriveItem, FOLDER_TYPE } from './items.ts';

export interface UploadedContent {
  bytes: Uint8Array;
  mimeType: string;
}

const metadataInput = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
  description: z.string().optional(),
  parents: z.array(z.string()).optional(),
  appProperties: z.record(z.string(), z.string()).optional(),
});

const changeInput = metadataInput.omit({ id: true, parents: true }).extend({
  trashed: z.boolean().optional(),
  appProperties: z.record(z.string(), z.string().nullable()).optional(),
});

export const getFile = (context: DriveContext, fileId: string, query: URLSearchParams) =>
  answerFile(context, findItem(context, fileId, query), query);

export const downloadFile = (context: DriveContext, fileId: string, query: URLSearchParams) => {
  const item = findItem(context, fileId, query);
  if (!item.content) {
    throw new DriveError(
      403,
      'fileNotDownloadable',
      'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      { location: 'alt', locationType: 'parameter' },
    );
  }

  return {
    status: 200,
    headers: { 'content-type': item.mimeType },
    body: context.store.readContent(item.id),
  };
};

export const generateIds = ({ store }: DriveContext, query: URLSearchParams) => {
  const count = Number(query.get('count') ?? 10);
  if (!Number.isInteger(count) || count < 1 || count > 1000) {
    throw invalidParameter('count');
  }

  return json(200, { kind: 'drive#generatedIds', space: 'drive', ids: store.generateIds(count) });
};

const requireFolder = (context: DriveContext, query: URLSearchParams, parents: string[]) => {
  const [parentId = 'root', ...others] = parents;
  if (others.length > 0) {
    throw new DriveError(403, 'teamDrivesParentLimit', 'A shared drive item must have exactly one parent.');
  }
  if (parentId === 'root') {
    throw new DriveError(
      403,
      'storageQuotaExceeded',
      'Service Accounts do not have storage quota. Leverage shared drives ' +
        '(https://developers.google.com/workspace/drive/api/guides/about-shareddrives), ' +
        'or use OAuth delegation (http://support.google.com/a/answer/7281227) instead.',
      undefined,
      'usageLimits',
    );
  }

  const parent = findItem(context, parentId, query);
  if (parent.mimeType !== FOLDER_TYPE) {
    throw new DriveError(403, 'parentNotAFolder', 'The specified parent is not a folder.');
  }
  requireRole(context, parent, ['writer', 'fileOrganizer', 'organizer']);
};

/** Makes the item for a create without storing it; throws Google's refusals. */
export const draftFile = (context: DriveContext, query: URLSearchParams, body: unknown): DriveItem => {
  const parsed = metadataInput.safeParse(body);
  if (!parsed.success) {
    throw new DriveError(400, 'badRequest', 'Bad Request');
  }
  const { id, parents = ['root'], appProperties = {}, ...metadata } = parsed.data;

  if (id !== undefined && context.store.isIdUsed(id)) {
    throw new DriveError(409, 'fileIdInUse', 'A file already exists with the provided ID.', {
      location: 'file.id',
      locationType: 'other',
    });
  }
  if (id !== undefined && !context.store.isIdGenerated(id)) {
    throw new DriveError(400, 'invalid', 'The provided file ID is not usable.', {
      location: 'file.id',
      locationType: 'other',
    });
  }
  requireFolder(context, query, parents);

  const now = new Date().toISOString();

  return {
    id: id ?? context.store.generateIds(1)[0] ?? '',
    name: metadata.name ?? 'Untitled',
    mimeType: metadata.mimeType ?? '',
    description: metadata.description,
    parents,
    appProperties,
    createdTime: now,
    modifiedTime: now,
    trashed: false,
    deleted: false,
    permissions: [],
  };
};

export const storeFile = (
  context: DriveContext,
  query: URLSearchParams,
  draft: DriveItem,
  upload: UploadedContent | undefined,
) => {
  const mimeType = draft.mimeType || upload?.mimeType || 'application/octet-stream';
  // A file created without an upload is empty; a folder has no content at all.
  const bytes = upload?.bytes ?? (mimeType === FOLDER_TYPE ? undefined : new Uint8Array());
  const content = bytes && {
    sizeBytes: bytes.length,
    md5Checksum: createHash('md5').update(bytes).digest('hex'),
  };
  const item = { ...draft, mimeType, content };
  context.listLag.begin(item.id);
  context.store.save(item, bytes);

  return answerFile(context, item, query);
};

/** Changes metadata, or moves an item to the trash and back; the bytes stay. */
export const updateFile = (context: DriveContext, fileId: string, query: URLSearchParams, body: unknown) => {
  const item = findItem(context, fileId, query);
  const parsed = changeInput.safeParse(body);
  if (!parsed.success) {
    throw new DriveError(400, 'badRequest', 'Bad Request');
  }
  const { appProperties = {}, trashed = item.trashed, ...changes } = parsed.data;
  requireRole(context, item, [
    'fileOrganizer',
    'organizer',
    ...(trashed === item.trashed ? ['writer' as const] : []),
  ]);

  const changed: DriveItem = {
    ...item,
    name: changes.name ?? item.name,
    mimeType: changes.mimeType ?? item.mimeType,
    description: changes.description ?? item.description,
    trashed,
    modifiedTime: new Date().toISOString(),
    appProperties: Object.fromEntries(
      Object.entries({ ...item.appProperties, ...appProperties }).flatMap(([key, value]) =>
        value === null ? [] : [[key, value]],
      ),
    ),
  };
  context.store.save(changed);

  return answerFile(context, changed, query);
};

/**
 * Deletes a file permanently; in a shared drive only an organizer may. A Content manager may only move it to the trash.
 */
export const deleteFile = (context: DriveContext, fileId: string, query: URLSearchParams) => {
  const item = findItem(context, fileId, query);
  requireRole(context, item, ['organizer']);
  const children = context.store.list().filter(({ parents }) => parents.includes(item.id));
  for (const child of children) {
    deleteFile(context, child.id, query);
  }
  context.store.remove(item);

  return { status: 204 };
};
