import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { regionCopiesOf, type Settings } from '../settings.ts';

/** The key of the database's copies in another region, which no key of the portal's region can read. */
export class BackupRegionStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: Pick<Settings, 'deployment' | 'region'>,
    props: StackProps,
  ) {
    super(scope, id, { ...props, terminationProtection: true });

    // The copies need it for as long as there is one, also if a first deployment is rolled back.
    new Key(this, 'Key', {
      description: `Encrypts the copies of the database of ${settings.deployment} in ${settings.region}`,
      alias: regionCopiesOf(settings).keyAlias,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
