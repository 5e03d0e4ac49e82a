import { beginTotp } from '#functions/domain/factors/authenticator-app.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { factorKey } from '#functions/runtime/ports/factor-key-port.ts';
import { factorStore } from '#functions/runtime/ports/stores.ts';
import { factors } from '#shared/contract/factors.ts';

export const handler = endpoint(
  factors['begin-totp'],
  { database: databaseWith(factorStore), factorKey },
  ({ ports, user }) => beginTotp(ports, user),
);
