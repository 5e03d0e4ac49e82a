import * as z from 'zod';
import { invalid } from './errors.ts';
import { toPositionalSql } from './named-parameters.ts';
import { bindParameters, sqlParameter } from './parameters.ts';
import {
  readColumnMetadata,
  readColumnTypes,
  requireResultSize,
  requireRowSizes,
  toFormattedRecords,
  toRecords,
} from './results.ts';
import type { makeSessions } from './sessions.ts';
import type { DatabaseRole } from './sql-server.ts';

type Sessions = ReturnType<typeof makeSessions>;

/** Lengths are those of the API reference. Since version 2, Aurora Serverless refuses `schema`. */
const database = z.object({
  resourceArn: z.string().min(11).max(100),
  secretArn: z.string().min(11).max(100),
  database: z.string().max(64).optional(),
  schema: z.undefined("The schema parameter isn't supported").optional(),
});

const transaction = database.extend({ transactionId: z.string().max(192) });

const statement = database.extend({
  sql: z.string().max(65_536),
  transactionId: z.string().max(192).optional(),
});

const executeStatement = statement.extend({
  parameters: z.array(sqlParameter).default([]),
  includeResultMetadata: z.boolean().default(false),
  formatRecordsAs: z.enum(['NONE', 'JSON']).default('NONE'),
  resultSetOptions: z
    .object({
      decimalReturnType: z.enum(['STRING', 'DOUBLE_OR_LONG']).optional(),
      longReturnType: z.enum(['STRING', 'LONG']).optional(),
    })
    .default({}),
});

/** Runs a statement. Aurora counts changed records only if no rows are returned, so RETURNING answers 0. */
const runStatement = (
  sessions: Sessions,
  role: DatabaseRole,
  request: z.output<typeof executeStatement>,
  signal: AbortSignal,
) => {
  const { text, names } = toPositionalSql(request.sql);
  const bound = bindParameters(names, request.parameters);

  return sessions.use(role, request.transactionId, signal, async (connection) => {
    const { columns, rows, rowCount } = await connection.query({ text, ...bound });
    if (columns.length === 0) {
      return { numberOfRecordsUpdated: rowCount, generatedFields: [] };
    }

    const types = await readColumnTypes(connection, columns);
    requireRowSizes(rows, types);
    const records = toRecords(rows, types, request.resultSetOptions);

    if (request.formatRecordsAs === 'JSON') {
      return requireResultSize({
        numberOfRecordsUpdated: 0,
        formattedRecords: toFormattedRecords(columns, records),
      });
    }
    if (!request.includeResultMetadata) {
      return requireResultSize({ numberOfRecordsUpdated: 0, records });
    }
    const columnMetadata = await readColumnMetadata(connection, columns, types);

    return requireResultSize({ numberOfRecordsUpdated: 0, records, columnMetadata });
  });
};

const describeIssue = ({ issues: [issue] }: Pick<z.ZodError, 'issues'>) =>
  `${issue?.path.join('.')}: ${issue?.message}`;

/**
 * Makes the four operations, from the received JSON to the returned JSON. `findRole` returns the database user that a
 * secret names; `signal` aborts when the caller disconnects.
 */
export const makeOperations = (
  sessions: Sessions,
  findRole: (secretArn: string) => Promise<DatabaseRole>,
) => {
  const operation =
    <Request extends z.infer<typeof database>>(
      schema: z.ZodType<Request>,
      run: (role: DatabaseRole, request: Request, signal: AbortSignal) => Promise<object>,
    ) =>
    async (body: unknown, signal: AbortSignal) => {
      const parsed = schema.safeParse(body);
      if (!parsed.success) {
        throw invalid(describeIssue(parsed.error));
      }

      return run(await findRole(parsed.data.secretArn), parsed.data, signal);
    };

  return {
    ExecuteStatement: operation(executeStatement, (...call) => runStatement(sessions, ...call)),
    BeginTransaction: operation(database, async (role) => ({
      transactionId: sessions.begin(role),
    })),
    CommitTransaction: operation(transaction, async (role, { transactionId }) => {
      await sessions.commit(role, transactionId);

      return { transactionStatus: 'Transaction Committed' };
    }),
    RollbackTransaction: operation(transaction, async (role, { transactionId }) => {
      await sessions.rollback(role, transactionId);

      return { transactionStatus: 'Rollback Complete' };
    }),
  };
};

export type Operation = keyof ReturnType<typeof makeOperations>;
