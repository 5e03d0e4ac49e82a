import { countAttempt } from '#functions/domain/system/throttle.ts';
import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Stores } from '#functions/ports/database/database.ts';
import type { FactorKey } from '#functions/ports/factor-key.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { ResponseOf } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { type AddPorts, addFactor } from './add-factor.ts';
import { checkTotp } from './check-factor.ts';
import { conflict, labelOf } from './factor-change.ts';

/** Codes that an account may try in an hour to confirm its app. */
const TRIES_MAX = 10;
const WINDOW_SECONDS = 60 * 60;

const HAS_APP = 'Your account has an authenticator app already. Please remove it first.';
const NOT_WAITING = 'This app was confirmed already, or was begun again. Please look at the page again.';
const WRONG_CODE = 'This code is wrong. Please enter the one that the app shows now.';

interface BeginPorts {
  database: { factors: Pick<Stores['factors'], 'findOwNumber' | 'keepTotp'> };
  factorKey: Pick<FactorKey, 'makeSecret'>;
}

/** Makes the secret of an authenticator app, in place of one that no code has confirmed. It is shown this once. */
export const beginTotp = async (
  { database: { factors }, factorKey }: BeginPorts,
  { userId }: SessionUser,
): Promise<ResponseOf<'factors.begin-totp'>> => {
  const label = labelOf(requireOwner(await factors.findOwNumber(userId)));
  const { secret, uri, ...sealed } = await factorKey.makeSecret(userId, label);
  if (!(await factors.keepTotp(userId, sealed))) {
    throw conflict(HAS_APP);
  }

  return { uri, secret };
};

interface ConfirmPorts extends AddPorts {
  database: AddPorts['database'] & Pick<Stores, 'throttle'>;
  factorKey: Pick<FactorKey, 'findStep'>;
}

/** Confirms the app with its first code, which does not work again. */
export const confirmTotp = async (
  { factorKey, ...ports }: ConfirmPorts,
  { user, viewer }: { user: SessionUser; viewer: Viewer },
  code: string,
  now: Date,
): Promise<ResponseOf<'factors.confirm-totp'>> => {
  const { userId, address } = user;
  const { factors, throttle } = ports.database;
  // The counter does not name the account, because a full counter of an account blocks its sign-in.
  const bucket = {
    name: `first codes of an app of user ${userId}`,
    limit: TRIES_MAX,
    windowSeconds: WINDOW_SECONDS,
  };
  await countAttempt(throttle, { buckets: [bucket], address }, now);
  const stored = await factors.findUnconfirmedTotp(userId);
  if (!stored) {
    throw conflict(NOT_WAITING);
  }
  const checked = await checkTotp(factorKey, { userId, stored, code }, now);
  if (!checked) {
    throw new AppError('invalid_request', WRONG_CODE, { fields: { code: WRONG_CODE } });
  }

  const { recoveryCodes } = await addFactor(
    ports,
    { user, viewer },
    {
      change: 'app-added',
      action: 'factors.confirm-totp',
      write: async (store) => {
        if (!(await store.confirmTotp(userId, { ...checked, sealed: stored.sealed }, now))) {
          throw conflict(NOT_WAITING);
        }
      },
      noteOf: () => ({ change: 'added' }),
    },
    now,
  );

  return { recoveryCodes };
};
