import * as z from 'zod';
import { signedInBy } from './factors.ts';
import { idInPath, noContent, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

/** A session as its owner and administrators see it (D50). */
export const session = z.object({
  id: z.uuid(),
  /** Null if the header names no known one. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Without its last part. */
  address: z.string().nullable(),
  createdAt: timestamp,
  /** Within an hour. */
  lastUsedAt: timestamp,
  signedInBy,
  /** True for the session of the caller. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const sessionInPath = z.object({ id: z.uuid() });

const userInPath = z.object({ User_Id: idInPath });

/** The sessions of an account, for administrators. */
export const sessions = defineRoutes('sessions', {
  list: {
    method: 'GET',
    path: '/api/admin/users/{User_Id}/sessions',
    summary: 'The sessions of an account, the newest first',
    access: 'admin',
    uses: ['database'],
    params: userInPath,
    response: z.array(session),
    readsBesideCheck: true,
  },
  end: {
    method: 'DELETE',
    path: '/api/admin/users/{User_Id}/sessions/{id}',
    summary: 'End one session of an account',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: userInPath.extend(sessionInPath.shape),
    response: noContent,
    status: 204,
  },
  'end-all': {
    method: 'DELETE',
    path: '/api/admin/users/{User_Id}/sessions',
    summary: "End all sessions of an account, except for the caller's",
    access: 'admin',
    uses: ['database', 'transactions'],
    params: userInPath,
    response: noContent,
    status: 204,
  },
});
