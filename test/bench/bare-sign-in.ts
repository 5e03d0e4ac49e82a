/** The minimal work of any sign-in: one query and one hash. The bench compares the portal's sign-in with it. */
import { argon2, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import * as z from 'zod';

const credentials = z.object({ identifier: z.string(), password: z.string() });

const computeArgon2 = promisify(argon2);

/** The parameters of the portal's hashes. */
const PARAMETERS = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

const server = createServer(async (request, response) => {
  const { identifier, password } = credentials.parse(await json(request));
  await pool.query('select * from users where lower("User_Email") = $1', [identifier]);
  await computeArgon2('argon2id', { ...PARAMETERS, message: password, nonce: randomBytes(16) });
  response.end('{}');
}).listen(0);
await once(server, 'listening');

const address = server.address();
if (typeof address === 'object') {
  process.send?.({ url: `http://localhost:${address?.port}` });
}
process.once('disconnect', () => process.exit());
