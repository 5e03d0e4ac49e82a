import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import { sessionTokens } from '#functions/runtime/ports/session-tokens-port.ts';

/** Answers a schedule's call: reads the session key again, so that no visitor waits for it (ADR 62). */
export const keepLoaded = async (): Promise<undefined> => {
  try {
    await sessionTokens.renew();
  } catch (error) {
    log.warn('the session key was not read again', { causes: describeError(error) });
  }
};
