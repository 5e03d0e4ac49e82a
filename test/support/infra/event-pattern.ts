/** A pattern of an EventBridge rule: a list holds the values of a field, an object the fields in a field. */
interface Pattern {
  [field: string]: Pattern | readonly unknown[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fitsValue = (wanted: unknown, values: readonly unknown[]): boolean => {
  if (!isObject(wanted)) {
    return values.includes(wanted);
  }
  if (JSON.stringify(wanted) !== '{"exists":false}') {
    throw new Error(`This matcher does not know ${JSON.stringify(wanted)}`);
  }

  return values.length === 0;
};

/**
 * Says whether an event fits a pattern, as EventBridge's guide describes it for exact values and `exists`: each field of
 * the pattern must fit, and of an array in the event any element.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export const fitsPattern = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, wanted]) => {
    const value = isObject(event) ? event[field] : undefined;
    const values = value === undefined ? [] : [value].flat();

    return Array.isArray(wanted)
      ? wanted.some((each) => fitsValue(each, values))
      : values.some((each) => fitsPattern(wanted as Pattern, each));
  });
