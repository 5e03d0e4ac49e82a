import type { contract, RequestInput, ResponseOf, RouteId, RouteOf } from '#shared/contract/index.ts';
import { routes, type SlimRoute } from '#shared/contract/routes.ts';
import { SHOWN_USER_HEADER } from '#shared/edge.ts';
import { ApiError, isOfOther, readApiError, UNREACHABLE } from './api-error.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Sends the request in place of `fetch`. */
  send?: (url: string, init: RequestInit) => Promise<Response>;
}

type Options<Id extends RouteId> = CallOptions &
  (RouteOf<Id> extends { keeps: string } ? { idempotencyKey?: string } : unknown);

/** The answer of a route that returns a file is read as a File: a Blob with a name. */
type Answer<Id extends RouteId> = RouteOf<Id> extends { contentType: string } ? File : ResponseOf<Id>;

type Call<Id extends RouteId> =
  unknown extends RequestInput<Id>
    ? (request?: Options<Id>) => Promise<Answer<Id>>
    : (request: RequestInput<Id> & Options<Id>) => Promise<Answer<Id>>;

type Api = {
  [Area in keyof typeof contract]: {
    [Action in Extract<keyof (typeof contract)[Area], string>]: `${Area}.${Action}` extends infer Id extends
      RouteId
      ? Call<Id>
      : never;
  };
};

interface AnyRequest extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
}

export const addressOf = (route: SlimRoute, { params = {}, query = {} }: AnyRequest): string => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)]));

  return search.size > 0 ? `${path}?${search}` : path;
};

let findShownUser: () => number | undefined = () => undefined;

/**
 * Tells who is shown on the screen. Each request names this user, so that the server refuses it in the session of
 * somebody else who has signed in in this browser (D77).
 */
export const nameShownUser = (find: () => number | undefined): void => {
  findShownUser = find;
};

let askForProof: ((id: RouteId) => Promise<void>) | undefined;

/**
 * Sets what asks the person for fresh proof when a request is refused without it (D48). Once it resolves, the same
 * request is sent again; its caller waits meanwhile.
 */
export const askForProofWith = (asker: typeof askForProof): void => {
  askForProof = asker;
};

const headersOf = ({ body, idempotencyKey }: AnyRequest): Record<string, string> => ({
  ...(findShownUser() !== undefined && { [SHOWN_USER_HEADER]: String(findShownUser()) }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
});

/**
 * Handles a fetch that failed. This is never a refusal: the request did not reach the server, or its answer was lost.
 */
const toNetworkError = (cause: unknown): unknown =>
  cause instanceof DOMException && cause.name === 'AbortError'
    ? cause
    : new ApiError(0, UNREACHABLE, { cause });

const decode = (encoded: string): string | undefined => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
};

/** Reads the file name of an answer: percent-encoded, else ASCII in quotes or as a single word (RFC 6266). */
const readFileName = (disposition: string): string => {
  const [, encoded] = /;\s*filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, word] = /;\s*filename=(?:"((?:[^"\\]|\\.)+)"|([^";\s]+))/i.exec(disposition) ?? [];

  return (encoded && decode(encoded)) ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? word ?? 'download';
};

const readFile = async (response: Response): Promise<File> => {
  const fileName = readFileName(response.headers.get('content-disposition') ?? '');
  const blob = await response.blob();

  return new File([blob], fileName, { type: blob.type });
};

const readAnswer = async (route: SlimRoute, response: Response): Promise<unknown> => {
  if (route.contentType) {
    return readFile(response);
  }
  // A 204 has no body, and a 202 need not have one.
  const text = await response.text();

  return text === '' ? undefined : JSON.parse(text);
};

declare global {
  /**
   * Defined by public/first-reads.js, which requests the data that a page shows first; each answer is handed out once.
   * Missing if something blocks that script.
   */
  var takeFirstRead: ((path: string) => Promise<Response> | undefined) | undefined;
  var dropFirstReads: (() => void) | undefined;
}

/**
 * Takes the answer if the page has already requested it. The first write drops all of them, as they may be out of date.
 */
const takeAnswer = (route: SlimRoute, url: string): Promise<Response> | undefined => {
  if (route.method === 'GET') {
    return globalThis.takeFirstRead?.(url);
  }

  globalThis.dropFirstReads?.();
  return undefined;
};

const ask = (route: SlimRoute, url: string, request: AnyRequest): Promise<Response> =>
  (request.send ?? fetch)(url, {
    method: route.method,
    credentials: 'include',
    headers: headersOf(request),
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    ...(request.signal && { signal: request.signal }),
  });

/** The areas whose changes web/lib/session/session.ts reads, and the proof, which changes no record. */
const OF_SESSIONS = /^(auth|links|account\.proof$)/;

/** Refusals that say that the records are not as this page shows them. */
const OUTDATED: readonly number[] = [404, 409, 422];

let hasWritten = false;

/** Returns true once after the answers to writes that changed records, or found them changed. */
export const takeWritten = (): boolean => {
  const taken = hasWritten;
  hasWritten = false;

  return taken;
};

const callRoute = async (id: RouteId, route: SlimRoute, request: AnyRequest = {}): Promise<unknown> => {
  const url = addressOf(route, request);
  const response = await (takeAnswer(route, url) ?? ask(route, url, request)).catch((cause: unknown) => {
    throw toNetworkError(cause);
  });
  const error = response.ok ? null : await readApiError(response);
  if (askForProof && error?.code === 'proof_required') {
    await askForProof(id);

    return callRoute(id, route, request);
  }
  if (route.method !== 'GET' && !OF_SESSIONS.test(id)) {
    hasWritten ||= !error || (OUTDATED.includes(error.status) && !isOfOther(error));
  }
  if (error) {
    throw error;
  }

  return readAnswer(route, response);
};

const mapValues = <Value, Mapped>(
  record: Record<string, Value>,
  map: (value: Value, key: string) => Mapped,
) => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));

/**
 * Every route of the contract as a function: `api.users.list({ query })`.
 * A refusal is thrown as ApiError, with the sentence of the server. Answers are typed but not parsed again,
 * because the server has parsed them with the same schema.
 */
export const api = mapValues(routes, (actions, area) =>
  mapValues(
    actions,
    (route, action) => (request?: AnyRequest) => callRoute(`${area}.${action}` as RouteId, route, request),
  ),
) as unknown as Api;
