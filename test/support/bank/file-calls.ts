import { expect } from 'vitest';
import type { BankFile, BankFiles } from '#shared/contract/bank/bank-files.ts';
import type { BankLines } from '#shared/contract/bank/bank-lines.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

/** The routes of a bank's files, as an administrator calls them. */
export const fileCalls = ({ call }: Pick<TestPortal, 'call'>, { cookie }: { cookie: string }) => {
  const send = (text: string, body: object = {}, headers: Record<string, string> = {}) =>
    call('POST', '/api/admin/bank-files', {
      cookie,
      headers,
      body: { fileName: 'statement.csv', text, ...body },
    });

  return {
    send,
    upload: async (text: string, body: object = {}): Promise<BankFile> => {
      const answer = await send(text, body);
      expect(answer).toMatchObject({ status: 201 });

      return answer.body;
    },
    takeBack: (fileId: number, headers: Record<string, string> = {}) =>
      call('DELETE', `/api/admin/bank-files/${fileId}`, { cookie, headers }),
    changeFirstDay: (fileId: number, bookFrom: string, headers: Record<string, string> = {}) =>
      call('PATCH', `/api/admin/bank-files/${fileId}`, { cookie, headers, body: { bookFrom } }),
    list: async (): Promise<BankFiles> => (await call('GET', '/api/admin/bank-files', { cookie })).body,
    read: (fileId: number) => call('GET', `/api/admin/bank-files/${fileId}`, { cookie }),
    linesOf: async (fileId: number): Promise<BankLines['lines']> =>
      (await call('GET', `/api/admin/bank-files/${fileId}/lines`, { cookie })).body.lines,
  };
};
