import { matchRoute } from '#local/aws/gateway.ts';
import type { HttpAnswer, HttpRequest } from '#local/http/http-server.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { findCrowdedStatement } from '#test/support/database/writing-parts.ts';
import { unpack } from './call-from.ts';
import { findContractFault, type SentAnswer } from './find-contract-fault.ts';
import { findLogFaults, findSecrets, ID_NUMBER, type Secrets } from './find-secrets.ts';
import { hearOutput } from './hear-output.ts';

/** The routes that answer one account, to itself or to an administrator: the only ones that may show an ID number. */
const SHOW_ONE_ACCOUNT = [
  'auth.user',
  'auth.login',
  'auth.passkey',
  'auth.second-step',
  'auth.register',
  'account.update',
  'users.read',
  'users.update',
];
const HAND_OUT_A_SESSION = [
  'auth.login',
  'auth.passkey',
  'auth.second-step',
  'auth.register',
  'factors.add-passkey',
  'factors.confirm-totp',
];

/** A shorter one might be a word of a sentence. */
const TYPED_LENGTH_MIN = 8;

/** Returns the values in a request that no answer may repeat. */
const readTyped = (body: Buffer, names: readonly string[]): string[] => {
  try {
    const sent: unknown = JSON.parse(body.toString());
    const values = Object.entries(sent ?? {}).flatMap(([name, value]) =>
      names.includes(name) ? [value] : [],
    );

    return values.filter((value) => typeof value === 'string' && value.length >= TYPED_LENGTH_MIN);
  } catch {
    return [];
  }
};

/** The file of the site with the common passwords that nobody may choose; a test types one of them. */
const LISTED_PASSWORDS = /^\/assets\/listed-passwords-/;

interface HeardAnswer extends SentAnswer {
  routeId: RouteId | undefined;
  cookies: string;
}

const toHeard = (request: HttpRequest, { status, headers = {}, body = '' }: HttpAnswer): HeardAnswer => {
  const { 'set-cookie': cookies = [], ...others } = headers;
  const encoding = headers['content-encoding'];
  const text =
    typeof body === 'string' ? body : unpack(body, encoding).toString(encoding ? 'utf8' : 'latin1');

  return { routeId: matchRoute(request)?.id, status, headers: others, body: text, cookies: String(cookies) };
};

const findAnswerFaults = (answer: HeardAnswer, secrets: Secrets): string[] => {
  const { routeId, status, headers, body, cookies } = answer;
  const handsOutSession = routeId && HAND_OUT_A_SESSION.includes(routeId);
  const otherCookies = handsOutSession ? cookies.replace(/session=[^;]+/, '') : cookies;
  const isAboutOneAccount = routeId && SHOW_ONE_ACCOUNT.includes(routeId);
  const shown = `${JSON.stringify(headers)} ${otherCookies} ${body}`;
  const kinds = findSecrets(shown, secrets).filter((kind) => !(isAboutOneAccount && kind === ID_NUMBER));
  const fault = routeId && findContractFault(findRoute(routeId), answer);

  return [...kinds.map((kind) => `shows ${kind}`), ...(fault ? [fault] : [])].map(
    (found) => `${routeId ?? 'The site'} (${status}) ${found}`,
  );
};

/**
 * Captures every answer of a portal and every log line of its functions and tasks. `findFaults` reports those that show
 * a secret or break the contract, and statements that write in too many parts.
 */
export const watchPortal = () => {
  const answers: HeardAnswer[] = [];
  const log: string[] = [];
  const crowdedStatements = new Set<string>();
  const typedPasswords = new Set<string>();
  const typedIdNumbers = new Set<string>();
  const stopHearing = hearOutput((text) => log.push(text));

  const findUnheard = (): string[] => {
    const heard = log.join('');

    return [...new Set(answers.flatMap(({ routeId }) => routeId ?? []))]
      .filter((routeId) => !heard.includes(`"routeId":"${routeId}"`))
      .map((routeId) => `No log line of ${routeId} was heard`);
  };

  return {
    answers,
    log,
    typedPasswords,
    hearAnswer: (request: HttpRequest, answer: HttpAnswer) => {
      for (const password of readTyped(request.body, ['password', 'User_Pass_Bkp'])) {
        typedPasswords.add(password);
      }
      for (const typed of readTyped(request.body, ['User_RegNo'])) {
        typedIdNumbers.add(typed);
      }
      if (!LISTED_PASSWORDS.test(request.url.pathname)) {
        answers.push(toHeard(request, answer));
      }
    },
    hearStatement: (statement: string) => {
      const fault = findCrowdedStatement(statement);
      if (fault) {
        crowdedStatements.add(fault);
      }
    },
    stopHearing,
    /** Forgets what was heard and typed so far. */
    forget: () => {
      answers.length = 0;
      log.length = 0;
      crowdedStatements.clear();
      typedPasswords.clear();
      typedIdNumbers.clear();
    },
    /** Returns one sentence for each fault of a route or task. */
    findFaults: (given: Secrets): string[] => {
      const secrets = {
        ...given,
        'a password that was typed': [...typedPasswords],
        [ID_NUMBER]: [...typedIdNumbers],
      };
      const faults = [
        ...answers.flatMap((answer) => findAnswerFaults(answer, secrets)),
        ...findLogFaults(log, secrets),
        ...crowdedStatements,
        ...findUnheard(),
      ];

      return [...new Set(faults)];
    },
  };
};
