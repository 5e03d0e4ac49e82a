import type * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';

const labels: Record<string, string> = FIELD_LABELS;

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

/** Returns a field's label: 'Amount' for the amount of any line. An entry of a list is named by its position. */
export const labelOf = (path: readonly PropertyKey[]): string => {
  const last = path.at(-1);
  if (last === undefined) {
    return 'The request';
  }
  if (typeof last === 'number') {
    return `${labelOf(path.slice(0, -1))}: entry ${last + 1}`;
  }

  return labels[String(last)] ?? 'This field';
};

const describe = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if ((issue.input ?? undefined) === undefined && issue.path?.length) {
        return 'is required';
      }

      return `must be ${KINDS[issue.expected] ?? 'of another kind'}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`;
    default:
      return 'is not valid';
  }
};

/** Returns the sentence for a fault for which the schema has none; it names the field as its form does. */
export const wordIssue = (issue: z.core.$ZodRawIssue): string =>
  `${labelOf(issue.path ?? [])} ${describe(issue)}`;
