import type { HttpRequest } from '#local/http/http-server.ts';
import { isSigned } from '#local/http/signature.ts';
import { SesError } from './errors.ts';
import type { SesOperation } from './faults.ts';

const OPERATIONS: Record<string, SesOperation> = {
  'POST /v2/email/outbound-emails': 'SendEmail',
  'GET /v2/email/account': 'GetAccount',
};

/** Returns the operation of a signed request. */
export const matchOperation = ({ method, url, headers }: HttpRequest): SesOperation => {
  if (!isSigned(headers)) {
    throw new SesError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
  const operation = OPERATIONS[`${method} ${url.pathname}`];
  if (!operation) {
    throw new SesError('UnknownOperationException', `This SES does not know ${method} ${url.pathname}.`);
  }

  return operation;
};

export const readBody = ({ body }: HttpRequest): unknown => {
  try {
    return body.length > 0 ? JSON.parse(body.toString()) : undefined;
  } catch {
    throw new SesError('SerializationException', 'The request is not valid JSON.');
  }
};

/** Returns the addresses of a call before it is checked, so that a fault for one address finds it. */
export const peekRecipients = (body: unknown): string[] => {
  const { Destination } = (body ?? {}) as { Destination?: { ToAddresses?: unknown } };
  const addresses = Array.isArray(Destination?.ToAddresses) ? Destination.ToAddresses : [];

  return addresses.map((address) => String(address).toLowerCase());
};

/** Lets calls pass at once, after a delay, or only when a test lets them go. */
export const makeGate = () => {
  let wait: () => Promise<unknown> = async () => {};
  let held: Promise<void> | undefined;

  return {
    pass: async () => {
      await wait();
      await held;
    },
    /** Delays each call by this before it is processed, for example by the duration of a remote call. */
    delayCalls: (delay: () => Promise<unknown>) => {
      wait = delay;
    },
    /** Holds back every call, before it is processed, until the returned function is called. */
    hold: () => {
      const release = Promise.withResolvers<void>();
      held = release.promise;

      return () => {
        held = undefined;
        release.resolve();
      };
    },
  };
};
