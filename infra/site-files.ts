import { type CfnElement, DefaultStackSynthesizer, Stack, Validations } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';
import { PUBLIC_FILES, SITE_CACHE } from '#shared/edge.ts';
import type { Site } from './site.ts';

/** Pages built from web/index.html: the page of all screens, and the screens that the build renders ahead. */
const PAGES = ['index.html', 'pages/*'];
const namedFiles = PUBLIC_FILES.map((path) => path.slice(1));

/** Vite's output: files whose names contain a hash of their content, and its own notes. */
const hashed = (extension: string) => `assets/*.${extension}`;
const BUILD_NOTES = '.vite/*';

/** S3 serves a file with the type that it was stored with, and would not name a charset. */
const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};
type TextType = keyof typeof TYPES;

/** Files that are stored in the same way. */
interface Batch {
  id: string;
  files: { only: string[] } | { allBut: string[] };
  /** Derived from the extension by default. */
  type?: TextType;
  cacheControl: string;
}

const withExtension = (type: TextType) => namedFiles.filter((name) => name.endsWith(`.${type}`));
const isText = (name: string) => /\.(html|js|css|txt)$/.test(name);

/** In the order of storing: first the files that the pages request, then the pages. */
const BATCHES: readonly Batch[] = [
  { id: 'HashedScripts', files: { only: [hashed('js')] }, type: 'js', cacheControl: SITE_CACHE.hashed },
  { id: 'HashedStyles', files: { only: [hashed('css')] }, type: 'css', cacheControl: SITE_CACHE.hashed },
  {
    id: 'HashedFiles',
    files: { allBut: [hashed('js'), hashed('css'), ...namedFiles, ...PAGES, BUILD_NOTES] },
    cacheControl: SITE_CACHE.hashed,
  },
  { id: 'Scripts', files: { only: withExtension('js') }, type: 'js', cacheControl: SITE_CACHE.named },
  { id: 'Texts', files: { only: withExtension('txt') }, type: 'txt', cacheControl: SITE_CACHE.named },
  {
    id: 'Files',
    files: { only: namedFiles.filter((name) => !isText(name)) },
    cacheControl: SITE_CACHE.named,
  },
  { id: 'Pages', files: { only: PAGES }, type: 'html', cacheControl: SITE_CACHE.named },
];

const LAST_BATCH = BATCHES.at(-1)?.id;

/** Files whose names the next deployment uses again, so that CloudFront's cached copies must be invalidated. */
const FORGOTTEN = [...PAGES.map((file) => `/${file}`), ...PUBLIC_FILES];

/**
 * CDK adds the function that copies the files, with its role; cdk-nag requires each of its findings to be acknowledged.
 */
const acknowledgeCopier = (copier: IConstruct, bucket: IBucket): void => {
  const stack = Stack.of(copier);
  const assets = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-${stack.account}-${stack.region}`;
  const bucketId = stack.getLogicalId(bucket.node.defaultChild as CfnElement);

  const findings = [
    'AwsSolutions-L1',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${assets}/*]`,
    `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/*]`,
    'AwsSolutions-IAM5[Resource::*]',
    ...['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'].map(
      (action) => `AwsSolutions-IAM5[Action::s3:${action}*]`,
    ),
  ];
  for (const id of findings) {
    Validations.of(copier).acknowledge({
      id,
      reason:
        "CDK's own function: it runs in deployments only, reads CDK's assets, writes the site's bucket and makes CloudFront forget.",
    });
  }
};

/** Copies the built site into its bucket, and invalidates the pages that CloudFront has cached. */
export class SiteFiles extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { bucket, distribution }: Pick<Site, 'bucket' | 'distribution'>,
    folder: string,
    logGroup: ILogGroup,
  ) {
    super(scope, id);
    const source = Source.asset(folder);

    let stored: BucketDeployment | undefined;
    for (const { id: batchId, files, type, cacheControl } of BATCHES) {
      const batch = new BucketDeployment(this, batchId, {
        sources: [source],
        destinationBucket: bucket,
        memoryLimit: 256,
        logGroup,
        ...('only' in files ? { exclude: ['*'], include: files.only } : { exclude: files.allBut }),
        ...(type && { contentType: TYPES[type] }),
        cacheControl: [CacheControl.fromString(cacheControl)],
        ...(batchId === LAST_BATCH && { distribution, distributionPaths: FORGOTTEN }),
        // CloudFront takes minutes, and CDK's wait for it fails now and then, which would roll everything back.
        waitForDistributionInvalidation: false,
        // A tab opened before this deployment may still request files of the last one.
        prune: false,
      });
      if (stored) {
        batch.node.addDependency(stored);
      }
      stored = batch;
    }

    const copier = stored?.handlerRole.node.scope;
    if (copier) {
      acknowledgeCopier(copier, bucket);
    }
  }
}
