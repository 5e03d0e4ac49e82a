import { type HttpAnswer, type HttpRequest, startHttpServer } from '#local/http/http-server.ts';

/** Makes the account that a deployment's preflight finds; tests change it. */
const makeAccount = () => ({
  number: '123456789012',
  /** Status by region; AWS does not know any other region. */
  regions: {
    'af-south-1': 'ENABLED',
    'eu-west-1': 'ENABLED_BY_DEFAULT',
    'us-east-1': 'ENABLED_BY_DEFAULT',
  } as Record<string, string>,
  concurrency: 1_000,
  engineFamilies: ['aurora-postgresql18'],
  /** Regions that do not offer the engine. */
  withoutEngine: [] as string[],
  /** The engine's versions of which `db.serverless` can be ordered. */
  serverlessVersions: ['17.5', '18.6'],
  /** The identities of SES, with their MAIL FROM domain and its state. */
  identities: {
    'owconnect.example': {
      isVerified: true,
      mailFrom: 'SUCCESS',
      mailFromDomain: 'bounce.owconnect.example',
    },
  } as Record<string, { isVerified: boolean; mailFrom: string; mailFromDomain?: string }>,
  dkimOrigin: 'AWS_SES' as 'AWS_SES' | 'EXTERNAL',
  hasProductionAccess: true,
  doesSesAnswer: true,
  maxSendRate: 14,
  /** What AWS Backup copies in the region, and whether the Organization allows other accounts; null refuses to say. */
  backsUp: { Aurora: true } as Record<string, boolean>,
  isCrossAccountBackupEnabled: 'true' as 'true' | 'false' | null,
  /** Aliases of keys of other accounts. */
  keyAliases: ['arn:aws:kms:af-south-1:210987654321:alias/acme-copies'],
  /** Status of each stack, by a key such as 'af-south-1 CDKToolkit'. */
  stacks: {
    'af-south-1 CDKToolkit': 'CREATE_COMPLETE',
    'eu-west-1 CDKToolkit': 'CREATE_COMPLETE',
    'us-east-1 CDKToolkit': 'UPDATE_COMPLETE',
  } as Record<string, string>,
  /** The permissions boundary of CDK's own stack in each region. */
  permissionsBoundaries: {} as Record<string, string>,
  outputs: {} as Record<string, string>,
  /** Templates of deployed stacks, by the same key. */
  templates: {} as Record<string, object>,
  /** The stacks that import an export, by its name. */
  imports: {} as Record<string, string[]>,
  secrets: {} as Record<string, string>,
  /** ARN and subscribers of each topic, by the key of its stack, such as 'af-south-1 acme'. */
  topics: {} as Record<string, { arn: string; subscriptions: { endpoint: string; arn: string }[] }[]>,
  /** Each call, such as 'sts GetCallerIdentity'. */
  calls: [] as string[],
});

type Account = ReturnType<typeof makeAccount>;

