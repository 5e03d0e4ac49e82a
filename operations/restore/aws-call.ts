import { Refused } from '../refused.ts';

/** A call that changes something at AWS, with the words in which the operator reads it first. */
export interface AwsCall {
  text: string;
  send(): Promise<unknown>;
}

const toDashes = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** Writes a value as a shell takes it. */
const toWord = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value).replaceAll(/^"|"$/g, '');

  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
};

const toOption = ([name, value]: [string, unknown]): string => {
  const option = toDashes(name);
  if (typeof value === 'boolean') {
    return value ? `--${option}` : `--no-${option}`;
  }

  return `--${option} ${(Array.isArray(value) ? value : [value]).map(toWord).join(' ')}`;
};

/** Returns a sentence for what AWS refused, with the right that is missing if it was that. */
const explain = (action: string, cause: unknown): string => {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const [, missing = action] = /not authorized to perform: (\S+)/.exec(message) ?? [];

  return name.startsWith('AccessDenied')
    ? `These credentials lack the right ${missing}. ${message}`
    : `AWS did not answer ${action} as it should. ${name}: ${message}`;
};

/** Calls AWS; a fault becomes a sentence for the operator. */
export const callAws = async <Answer>(action: string, send: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await send();
  } catch (cause) {
    throw cause instanceof Refused
      ? cause
      : new Refused(`${explain(action, cause)} The same command goes on from here.`, { cause });
  }
};

/** Makes a call of the command, which the operator reads as the command line of AWS would take it. */
export const makeCall = (
  service: string,
  command: { input: object },
  send: () => Promise<unknown>,
): AwsCall => {
  const name = command.constructor.name.replace(/Command$/, '');
  const options = Object.entries(command.input).filter(([, value]) => value !== undefined);

  return {
    text: ['aws', service, toDashes(name), ...options.map(toOption)].join(' '),
    send: () => callAws(`${service}:${name}`, send),
  };
};
