import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeRegionCopies } from '#functions/adapters/aws/rds-region-copies.ts';
import { startHttpServer } from '#local/http/http-server.ts';

/** The answers of RDS by region and list, and each call that it got. */
let lists: Record<string, string[]>;
let calls: { region: string; query: URLSearchParams }[];
let http: Awaited<ReturnType<typeof startHttpServer>>;

const snapshot = (id: string, status: string, createdAt: string) =>
  `<DBClusterSnapshot><DBClusterSnapshotIdentifier>${id}</DBClusterSnapshotIdentifier><DBClusterSnapshotArn>arn:aws:rds:af-south-1:123456789012:cluster-snapshot:${id}</DBClusterSnapshotArn><Status>${status}</Status><SnapshotCreateTime>${createdAt}</SnapshotCreateTime></DBClusterSnapshot>`;

/** Answers a list one snapshot on each page. */
const answerPage = (region: string, query: URLSearchParams): string => {
  const found =
    lists[`${region} ${query.get('SnapshotType')} ${query.get('DBClusterIdentifier') ?? 'any'}`] ?? [];
  const page = Number(query.get('Marker') ?? 0);
  const next = page + 1 < found.length ? `<Marker>${page + 1}</Marker>` : '';

  return `<DBClusterSnapshots>${found[page] ?? ''}</DBClusterSnapshots>${next}`;
};

beforeAll(async () => {
  http = await startHttpServer(({ headers, body }) => {
    const [, region = ''] = /Credential=[^/]+\/\d+\/([\w-]+)\/rds\//.exec(headers.authorization ?? '') ?? [];
    const query = new URLSearchParams(body.toString());
    calls.push({ region, query });
    const action = query.get('Action');

    return {
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: `<${action}Response><${action}Result>${answerPage(region, query)}</${action}Result></${action}Response>`,
    };
  });
  vi.stubEnv('AWS_ENDPOINT_URL', http.url);
  vi.stubEnv('AWS_REGION', 'af-south-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
beforeEach(() => {
  lists = {};
  calls = [];
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await http.close();
});

const COPY_KEY = 'arn:aws:kms:eu-west-1:123456789012:alias/acme-af-south-1-copies';
const make = () =>
  makeRegionCopies({
    cluster: 'acme',
    copyRegion: 'eu-west-1',
    copyKey: COPY_KEY,
    copyPrefix: 'acme-af-south-1-',
    patience: { connectMs: 1_000, callMs: 5_000, timeLeftMs: () => 10_000 },
  });
const BACKUP = 'rds:acme-2026-11-27-22-05';
const ARN = `arn:aws:rds:af-south-1:123456789012:cluster-snapshot:${BACKUP}`;

it('the backups are the complete automated snapshots of this cluster, from all pages', async () => {
  lists['af-south-1 automated acme'] = [
    snapshot(BACKUP, 'available', '2026-11-27T22:05:41.123Z'),
    snapshot('rds:acme-2026-11-28-22-05', 'creating', '2026-11-28T22:05:41.123Z'),
    snapshot('rds:acme-2026-11-26-22-05', 'available', '2026-11-26T22:05:02.000Z'),
  ];

  expect(await make().listBackups()).toEqual([
    { arn: ARN, takenAt: new Date('2026-11-27T22:05:00Z') },
    {
      arn: 'arn:aws:rds:af-south-1:123456789012:cluster-snapshot:rds:acme-2026-11-26-22-05',
      takenAt: new Date('2026-11-26T22:05:00Z'),
    },
  ]);
});

it("only this deployment's copies are listed, each with the time of its backup and not of the copying", async () => {
  const later = '2026-11-27T23:59:00.000Z';
  lists['eu-west-1 manual any'] = [
    snapshot('acme-af-south-1-2026-11-27-22-05', 'available', later),
    snapshot('acme-af-south-1-2026-11-26-22-05', 'copying', later),
    snapshot('acme-af-south-1-2026-11-25-22-05', 'failed', later),
    snapshot('acme-af-south-1-before-the-move', 'available', later),
    snapshot('acme-af-south-1-b-2026-11-27-22-05', 'available', later),
    snapshot('acme-eu-south-1-2026-11-27-22-05', 'available', later),
  ];

  expect(await make().listCopies()).toEqual([
    { id: 'acme-af-south-1-2026-11-27-22-05', takenAt: new Date('2026-11-27T22:05:00Z'), state: 'available' },
    { id: 'acme-af-south-1-2026-11-26-22-05', takenAt: new Date('2026-11-26T22:05:00Z'), state: 'copying' },
    { id: 'acme-af-south-1-2026-11-25-22-05', takenAt: new Date('2026-11-25T22:05:00Z'), state: 'failed' },
  ]);
});

it("a copy is ordered in the other region, under that region's key and a name with the backup's time", async () => {
  await make().copy({ arn: ARN, takenAt: new Date('2026-11-27T22:05:00Z') });

  expect(calls.map(({ region }) => region)).toEqual(['eu-west-1']);
  expect(Object.fromEntries(calls[0]?.query ?? [])).toMatchObject({
    Action: 'CopyDBClusterSnapshot',
    SourceDBClusterSnapshotIdentifier: ARN,
    TargetDBClusterSnapshotIdentifier: 'acme-af-south-1-2026-11-27-22-05',
    KmsKeyId: COPY_KEY,
    // Without it RDS refuses to copy an encrypted snapshot to another region.
    PreSignedUrl: expect.stringMatching(
      /^https:\/\/rds\.af-south-1\.amazonaws\.com.*DestinationRegion=eu-west-1/,
    ),
  });
});

it('a copy is removed in the other region', async () => {
  await make().remove({
    id: 'acme-af-south-1-2026-10-01-22-05',
    takenAt: new Date('2026-10-01T22:05:00Z'),
    state: 'available',
  });

  expect(
    calls.map(({ region, query }) => [region, query.get('Action'), query.get('DBClusterSnapshotIdentifier')]),
  ).toEqual([['eu-west-1', 'DeleteDBClusterSnapshot', 'acme-af-south-1-2026-10-01-22-05']]);
});