const xml = (action: string, result: string): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});
const xmlRefusal = (code: string, message: string, status = 400): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
const json = (body: object, status = 200): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const describeStack = (account: Account, region: string, name: string) => {
  const status = account.stacks[`${region} ${name}`];
  if (status === undefined) {
    return xmlRefusal('ValidationError', `Stack with id ${name} does not exist`);
  }

  const outputs = Object.entries(account.outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const boundary = `<member><ParameterKey>InputPermissionsBoundary</ParameterKey><ParameterValue>${account.permissionsBoundaries[region] ?? ''}</ParameterValue></member>`;
  const stack = `<StackName>${name}</StackName><StackStatus>${status}</StackStatus><Parameters>${boundary}</Parameters><Outputs>${outputs.join('')}</Outputs>`;

  return xml('DescribeStacks', `<Stacks><member>${stack}</member></Stacks>`);
};

const member = (fields: Record<string, string>): string =>
  `<member>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</member>`;

/** Lists a stack's topics on the second page; its other resources fill the first. */
const listStackResources = (account: Account, region: string, query: URLSearchParams): HttpAnswer => {
  const topics = account.topics[`${region} ${query.get('StackName')}`] ?? [];
  const role = member({ ResourceType: 'AWS::IAM::Role', PhysicalResourceId: 'role' });
  const second = topics.map(({ arn }) =>
    member({ ResourceType: 'AWS::SNS::Topic', PhysicalResourceId: arn }),
  );
  const page = query.has('NextToken') ? second.join('') : role;
  const next = query.has('NextToken') ? '' : '<NextToken>2</NextToken>';

  return xml('ListStackResources', `<StackResourceSummaries>${page}</StackResourceSummaries>${next}`);
};

const listSubscriptions = (account: Account, topicArn: string): HttpAnswer => {
  const topic = Object.values(account.topics)
    .flat()
    .find(({ arn }) => arn === topicArn);
  const subscriptions = (topic?.subscriptions ?? []).map(({ endpoint, arn }) =>
    member({ TopicArn: topicArn, Protocol: 'email', Endpoint: endpoint, SubscriptionArn: arn }),
  );

  return xml('ListSubscriptionsByTopic', `<Subscriptions>${subscriptions.join('')}</Subscriptions>`);
};

/** Lists the orderable versions one on each page. */
const listOrderable = ({ serverlessVersions }: Account, query: URLSearchParams): HttpAnswer => {
  const page = Number(query.get('Marker') ?? 0);
  const version = query.get('DBInstanceClass') === 'db.serverless' ? serverlessVersions[page] : undefined;
  const option = version === undefined ? '' : `<EngineVersion>${version}</EngineVersion>`;
  const next = page + 1 < serverlessVersions.length ? `<Marker>${page + 1}</Marker>` : '';

  return xml(
    'DescribeOrderableDBInstanceOptions',
    `<OrderableDBInstanceOptions><OrderableDBInstanceOption>${option}</OrderableDBInstanceOption></OrderableDBInstanceOptions>${next}`,
  );
};

const getTemplate = ({ templates }: Account, region: string, query: URLSearchParams): HttpAnswer => {
  const body = JSON.stringify(templates[`${region} ${query.get('StackName')}`] ?? { Resources: {} });

  return xml(
    'GetTemplate',
    `<TemplateBody>${body.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</TemplateBody>`,
  );
};

const listImports = ({ imports }: Account, query: URLSearchParams): HttpAnswer => {
  const name = query.get('ExportName') ?? '';
  const stacks = imports[name];

  return stacks
    ? xml('ListImports', `<Imports>${stacks.map((stack) => `<member>${stack}</member>`).join('')}</Imports>`)
    : xmlRefusal('ValidationError', `Export '${name}' is not imported by any stack.`);
};

const answerCloudFormation = (account: Account, region: string, query: URLSearchParams): HttpAnswer => {
  switch (query.get('Action')) {
    case 'ListStackResources':
      return listStackResources(account, region, query);
    case 'GetTemplate':
      return getTemplate(account, region, query);
    case 'ListImports':
      return listImports(account, query);
    default:
      return describeStack(account, region, query.get('StackName') ?? '');
  }
};

const answerSes = (account: Account, path: string): HttpAnswer => {
  if (!account.doesSesAnswer) {
    return json({ message: 'SES is out of order' }, 500);
  }
  if (path === '/v2/email/account') {
    return json({
      ProductionAccessEnabled: account.hasProductionAccess,
      SendingEnabled: true,
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: account.maxSendRate, SentLast24Hours: 0 },
    });
  }
  const identity = account.identities[path.split('/').at(-1) ?? ''];

  return identity
    ? json({
        VerifiedForSendingStatus: identity.isVerified,
        DkimAttributes: {
          Tokens: ['one', 'two', 'three'],
          SigningHostedZone: 'dkim.af-south-1.amazonses.com',
          SigningAttributesOrigin: account.dkimOrigin,
        },
        MailFromAttributes: {
          MailFromDomain: identity.mailFromDomain,
          MailFromDomainStatus: identity.mailFrom,
        },
      })
    : {
        ...json({ message: 'Email identity does not exist.' }, 404),
        headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'NotFoundException' },
      };
};

