import * as z from 'zod';
import type { HttpRequest } from '#local/http/http-server.ts';
import { type DriveContext, findItem, requireRole } from './context.ts';
import { DriveError, invalidParameter, json } from './errors.ts';
import { answerFile } from './file-resource.ts';
import { FOLDER_TYPE } from './items.ts';
import { parseJson, parseMultipart } from './request-bodies.ts';

const metadataInput = z.strictObject({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  parents: z.tuple([z.string()]),
  appProperties: z.record(z.string(), z.string()),
});

const changeInput = z.strictObject({ trashed: z.literal(true) });

const parseInput = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    throw new DriveError(400, 'badRequest', 'Bad Request');
  }

  return parsed.data;
};

export const getFile = (context: DriveContext, fileId: string, query: URLSearchParams) =>
  answerFile(context, findItem(context, fileId, query), query);

export const downloadFile = (context: DriveContext, fileId: string, query: URLSearchParams) => {
  const item = findItem(context, fileId, query);

  return {
    status: 200,
    headers: { 'content-type': item.mimeType },
    body: context.store.readContent(item.id),
  };
};

export const generateIds = ({ store }: DriveContext, query: URLSearchParams) => {
  if (query.get('count') !== '1') {
    throw invalidParameter('count');
  }

  return json(200, { kind: 'drive#generatedIds', space: 'drive', ids: [store.generateId()] });
};

const requireFolder = (context: DriveContext, query: URLSearchParams, parentId: string) => {
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
  requireRole(context, parent, ['fileOrganizer', 'organizer']);
};

const requireFreeId = ({ store }: DriveContext, id: string) => {
  const place = { location: 'file.id', locationType: 'other' } as const;
  if (store.isIdUsed(id)) {
    throw new DriveError(409, 'fileIdInUse', 'A file already exists with the provided ID.', place);
  }
  if (!store.isIdGenerated(id)) {
    throw new DriveError(400, 'invalid', 'The provided file ID is not usable.', place);
  }
};

/** Creates a file from its metadata and bytes in one request, under an id that was generated for it. */
export const uploadFile = (context: DriveContext, request: HttpRequest, query: URLSearchParams) => {
  const { metadata, bytes } = parseMultipart(request);
  const { parents, ...file } = parseInput(metadataInput, metadata);
  requireFreeId(context, file.id);
  requireFolder(context, query, parents[0]);

  const item = {
    ...file,
    parents,
    createdTime: new Date().toISOString(),
    trashed: false,
    deleted: false,
    permissions: [],
  };
  context.store.save(item, bytes);

  return answerFile(context, item, query);
};

/** Moves a file to the trash, the one change that the portal makes. */
export const updateFile = (
  context: DriveContext,
  request: HttpRequest,
  fileId: string,
  query: URLSearchParams,
) => {
  const item = findItem(context, fileId, query);
  const { trashed } = parseInput(changeInput, parseJson(request.body));
  requireRole(context, item, ['fileOrganizer', 'organizer']);
  const changed = { ...item, trashed };
  context.store.save(changed);

  return answerFile(context, changed, query);
};

/**
 * Deletes a file permanently; in a shared drive only an organizer may. A Content manager may only move it to the trash.
 */
export const deleteFile = (context: DriveContext, fileId: string, query: URLSearchParams) => {
  const item = findItem(context, fileId, query);
  requireRole(context, item, ['organizer']);
  context.store.remove(item);

  return { status: 204 };
};
