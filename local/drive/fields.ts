import * as z from 'zod';
import { DriveError } from './errors.ts';

/** Fields with the fields inside them; `true` is a whole field. */
interface Fields {
  [field: string]: Fields | true;
}

const fieldsInput: z.ZodType<Fields> = z.record(
  z.string(),
  z.union([z.literal(true), z.lazy(() => fieldsInput)]),
);

const refuse = (reason: string, message: string) =>
  new DriveError(400, reason, message, { location: 'fields', locationType: 'parameter' });

/** With its names quoted, a selection is JSON: `id,files(name)` becomes {"id":true,"files":{"name":true}}. */
const parseFields = (text: string): Fields => {
  const json = text
    .replaceAll(/(\w+)(\(?)/g, (_, name, open) => `"${name}":${open ? '{' : 'true'}`)
    .replaceAll(')', '}');
  try {
    return fieldsInput.parse(JSON.parse(`{${json}}`));
  } catch {
    throw refuse('invalidParameter', `Invalid field selection ${text}`);
  }
};

const requireKnown = (selected: Fields, known: Fields | true) => {
  for (const [field, inner] of Object.entries(selected)) {
    const fields = known !== true && Object.hasOwn(known, field) ? known[field] : undefined;
    if (!fields) {
      throw refuse('invalidParameter', `Invalid field selection ${field}`);
    }
    if (inner !== true) {
      requireKnown(inner, fields);
    }
  }
};

const select = (value: unknown, selected: Fields | true): unknown => {
  if (selected === true || typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((entry) => select(entry, selected));
  }

  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const below = selected[field];

      return below ? [[field, select(inner, below)]] : [];
    }),
  );
};

/**
 * Cuts a resource down to what the `fields` parameter names, such as `nextPageToken,permissions(id,type)`. Google has
 * default fields for most methods; the portal always names what it reads, so a call without `fields` is refused here.
 *
 * https://developers.google.com/workspace/drive/api/guides/fields-parameter
 */
export const selectFields = (resource: unknown, known: Fields, query: URLSearchParams) => {
  const text = query.get('fields');
  if (!text) {
    throw refuse('required', "The 'fields' parameter is required for this method.");
  }
  const selected = parseFields(text);
  requireKnown(selected, known);

  return select(resource, selected);
};
