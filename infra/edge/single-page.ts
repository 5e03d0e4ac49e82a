import { fileOf } from '#shared/edge.ts';

interface ViewerRequest {
  uri: string;
  /** A parameter that an address gives several times has all its values in `multiValue`. */
  querystring: Record<string, { value: string; multiValue?: { value: string }[] }>;
}

/** Every address that names no file is a screen of the one page; the browser's router takes it from there. */
export function handler(event: { request: ViewerRequest }): ViewerRequest {
  const request = event.request;
  request.uri = fileOf(request.uri, (name) => {
    const given = request.querystring[name];
    if (!given) {
      return [];
    }

    return given.multiValue ? given.multiValue.map((each) => each.value) : [given.value];
  });

  return request;
}
