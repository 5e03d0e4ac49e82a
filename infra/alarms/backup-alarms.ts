import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { backupVaults, type Settings } from '../settings.ts';
import type { AlarmTopics } from './alarm-topics.ts';

/**
 * Adds the alarms of the nightly copies to the backup account. Metrics, because a vault's notifications no longer report
 * a failed backup job, and nothing else reports a job that never began.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
 */
export const watchBackupCopies = (alarms: AlarmTopics, settings: Pick<Settings, 'deployment'>): void => {
  const { snapshots, copies } = backupVaults(settings);
  const jobsOf = (BackupVaultName: string, metricName: string, period: Duration) =>
    new Metric({
      namespace: 'AWS/Backup',
      metricName,
      dimensionsMap: { BackupVaultName },
      period,
      statistic: Stats.SUM,
    });
  alarms.add('backup-failed', {
    metric: jobsOf(snapshots, 'NumberOfBackupJobsFailed', Duration.hours(1)),
    threshold: 1,
  });
  // AWS Backup counts a copy for the vault that it goes to.
  alarms.add('backup-copy-failed', {
    metric: jobsOf(copies, 'NumberOfCopyJobsFailed', Duration.hours(1)),
    threshold: 1,
  });
  // A night without a copy is three halves of a day without one, also if the copies of two nights take unequally long.
  alarms.add('backup-copy-missing', {
    metric: jobsOf(copies, 'NumberOfCopyJobsCompleted', Duration.hours(12)),
    threshold: 1,
    periods: 3,
    comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
    missing: TreatMissingData.BREACHING,
  });
};
