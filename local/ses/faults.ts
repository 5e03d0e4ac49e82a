import { cut, hang } from '#local/http/broken-answers.ts';
import type { HttpAnswer, HttpRequest } from '#local/http/http-server.ts';
import { SesError, type SesErrorCode, toErrorAnswer } from './errors.ts';

export type SesOperation = 'SendEmail' | 'GetAccount';

/** Refusals with the words of SES, in addition to those that follow from the mail and the account. */
const REFUSALS = {
  TooManyRequestsException: 'Maximum sending rate exceeded.',
  ThrottlingException: 'Maximum sending rate exceeded.',
  LimitExceededException: 'Daily message quota exceeded.',
  MessageRejected: 'Message contains invalid content.',
  SendingPausedException: 'Email sending is paused for this account.',
  AccountSuspendedException: 'Your account has been suspended.',
  MailFromDomainNotVerifiedException: 'Mail-from domain is not verified.',
  NotFoundException: 'Configuration set does not exist.',
  BadRequestException: 'The input you provided is invalid.',
  AccessDeniedException: 'User is not authorized to perform: ses:SendEmail',
  InternalServiceErrorException: 'An internal error occurred.',
  ServiceUnavailable: 'The service is temporarily unavailable.',
} satisfies Partial<Record<SesErrorCode, string>>;

/** Broken connections. Those with 'after' take the mail first and then fail to confirm it. */
const BREAKS = ['hang', 'drop', 'cut-after', 'drop-after', 'hang-after'] as const;

export type SesFault = keyof typeof REFUSALS | (typeof BREAKS)[number];

export const SES_FAULTS: readonly SesFault[] = [
  ...(Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]),
  ...BREAKS,
];

export interface PlantedFault {
  id: number;
  fault: SesFault;
  operation: SesOperation;
  /** Only mails to this address meet the fault; without it all do. */
  to: string | undefined;
  /** Number of calls that will meet it; undefined until it is removed. */
  left: number | undefined;
}

type Work = () => HttpAnswer | Promise<HttpAnswer>;

const fail = async (fault: SesFault, request: HttpRequest, work: Work): Promise<HttpAnswer | undefined> => {
  if (fault === 'hang') {
    return hang(request);
  }
  if (fault === 'drop') {
    return undefined;
  }
  if (fault === 'cut-after') {
    return cut(await work());
  }
  if (fault === 'drop-after' || fault === 'hang-after') {
    await work();

    return fault === 'hang-after' ? hang(request) : undefined;
  }

  return toErrorAnswer(new SesError(fault, REFUSALS[fault]));
};

export const makeFaults = () => {
  const planted = new Map<number, PlantedFault>();
  let lastId = 0;

  const meet = (operation: SesOperation, recipients: readonly string[]) => {
    const met = [...planted.values()].find(
      (each) =>
        each.operation === operation && (each.to === undefined || recipients.includes(each.to.toLowerCase())),
    );
    if (met?.left !== undefined) {
      met.left -= 1;
      if (met.left === 0) {
        planted.delete(met.id);
      }
    }

    return met?.fault;
  };

  return {
    /**
     * Makes calls fail: the next `times`, or all until the returned function is called; only mails to one address if
     * `to` is given.
     */
    plant: (
      fault: SesFault,
      options: {
        operation?: SesOperation | undefined;
        to?: string | undefined;
        times?: number | undefined;
      } = {},
    ) => {
      lastId += 1;
      const id = lastId;
      const { operation = 'SendEmail', to, times: left } = options;
      planted.set(id, { id, fault, operation, to, left });

      return () => {
        planted.delete(id);
      };
    },
    list: () => [...planted.values()],
    remove: (id: number) => {
      planted.delete(id);
    },
    forget: () => {
      planted.clear();
    },

    run: (operation: SesOperation, recipients: readonly string[], request: HttpRequest, work: Work) => {
      const fault = meet(operation, recipients);

      return fault === undefined ? work() : fail(fault, request, work);
    },
  };
};

export type SesFaults = ReturnType<typeof makeFaults>;
