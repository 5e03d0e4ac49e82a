import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { makeCommonPasswords } from '#functions/adapters/crypto/listed-common-passwords.ts';
import { describeGrant } from '#local/stack/policies.ts';
import { createAdmin } from '#operations/admin/create-admin.ts';
import { importCommand } from '#operations/import/import-command.ts';
import { openStore } from '#operations/open-store.ts';
import { findPortal } from '#operations/portal-place.ts';
import { receiveMessages } from '#test/support/faults/queues.ts';
import { pdfMessage, runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { readPdf } from '#test/support/invoices/read-pdf.ts';
import { addCaller, PASSWORD } from '#test/support/portal/accounts.ts';
import { whyOutOfReach } from '#test/support/stack/grant-exceptions.ts';
import { describeRemovals, FAILS, kindOf, removeGrants } from '#test/support/stack/grant-removals.ts';
import { stackCalls } from '#test/support/stack/stack-calls.ts';
import { openStackPortal, type StackPortal } from '#test/support/stack/stack-portal.ts';
import { makeRecordedTerminal } from '#test/support/stand-ins/recorded-terminal.ts';

let portal: StackPortal;

beforeAll(async () => {
  portal = await openStackPortal();
});
afterAll(() => portal.stop());

/** Creates the first administrator and imports a client, by the operators' two commands. */
const fillAsOperator = async (): Promise<void> => {
  process.env.DATA_DIR = portal.dataFolder;
  const { terminal } = makeRecordedTerminal([
    ['Email address', 'boss@example.com'],
    ['First name', 'Nomsa'],
    ['Last name', 'Dube'],
    ['Password (', PASSWORD],
    ['The same password again', PASSWORD],
  ]);
  const store = openStore(await findPortal('local'));
  const commonPasswords = makeCommonPasswords(process.env.COMMON_PASSWORDS_FILE ?? '');
  await createAdmin({ store, passwords, commonPasswords, terminal }, { wantsAnother: false });

  const file = join(portal.dataFolder, 'customers.csv');
  const columns = 'OWNumber,User_Name,User_Surname,User_Email,User_Pass_Bkp';
  writeFileSync(file, `${columns}\nOW30000,Sipho,Dlamini,client@example.com,${PASSWORD}\n`);
  await importCommand(['local', file, '--plain-passwords'], terminal);
};

describe('the packaged functions', () => {
  it('the packaged functions run a portal from its first administrator to an invoice PDF and an answered ticket', async () => {
    await fillAsOperator();
    const admin = { cookie: await portal.signIn('boss@example.com', PASSWORD) };
    const cookie = await portal.signIn('OW30000', PASSWORD);

    const list = await portal.call('GET', '/api/admin/users?search=dlamini', admin);
    const [{ User_Id: userId }] = list.body.users;
    const { body: invoice } = await portal.call('POST', '/api/invoices', {
      ...admin,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { userId, lineItems: [{ description: 'Uncapped 4G/5G, November', amount: 1571.5 }] },
    });
    expect(await receiveMessages(portal.queue.queueUrl('invoice-pdf'))).toEqual([pdfMessage(invoice.id)]);
    await runPdfJob(portal, invoice.id);
    const download = await portal.call('GET', `/api/invoices/${invoice.id}/download`, { cookie });
    expect(JSON.stringify(await readPdf(download.body))).toContain('1\u00a0571,50');

    const { body: ticket } = await portal.call('POST', '/api/support/tickets', {
      cookie,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { subject: 'The line is down', description: 'Since this morning.' },
    });
    const path = `/api/support/tickets/${ticket.id}`;
    await portal.call('POST', `${path}/replies`, { cookie, body: { body: 'It came back.' } });
    await portal.runTask('helpdesk-copy');
    const tickets = await portal.call('GET', '/api/support/tickets', { cookie });
    expect(JSON.stringify(tickets.body)).toContain('The line is down');
    const conversation = await portal.call('GET', `${path}/conversations`, { cookie });
    expect(JSON.stringify(conversation.body)).toContain('It came back.');

    expect(portal.refusals).toEqual([]);
  });

  it.each([
    ['public', 'POST', '/api/logout', [204, 204, 204]],
    ['for signed-in users', 'GET', '/api/user', [401, 200, 200]],
    ['for clients', 'GET', '/api/client/stats', [401, 200, 403]],
    ['for administrators', 'GET', '/api/admin/stats', [401, 403, 200]],
  ])(
    "packaged functions answer a visitor, a client and an administrator by the route's access: %s",
    async (_, method, path, statuses) => {
      const callers = [{}, await addCaller(portal, 'client'), await addCaller(portal, 'admin')];
      const answers = [];
      for (const caller of callers) {
        answers.push((await portal.call(method, path, caller)).status);
      }

      expect(answers).toEqual(statuses);
    },
  );

  it.each(stackCalls.map((call) => [call.title, call] as const))(
    'a packaged function has every grant that its work needs: %s',
    async (_, call) => {
      const before = portal.refusals.length;
      const outcome = await call.run(portal);
      const leftTransactions = await portal.endLeftTransactions();

      expect({ refusals: portal.refusals.slice(before), leftTransactions }).toEqual({
        refusals: [],
        leftTransactions: 0,
      });
      // A report of a number that no document has is refused with 409.
      expect(outcome).toMatch(/^(2\d\d|404|409|done)$/);
    },
  );

  it('a packaged function has no grant that its work does not use', () => {
    const { grants, used } = portal.permissions;
    const unused = portal.functions.flatMap(({ path, role }) =>
      grants
        .filter((grant) => grant.role === role && !used.has(grant))
        .map((grant) => `${path}: ${describeGrant(grant)}`),
    );

    expect(used.size).toBeGreaterThan(portal.functions.length);
    expect(unused.filter((grant) => whyOutOfReach(grant) === undefined)).toEqual([]);
  });
});

/** A function for each kind of grant; `npm run test:long` removes every grant of every function. */
const CHOSEN: Record<string, string> = {
  'rds-data:BeginTransaction': 'handlers/invoices/cancel',
  'rds-data:CommitTransaction': 'handlers/invoices/cancel',
  'rds-data:ExecuteStatement': 'handlers/invoices/cancel',
  'rds-data:RollbackTransaction': 'handlers/invoices/cancel',
  'secretsmanager:GetSecretValue of AppLogin': 'handlers/invoices/cancel',
  'secretsmanager:GetSecretValue of OwnerLogin': 'tasks/migrate',
  'secretsmanager:GetSecretValue of ReadLogin': 'handlers/services/list',
  'secretsmanager:GetSecretValue of SecretsCanaryPassword': 'tasks/canary',
  'secretsmanager:GetSecretValue of SecretsDriveCredentials': 'tasks/purge',
  'secretsmanager:GetSecretValue of SecretsFactorKey': 'handlers/factors/begin-totp',
  'secretsmanager:GetSecretValue of SecretsHelpdeskKey': 'tasks/helpdesk-contact',
  'secretsmanager:GetSecretValue of SecretsSessionKey': 'handlers/invoices/cancel',
  'ses:GetAccount': 'tasks/health-check',
  'ses:SendEmail': 'tasks/account-mail',
  'ses:SendRawEmail': 'tasks/business-mail',
  'sqs:DeleteMessage': 'tasks/job-sweep',
  'sqs:GetQueueAttributes': 'tasks/health-check',
  'sqs:ReceiveMessage': 'tasks/job-sweep',
  'sqs:SendMessage': 'tasks/job-sweep',
};

describe('the grants of packaged functions', () => {
  it('a function fails if a grant is taken from it, one grant of each kind', async () => {
    const roles = new Set(portal.functions.map(({ role }) => role));
    const kinds = portal.permissions.grants
      .filter(({ role, action }) => roles.has(role) && !action.startsWith('logs:'))
      .map(kindOf);
    expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(CHOSEN));

    const taken = new Set<string>();
    const removals = await removeGrants(portal, [...new Set(Object.values(CHOSEN))], (path, grant) => {
      const kind = kindOf(grant);
      const isFirst = CHOSEN[kind] === path && !taken.has(kind);
      if (isFirst) {
        taken.add(kind);
      }

      return isFirst;
    });
    process.stdout.write(`${describeRemovals(removals)}\n`);

    expect(removals).toHaveLength(Object.keys(CHOSEN).length);
    expect(removals.filter(({ verdict }) => verdict !== FAILS)).toEqual([]);
  });
});