const answerSecrets = (account: Account, target: string, body: string): HttpAnswer => {
  const { SecretId, SecretString } = JSON.parse(body);
  if (target.endsWith('PutSecretValue')) {
    account.secrets[SecretId] = SecretString;

    return json({ ARN: SecretId });
  }
  const value = account.secrets[SecretId];

  return value === undefined
    ? json({ __type: 'ResourceNotFoundException', message: 'there is none' }, 400)
    : json({ ARN: SecretId, SecretString: value });
};

const answerBackup = ({ backsUp, isCrossAccountBackupEnabled }: Account, path: string): HttpAnswer => {
  if (path === '/account-settings') {
    return json({ ResourceTypeOptInPreference: backsUp });
  }

  return isCrossAccountBackupEnabled === null
    ? json({ message: 'Insufficient privileges to perform this action.' }, 403)
    : json({ GlobalSettings: { isCrossAccountBackupEnabled } });
};

const answer = (account: Account, { headers, url, body }: HttpRequest): HttpAnswer => {
  const scope = /Credential=[^/]+\/\d+\/([\w-]+)\/([\w-]+)\//.exec(headers.authorization ?? '');
  const [, region = '', service = ''] = scope ?? [];
  const text = body.toString();
  const query = new URLSearchParams(text);
  const target = String(headers['x-amz-target'] ?? '');
  account.calls.push(`${service} ${query.get('Action') ?? (target.split('.').at(-1) || url.pathname)}`);

  switch (service) {
    case 'sts':
      return account.number === ''
        ? xmlRefusal('ExpiredToken', 'The security token included in the request is expired', 403)
        : xml('GetCallerIdentity', `<Account>${account.number}</Account>`);
    case 'account': {
      const { RegionName } = JSON.parse(text);

      return json({ RegionName, RegionOptStatus: account.regions[RegionName] });
    }
    case 'cloudformation':
      return answerCloudFormation(account, region, query);
    case 'backup':
      return answerBackup(account, url.pathname);
    case 'kms': {
      const { KeyId } = JSON.parse(text);

      return account.keyAliases.includes(KeyId)
        ? json({ KeyMetadata: { KeyId } })
        : json({ __type: 'NotFoundException', message: 'Alias is not found.' }, 400);
    }
    case 'lambda':
      return json({ AccountLimit: { ConcurrentExecutions: account.concurrency } });
    case 'rds': {
      if (query.get('Action') === 'DescribeOrderableDBInstanceOptions') {
        return listOrderable(account, query);
      }
      const isOffered =
        account.engineFamilies.includes(query.get('DBParameterGroupFamily') ?? '') &&
        !account.withoutEngine.includes(region);
      const version = '<DBEngineVersion><EngineVersion>18.6</EngineVersion></DBEngineVersion>';

      return xml(
        'DescribeDBEngineVersions',
        `<DBEngineVersions>${isOffered ? version : ''}</DBEngineVersions>`,
      );
    }
    case 'sns':
      return listSubscriptions(account, query.get('TopicArn') ?? '');
    case 'ses':
      return answerSes(account, url.pathname);
    case 'secretsmanager':
      return answerSecrets(account, target, text);
    default:
      return json({ message: `no service ${service}` }, 500);
  }
};

/** Starts the part of AWS that a deployment's preflight calls, over the wire of each service. */
export const startAwsAccount = async () => {
  const account = makeAccount();
  const http = await startHttpServer((request) => answer(account, request));

  return {
    url: http.url,
    account,
    reset: () => Object.assign(account, makeAccount()),
    close: http.close,
  };
};
