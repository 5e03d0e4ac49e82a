import { type CfnElement, DefaultStackSynthesizer, Stack, Token, Validations } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';

/** Vite's: the files whose names carry a hash of what they hold, and its own notes. */
const HASHED_FILES = 'assets/*';
const BUILD_NOTES = '.vite/*';

/** CDK brings the function that copies the files, with its role: cdk-nag wants each of its findings named. */
const acknowledgeCopier = (copier: IConstruct, bucket: IBucket): void => {
  const stack = Stack.of(copier);
  const region = Token.isUnresolved(stack.region) ? '<AWS::Region>' : stack.region;
  const assets = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-<AWS::AccountId>-${region}`;
  const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnElement);

  const findings = [
    'AwsSolutions-L1',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${assets}/*]`,
    `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
      (action) => `AwsSolutions-IAM5[Action::s3:${action}*]`,
    ),
  ];
  for (const id of findings) {
    Validations.of(copier).acknowledge({
      id,
      reason:
        "CDK's own function: it runs in deployments only, reads CDK's assets and writes the site's bucket.",
    });
  }
};

/** Puts the built site into its bucket: first what index.html will ask for, then the rest. */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, bucket: IBucket, folder: string) {
    super(scope, id);
    const shared = { sources: [Source.asset(folder)], destinationBucket: bucket, memoryLimit: 256 };

    const hashedFiles = new BucketDeployment(this, 'HashedFiles', {
      ...shared,
      exclude: ['*'],
      include: [HASHED_FILES],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
      // A tab opened before this deployment may still ask for the files of the last one.
      prune: false,
    });
    const otherFiles = new BucketDeployment(this, 'OtherFiles', {
      ...shared,
      exclude: [HASHED_FILES, BUILD_NOTES],
      cacheControl: [CacheControl.fromString('no-cache')],
    });
    otherFiles.node.addDependency(hashedFiles);

    const copier = otherFiles.handlerRole.node.scope;
    if (copier) acknowledgeCopier(copier, bucket);
  }
}
