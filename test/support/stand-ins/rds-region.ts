import { type HttpAnswer, type HttpRequest, startHttpServer } from '#local/http/http-server.ts';
import {
  CHANGES,
  describe,
  makeRegion,
  type Query,
  Refusal,
  type Region,
} from '#test/support/stand-ins/rds-clusters.ts';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const toXml = (value: unknown): string => {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (typeof value !== 'object' || value === null) {
    return escapeXml(String(value));
  }

  return Object.entries(value)
    .flatMap(([name, content]) =>
      (Array.isArray(content) ? content : [content]).map((each) => `<${name}>${toXml(each)}</${name}>`),
    )
    .join('');
};

const READS: Record<string, (region: Region, query: Query) => object> = {
  DescribeDBClusters: ({ clusters }, { Marker }) => describe(clusters, 'DBClusters', 'DBCluster', Marker),
  DescribeDBInstances: ({ instances }, { Marker }) =>
    describe(instances, 'DBInstances', 'DBInstance', Marker),
  DescribeDBClusterSnapshots: ({ snapshots }, { SnapshotType }) => ({
    DBClusterSnapshots: {
      DBClusterSnapshot: snapshots.filter(
        (each) => (each.SnapshotType === 'awsbackup') === (SnapshotType === 'awsbackup'),
      ),
    },
  }),
  DescribeStacks: ({ outputs }, { StackName = '' }) => {
    const found = outputs[StackName];
    if (!found) {
      throw new Refusal('ValidationError', `Stack with id ${StackName} does not exist`);
    }

    return {
      Stacks: {
        member: {
          StackName,
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: {
            member: Object.entries(found).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
          },
        },
      },
    };
  },
  ListStackResources: ({ resources }, { StackName = '' }) => ({
    StackResourceSummaries: {
      member: Object.entries(resources[StackName] ?? {}).map(([LogicalResourceId, { type, id }]) => ({
        LogicalResourceId,
        PhysicalResourceId: id,
        ResourceType: type,
      })),
    },
  }),
  GetTemplate: ({ template }) => ({ TemplateBody: template }),
};

const refuse = ({ code, message, status }: Refusal): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/xml', 'x-amzn-errortype': code },
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error></ErrorResponse>`,
});

const answerQuery = (region: Region, body: string): HttpAnswer => {
  const { Action = '', Version: _, ...query } = Object.fromEntries(new URLSearchParams(body));
  const refusal = region.refusals[Action]?.shift();
  if (refusal) {
    throw new Refusal(refusal.code, refusal.message, refusal.status);
  }
  const change = CHANGES[Action];
  change?.(region, query);
  region.changes.push(...(change ? [`${Action} ${Object.values(query).join(' ')}`] : []));
  const result = READS[Action]?.(region, query) ?? {};

  return {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<${Action}Response><${Action}Result>${toXml(result)}</${Action}Result></${Action}Response>`,
  };
};

const json = (body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const PATHS: [RegExp, (region: Region, name: string, body: string) => HttpAnswer][] = [
  [/^GET .*\/event-source-mappings\/(.+)$/, ({ mappings }, UUID) => json({ UUID, State: mappings[UUID] })],
  [
    /^PUT .*\/event-source-mappings\/(.+)$/,
    (region, UUID, body) => {
      const { Enabled } = JSON.parse(body);
      region.mappings[UUID] = Enabled ? 'Enabling' : 'Disabling';
      region.changes.push(`UpdateEventSourceMapping ${UUID} ${Enabled}`);

      return json({ UUID });
    },
  ],
  [/^GET \/schedules\/(.+)$/, ({ schedules }, Name) => json({ Name, Arn: 'arn', ...schedules[Name] })],
  [
    /^PUT \/schedules\/(.+)$/,
    (region, Name, body) => {
      const { ClientToken: _, ...schedule } = JSON.parse(body);
      region.schedules[Name] = schedule;
      region.changes.push(`UpdateSchedule ${Name} ${schedule.State}`);

      return json({ ScheduleArn: 'arn' });
    },
  ],
  [
    /^POST .*\/functions\/(.+)\/invocations$/,
    (region, name) => {
      region.changes.push(`Invoke ${name}`);

      return region.migrationFault === undefined
        ? json(null)
        : json({ errorMessage: region.migrationFault }, { 'x-amz-function-error': 'Unhandled' });
    },
  ],
];

const answer = (region: Region, { method, url, body }: HttpRequest): HttpAnswer => {
  const asked = `${method} ${decodeURIComponent(url.pathname)}`;
  const [pattern, act] = PATHS.find(([each]) => each.test(asked)) ?? [];
  try {
    return act
      ? act(region, pattern?.exec(asked)?.[1] ?? '', body.toString())
      : answerQuery(region, body.toString());
  } catch (error) {
    if (error instanceof Refusal) {
      return refuse(error);
    }
    throw error;
  }
};

/** Starts the part of AWS that a restore calls, over the wire of each service. */
export const startRdsRegion = async () => {
  const region = makeRegion();
  const http = await startHttpServer((request) => answer(region, request));

  return { url: http.url, region, reset: () => Object.assign(region, makeRegion()), close: http.close };
};
