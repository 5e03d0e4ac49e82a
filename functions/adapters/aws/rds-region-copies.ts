import {
  CopyDBClusterSnapshotCommand,
  type DBClusterSnapshot,
  DeleteDBClusterSnapshotCommand,
  paginateDescribeDBClusterSnapshots,
  RDSClient,
} from '@aws-sdk/client-rds';
import * as z from 'zod';
import type { RegionCopies, RegionCopy } from '#functions/ports/region-copies.ts';
import { makeRequestHandler, type Patience } from './request-handler.ts';

interface Copied {
  /** Identifier of the cluster. */
  cluster: string;
  copyRegion: string;
  /** ARN of a key or alias of that region: a key cannot leave its own. */
  copyKey: string;
  /** Each copy is named by it and by the time of its backup; a copy's own time may be that of the copying. */
  copyPrefix: string;
  patience: Patience;
}

const MINUTE_LENGTH = '2026-11-27T22:05'.length;

const nameAt = (prefix: string, takenAt: Date): string =>
  `${prefix}${takenAt.toISOString().slice(0, MINUTE_LENGTH).replaceAll(/[T:]/g, '-')}`;

const timeIn = (prefix: string, id: string): Date | undefined => {
  const time = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)$/.exec(id.startsWith(prefix) ? id.slice(prefix.length) : '');

  return time ? new Date(`${time[1]}T${time[2]}:${time[3]}Z`) : undefined;
};

const toMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000);

const backup = z.object({
  DBClusterSnapshotArn: z.string(),
  SnapshotCreateTime: z.date(),
});

const STATES: Record<string, RegionCopy['state']> = { available: 'available', failed: 'failed' };

/**
 * Copies snapshots by RDS itself, which does so between all regions but those of China. The call is made in the region
 * of the copy. https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-copy-snapshot.html
 */
export const makeRegionCopies = ({
  cluster,
  copyRegion,
  copyKey,
  copyPrefix,
  patience,
}: Copied): RegionCopies => {
  const connect = (region?: string) =>
    new RDSClient({
      ...(region !== undefined && { region }),
      maxAttempts: 2,
      requestHandler: makeRequestHandler(patience),
    });
  const [home, abroad] = [connect(), connect(copyRegion)];

  const list = async (client: RDSClient, of: { SnapshotType: string; DBClusterIdentifier?: string }) => {
    const found: DBClusterSnapshot[] = [];
    for await (const { DBClusterSnapshots = [] } of paginateDescribeDBClusterSnapshots({ client }, of)) {
      found.push(...DBClusterSnapshots);
    }

    return found;
  };

  return {
    listBackups: async () => {
      const snapshots = await list(home, { DBClusterIdentifier: cluster, SnapshotType: 'automated' });

      return snapshots
        .filter(({ Status }) => Status === 'available')
        .map((snapshot) => {
          const { DBClusterSnapshotArn: arn, SnapshotCreateTime } = backup.parse(snapshot);

          return { arn, takenAt: toMinute(SnapshotCreateTime) };
        });
    },
    listCopies: async () => {
      const snapshots = await list(abroad, { SnapshotType: 'manual' });

      return snapshots.flatMap(({ DBClusterSnapshotIdentifier: id = '', Status = '' }) => {
        const takenAt = timeIn(copyPrefix, id);

        return takenAt ? [{ id, takenAt, state: STATES[Status] ?? 'copying' }] : [];
      });
    },
    copy: async ({ arn, takenAt }) => {
      await abroad.send(
        new CopyDBClusterSnapshotCommand({
          SourceDBClusterSnapshotIdentifier: arn,
          TargetDBClusterSnapshotIdentifier: nameAt(copyPrefix, takenAt),
          KmsKeyId: copyKey,
        }),
      );
    },
    remove: async ({ id }) => {
      await abroad.send(new DeleteDBClusterSnapshotCommand({ DBClusterSnapshotIdentifier: id }));
    },
  };
};
