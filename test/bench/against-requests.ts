import pg from 'pg';
import * as z from 'zod';
import { ADMIN_EMAIL, DEMO_PASSWORD } from '#local/seed/demo-accounts.ts';
import { type RunningKept, SIGN_IN_ACCOUNTS } from './kept-checkouts.ts';

const ROWS_A_PAGE = 30;
/** Starts of surnames that hundreds of the demo's clients have. */
const TERMS = ['nkos', 'dlam', 'naid', 'both', 'moko', 'smit', 'khum', 'pill'];

const userList = z.object({
  total: z.number(),
  users: z.array(z.object({ User_Id: z.number() })).min(1),
});

/** Reads the addresses of the clients who can sign in. */
const readIdentifiers = async (connectionString: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ User_Email: string }>(
    `select "User_Email" from users
     where "User_Pass_Bkp" = (select "User_Pass_Bkp" from users where "User_Email" = $1) and "User_Status" = 1
       and user_role = 'client' order by "User_Id" limit $2`,
    [ADMIN_EMAIL, SIGN_IN_ACCOUNTS],
  );
  await client.end();

  return rows.map(({ User_Email }) => User_Email);
};

/** Returns a function that takes the next item at each call, and begins again at the end. */
const takeInTurn = <Item>(items: readonly Item[]) => {
  let next = 0;

  return (): Item => {
    const item = items[next % items.length];
    next += 1;
    if (item === undefined) {
      throw new Error('There is nothing to take');
    }

    return item;
  };
};

/** Returns the requests that `against` compares, each as a function that sends one and fails if it is refused. */
export const openRequests = async ({ url, connectionString }: RunningKept) => {
  const send = async (method: string, path: string, cookie: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { origin: url, 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    }

    return answer;
  };
  const signIn = (identifier: string) =>
    send('POST', '/api/login', '', { identifier, password: DEMO_PASSWORD });

  const cookie = (await signIn(ADMIN_EMAIL)).headers
    .getSetCookie()
    .map((line) => line.split(';', 1))
    .join('; ');
  const list = async (page: number) => {
    const answer = await send('GET', `/api/admin/users?page=${page}`, cookie);

    return userList.parse(await answer.json());
  };
  const { total } = await list(1);
  const lastPage = Math.ceil(total / ROWS_A_PAGE);
  const { users } = await list(Math.floor(lastPage / 2));
  const nextTerm = takeInTurn(TERMS);
  const nextId = takeInTurn(users.map(({ User_Id }) => User_Id));
  const nextIdentifier = takeInTurn(await readIdentifiers(connectionString));
  const nextTown = takeInTurn(['Paarl', 'Durban', 'Upington', 'Knysna']);

  const act = (request: () => Promise<Response>) => async () => {
    await (await request()).arrayBuffer();
  };

  return {
    'list, first page': act(() => send('GET', '/api/admin/users?page=1', cookie)),
    'list, last page': act(() => send('GET', `/api/admin/users?page=${lastPage}`, cookie)),
    'search in the list': act(() => send('GET', `/api/admin/users?search=${nextTerm()}`, cookie)),
    'header search': act(() => send('GET', `/api/search?q=${nextTerm()}`, cookie)),
    'read one': act(() => send('GET', `/api/admin/users/${nextId()}`, cookie)),
    'update one': act(() => send('PUT', `/api/admin/users/${nextId()}`, cookie, { User_Town: nextTown() })),
    'sign-in': act(() => signIn(nextIdentifier())),
  };
};

export type Requests = Awaited<ReturnType<typeof openRequests>>;
