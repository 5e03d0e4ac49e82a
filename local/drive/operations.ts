import type { HttpAnswer, HttpRequest } from '#local/http-server.ts';
import { type DriveContext, findItem } from './context.ts';
import { DriveError, driveNotFound, json } from './errors.ts';
import { type Shape, selectFields } from './fields.ts';
import { listFiles } from './file-list.ts';
import { deleteFile, downloadFile, draftFile, generateIds, getFile, storeFile, updateFile } from './files.ts';
import { createPermission, deletePermission, listPermissions } from './permissions.ts';
import type { TokenIssuer } from './tokens.ts';
import { makeResumableUploads, readJson, uploadAtOnce } from './uploads.ts';

/** The operation of each call; ` media` and ` session` mean alt=media and a given upload_id. */
const ROUTES = [
  ['token', 'POST /token'],
  ['about.get', 'GET /drive/v3/about'],
  ['drives.get', 'GET /drive/v3/drives/*'],
  ['files.generateIds', 'GET /drive/v3/files/generateIds'],
  ['files.create', 'POST /drive/v3/files'],
  ['files.create', 'POST /upload/drive/v3/files'],
  ['files.upload', 'PUT /upload/drive/v3/files session'],
  ['files.list', 'GET /drive/v3/files'],
  ['files.get', 'GET /drive/v3/files/*'],
  ['files.download', 'GET /drive/v3/files/* media'],
  ['files.update', 'PATCH /drive/v3/files/*'],
  ['files.delete', 'DELETE /drive/v3/files/*'],
  ['permissions.list', 'GET /drive/v3/files/*/permissions'],
  ['permissions.create', 'POST /drive/v3/files/*/permissions'],
  ['permissions.delete', 'DELETE /drive/v3/files/*/permissions/*'],
] as const;

export type DriveOperation = (typeof ROUTES)[number][0];

interface Call {
  request: HttpRequest;
  query: URLSearchParams;
  id: string;
  permissionId: string;
}
type Operations = Record<DriveOperation, (call: Call) => HttpAnswer | Promise<HttpAnswer>>;

const PATTERNS = ROUTES.map(
  ([operation, route]) => [operation, new RegExp(`^${route.replaceAll('*', '([^/ ]+)')}$`)] as const,
);

export const matchOperation = (request: HttpRequest) => {
  const query = request.url.searchParams;
  const kind = query.get('alt') === 'media' ? ' media' : query.has('upload_id') ? ' session' : '';
  const line = `${request.method} ${request.url.pathname}${kind}`;
  for (const [operation, pattern] of PATTERNS) {
    const match = pattern.exec(line);
    if (!match) {
      continue;
    }
    const [id = '', permissionId = ''] = match.slice(1).map(decodeURIComponent);

    return { operation, call: { request, query, id, permissionId } };
  }
  throw new DriveError(404, 'notFound', `Not Found: ${line}`);
};

/** Returns the calling account; Google has no default fields here. */
const getAbout = ({ accountEmail }: DriveContext, query: URLSearchParams) => {
  if (!query.has('fields')) {
    throw new DriveError(400, 'required', "The 'fields' parameter is required for this method.", {
      location: 'fields',
      locationType: 'parameter',
    });
  }
  const about = {
    kind: 'drive#about',
    user: { kind: 'drive#user', displayName: accountEmail, me: true, emailAddress: accountEmail },
    storageQuota: { limit: '0', usage: '0', usageInDrive: '0', usageInDriveTrash: '0' },
  };

  return json(200, selectFields(about, ABOUT_SHAPE, query.get('fields') ?? ''));
};

/** Returns the shared drive: without `fields` its kind, id and name; the caller's capabilities only on request. */
const getSharedDrive = (
  { driveId, store, accountEmail }: DriveContext,
  id: string,
  query: URLSearchParams,
) => {
  const drive = id === driveId ? store.find(id) : undefined;
  if (!drive) {
    throw driveNotFound(id);
  }

  const role = drive.permissions.find(({ emailAddress }) => emailAddress === accountEmail)?.role;
  if (!role) {
    throw driveNotFound(id);
  }
  const isOneOf = (roles: readonly string[]) => roles.includes(role);
  const answer = {
    kind: 'drive#drive',
    id: drive.id,
    name: drive.name,
    capabilities: {
      canAddChildren: isOneOf(['writer', 'fileOrganizer', 'organizer']),
      canTrashChildren: isOneOf(['fileOrganizer', 'organizer']),
      canShare: isOneOf(['fileOrganizer', 'organizer']),
    },
  };

  return json(200, selectFields(answer, DRIVE_SHAPE, query.get('fields') ?? 'kind,id,name'));
};

const DRIVE_SHAPE: Shape = {
  kind: true,
  id: true,
  name: true,
  capabilities: { canAddChildren: true, canTrashChildren: true, canShare: true },
};

export const defineOperations = (context: DriveContext, tokens: TokenIssuer): Operations => {
  const resumable = makeResumableUploads(context);

  const createFile = ({ request, query }: Call) => {
    const uploadType = query.get('uploadType');
    if (uploadType === 'resumable') {
      return resumable.start(request);
    }
    if (uploadType !== null) {
      return uploadAtOnce(context, request);
    }

    return storeFile(context, query, draftFile(context, query, readJson(request.body)), undefined);
  };

  return {
    token: ({ request }) => tokens.exchange(request),
    'about.get': ({ query }) => getAbout(context, query),
    'drives.get': ({ id, query }) => getSharedDrive(context, id, query),
    'files.generateIds': ({ query }) => generateIds(context, query),
    'files.create': createFile,
    'files.upload': ({ request }) => resumable.receive(request),
    'files.list': ({ query }) => listFiles(context, query),
    'files.get': ({ query, id }) => getFile(context, id, query),
    'files.download': ({ query, id }) => downloadFile(context, id, query),
    'files.update': ({ request, query, id }) => updateFile(context, id, query, readJson(request.body)),
    'files.delete': ({ query, id }) => deleteFile(context, id, query),
    'permissions.list': ({ query, id }) => listPermissions(context, findItem(context, id, query), query),
    'permissions.create': ({ request, query, id }) =>
      createPermission(context, findItem(context, id, query), query, readJson(request.body)),
    'permissions.delete': ({ query, id, permissionId }) =>
      deletePermission(context, findItem(context, id, query), permissionId),
  };
};

const ABOUT_SHAPE: Shape = {
  kind: true,
  user: { kind: true, displayName: true, me: true, emailAddress: true },
  storageQuota: { limit: true, usage: true, usageInDrive: true, usageInDriveTrash: true },
};
