import { Duration, FileSystem, Size, Stack, Validations } from 'aws-cdk-lib';
import {
  PolicyDocument,
  PolicyStatement,
  type PolicyStatementProps,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Capability } from '#shared/contract/route.ts';
import type { Grants } from './grants.ts';
import type { Settings } from './settings.ts';

/** Returns a function's code and the hash of its files; the template tests do not need the real code. */
export type CodeOf = (entry: string, uses: readonly Capability[]) => { code: Code; hash: string };

/** Returns a bundle's code with the beginning of the name under which CDK stores it. */
export const codeOfFolder = (folder: string): ReturnType<CodeOf> => ({
  code: Code.fromAsset(folder),
  hash: FileSystem.fingerprint(folder).slice(0, 12),
});

/** Settings that all functions of a deployment share. */
export interface FunctionDefaults {
  grants: Grants;
  codeOf: CodeOf;
  /** The log to which all of them write. */
  log: ILogGroup;
  settings: Pick<Settings, 'architecture' | 'pdfConcurrency' | 'backupRegion'>;
}

interface PortalFunctionProps {
  /** Such as `handlers/auth/login`: the file under functions/, and the `service` of its log lines. */
  path: string;
  summary: string;
  uses: readonly Capability[];
  /** Its database login may read, and write only what reading leaves behind (functions/database/migrations/0002_rights.sql). */
  onlyReads?: boolean;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** In addition to the variables that `uses` brings. */
  environment?: Record<string, string>;
  allow?: readonly PolicyStatementProps[];
}

/** @sparticuz/chromium has a browser for x86_64 alone. */
const chooseArchitecture = (uses: readonly Capability[], wanted: Settings['architecture']): Architecture =>
  wanted === 'x86_64' || uses.includes('pdfPrinter') ? Architecture.X86_64 : Architecture.ARM_64;

/** The browser takes 220 MB of /tmp, and a process killed while it unpacks leaves the same amount behind. */
const CHROMIUM_STORAGE = Size.mebibytes(1024);

/** A Lambda whose permissions and environment are those of its capabilities. */
export class PortalFunction extends Construct {
  readonly lambda: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { grants, codeOf, log, settings }: FunctionDefaults,
    {
      path,
      summary,
      uses,
      onlyReads,
      memoryMegabytes,
      timeoutSeconds,
      environment,
      allow = [],
    }: PortalFunctionProps,
  ) {
    super(scope, id);
    const used = uses.map(
      (capability) => grants[capability === 'database' && onlyReads ? 'databaseReader' : capability],
    );
    const { code, hash } = codeOf(`functions/${path}.ts`, uses);

    const writeLog = {
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [log.logGroupArn],
    };
    const statements = [writeLog, ...used.flatMap((grant) => grant.allow), ...allow];
    // Inline, so that a function never starts before it has its permissions.
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        uses: new PolicyDocument({ statements: statements.map((props) => new PolicyStatement(props)) }),
      },
    });
    const { region, account } = Stack.of(this);
    const streams = {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:${region}:${account}:log-group:${log.logGroupName}:*]`,
      reason: 'The streams of the one log; Lambda names a new one for each copy of a function.',
    };
    for (const finding of [streams, ...used.flatMap(({ acknowledged = [] }) => acknowledged)]) {
      Validations.of(role).acknowledge(finding);
    }

    this.lambda = new LambdaFunction(this, 'Function', {
      description: summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: chooseArchitecture(uses, settings.architecture),
      code,
      handler: 'index.handler',
      memorySize: memoryMegabytes,
      ...(uses.includes('pdfPrinter') && { ephemeralStorageSize: CHROMIUM_STORAGE }),
      timeout: Duration.seconds(timeoutSeconds),
      logGroup: log,
      role,
      environment: {
        // In each log line. The commit would change every function at each deployment (ADR 52).
        BUNDLE: hash,
        POWERTOOLS_LOG_LEVEL: 'INFO',
        POWERTOOLS_SERVICE_NAME: path,
        ...Object.assign({}, ...used.map((grant) => grant.environment)),
        ...environment,
      },
    });
  }
}
