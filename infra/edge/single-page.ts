import { fileOf } from '#shared/edge.ts';

interface ViewerRequest {
  uri: string;
  /** If a parameter appears several times in the address, `multiValue` has all its values. */
  querystring: Record<string, { value: string; multiValue?: { value: string }[] }>;
}

/** Maps every address that is not a file to a screen's page; the browser's router does the rest. */
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
