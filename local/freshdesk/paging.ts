import { type FieldFault, json, validationFailed } from './errors.ts';

const USUAL_SIZE = 30;
const SIZE_MAX = 100;

/** https://developers.freshdesk.com/api/#pagination */
export interface Page {
  page: number;
  perPage: number;
}

const readNumber = (
  query: URLSearchParams,
  field: string,
  usual: number,
  max: number,
  faults: FieldFault[],
) => {
  const text = query.get(field) ?? String(usual);
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) {
    return number;
  }

  faults.push({
    field,
    message: `It should be a Positive Integer less than or equal to ${max}`,
    code: 'invalid_value',
  });
  return usual;
};

export const readPage = (query: URLSearchParams, pagesMax: number = Number.MAX_SAFE_INTEGER): Page => {
  const faults: FieldFault[] = [];
  const page = readNumber(query, 'page', 1, pagesMax, faults);
  const perPage = readNumber(query, 'per_page', USUAL_SIZE, SIZE_MAX, faults);
  if (faults.length > 0) {
    throw validationFailed(...faults);
  }

  return { page, perPage };
};

/** Returns one page of the records, with the address of the next page in the Link header if there is one. */
export const answerPage = <T>(
  records: readonly T[],
  { page, perPage }: Page,
  url: URL,
  toResource: (record: T) => unknown,
) => {
  const end = page * perPage;
  const resources = records.slice(end - perPage, end).map(toResource);
  if (records.length <= end) {
    return json(200, resources);
  }

  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  return json(200, resources, { link: `<${next.href}>; rel="next"` });
};

/** Refuses unknown parameters, as Freshdesk does. */
export const requireKnownParameters = (query: URLSearchParams, known: readonly string[]) => {
  const unknown = [...query.keys()].filter((name) => !['page', 'per_page', ...known].includes(name));
  if (unknown.length > 0) {
    throw validationFailed(
      ...unknown.map((field) => ({
        field,
        message: 'Unexpected/invalid field in request',
        code: 'invalid_field' as const,
      })),
    );
  }
};
