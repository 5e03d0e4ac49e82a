import { DriveError } from './errors.ts';

/** The fields that a resource can have; `true` is a leaf, or a map whose keys are the caller's own. */
export interface Shape {
  [field: string]: Shape | true;
}

type Mask = Map<string, Mask | 'whole'>;

const readList = (rest: { text: string }, shape: Shape): Mask => {
  const mask: Mask = new Map();
  do {
    rest.text = rest.text.replace(/^,/, '');
    readField(rest, shape, mask);
  } while (rest.text.startsWith(','));

  return mask;
};

const invalidSelection = (name: string) =>
  new DriveError(400, 'invalidParameter', `Invalid field selection ${name}`, {
    location: 'fields',
    locationType: 'parameter',
  });

const parseMask = (fields: string, shape: Shape): Mask => {
  const rest = { text: fields.replaceAll(/\s/g, '') };
  const mask = readList(rest, shape);
  if (rest.text !== '') {
    throw invalidSelection(rest.text);
  }

  return mask;
};

const applyMask = (value: unknown, mask: Mask): unknown => {
  if (Array.isArray(value)) {
    return value.map((entry) => applyMask(entry, mask));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }

  return Object.fromEntries(
    Object.entries(value).flatMap(([field, inner]) => {
      const below = mask.get(field);
      if (!below) {
        return [];
      }

      return [[field, below === 'whole' ? inner : applyMask(inner, below)]];
    }),
  );
};

/**
 * Cuts a resource down to what the `fields` parameter names: `id,name`, `files(id,name),nextPageToken`,
 * `files/id`, `*`. A field that the resource does not know is refused with 400, as Google does.
 * https://developers.google.com/workspace/drive/api/guides/fields-parameter
 */
export const selectFields = (resource: unknown, shape: Shape, fields: string) =>
  applyMask(resource, parseMask(fields, shape));

const readField = (rest: { text: string }, shape: Shape, mask: Mask) => {
  const name = /^(\w+|\*)/.exec(rest.text)?.[0] ?? '';
  rest.text = rest.text.slice(name.length);
  if (name === '*') {
    for (const field of Object.keys(shape)) {
      mask.set(field, 'whole');
    }

    return;
  }

  const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (!known) {
    throw invalidSelection(name || rest.text);
  }
  const inner = known === true ? {} : known;
  if (rest.text.startsWith('/')) {
    rest.text = rest.text.slice(1);
    const below: Mask = new Map();
    readField(rest, inner, below);
    mask.set(name, below);
  } else if (rest.text.startsWith('(')) {
    rest.text = rest.text.slice(1);
    mask.set(name, readList(rest, inner));
    if (!rest.text.startsWith(')')) {
      throw invalidSelection(rest.text);
    }
    rest.text = rest.text.slice(1);
  } else {
    mask.set(name, 'whole');
  }
};
