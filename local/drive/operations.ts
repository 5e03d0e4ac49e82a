import type { HttpAnswer, HttpRequest } from '#local/http/http-server.ts';
import { type DriveContext, findItem } from './context.ts';
import { DriveError, driveNotFound, json } from './errors.ts';
import { selectFields } from './fields.ts';
import { listFiles } from './file-list.ts';
import { deleteFile, downloadFile, generateIds, getFile, updateFile, uploadFile } from './files.ts';
import { deletePermission, listPermissions } from './permissions.ts';
import type { TokenIssuer } from './tokens.ts';

/** The operation of each call; ` media` means alt=media, and ` multipart` an upload of that type. */
const ROUTES = [
  ['token', 'POST /token'],
  ['about.get', 'GET /drive/v3/about'],
  ['drives.get', 'GET /drive/v3/drives/*'],
  ['files.generateIds', 'GET /drive/v3/files/generateIds'],
  ['files.create', 'POST /upload/drive/v3/files multipart'],
  ['files.list', 'GET /drive/v3/files'],
  ['files.get', 'GET /drive/v3/files/*'],
  ['files.download', 'GET /drive/v3/files/* media'],
  ['files.update', 'PATCH /drive/v3/files/*'],
  ['files.delete', 'DELETE /drive/v3/files/*'],
  ['permissions.list', 'GET /drive/v3/files/*/permissions'],
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
  const kind = query.get('uploadType') ?? query.get('alt');
  const line = `${request.method} ${request.url.pathname}${kind ? ` ${kind}` : ''}`;
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

/** Returns the shared drive with the caller's capabilities. */
const getSharedDrive = (
  { driveId, store, accountEmail }: DriveContext,
  id: string,
  query: URLSearchParams,
) => {
  const drive = id === driveId ? store.find(id) : undefined;
  const member = drive?.permissions.find(({ emailAddress }) => emailAddress === accountEmail);
  if (!drive || !member) {
    throw driveNotFound(id);
  }

  const mayWrite = member.role !== 'reader';
  const answer = {
    id: drive.id,
    name: drive.name,
    capabilities: { canAddChildren: mayWrite, canTrashChildren: mayWrite, canShare: mayWrite },
  };
  const known = {
    id: true,
    name: true,
    capabilities: { canAddChildren: true, canTrashChildren: true, canShare: true },
  } as const;

  return json(200, selectFields(answer, known, query));
};

/** A service account has no storage of its own. */
const getAbout = (query: URLSearchParams) =>
  json(
    200,
    selectFields(
      { storageQuota: { limit: '0', usage: '0' } },
      { storageQuota: { limit: true, usage: true } },
      query,
    ),
  );

export const defineOperations = (context: DriveContext, tokens: TokenIssuer): Operations => ({
  token: ({ request }) => tokens.exchange(request),
  'about.get': ({ query }) => getAbout(query),
  'drives.get': ({ id, query }) => getSharedDrive(context, id, query),
  'files.generateIds': ({ query }) => generateIds(context, query),
  'files.create': ({ request, query }) => uploadFile(context, request, query),
  'files.list': ({ query }) => listFiles(context, query),
  'files.get': ({ query, id }) => getFile(context, id, query),
  'files.download': ({ query, id }) => downloadFile(context, id, query),
  'files.update': ({ request, query, id }) => updateFile(context, request, id, query),
  'files.delete': ({ query, id }) => deleteFile(context, id, query),
  'permissions.list': ({ query, id }) => listPermissions(context, findItem(context, id, query), query),
  'permissions.delete': ({ query, id, permissionId }) =>
    deletePermission(context, findItem(context, id, query), permissionId),
});
