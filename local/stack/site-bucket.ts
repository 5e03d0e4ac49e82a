import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import * as z from 'zod';
import type { HttpAnswer, HttpRequest } from '../http-server.ts';
import { contentTypeOf } from '../site.ts';
import { ACCOUNT_ID } from './identities.ts';
import { resourceAllows } from './policies.ts';
import { ofType, only } from './portal-stack.ts';
import type { StackResource } from './stacks.ts';

const deployment = z.looseObject({
  SourceObjectKeys: z.tuple([z.string()]),
  DestinationBucketName: z.string(),
  Exclude: z.array(z.string()).default([]),
  Include: z.array(z.string()).default([]),
  SystemMetadata: z.strictObject({
    'cache-control': z.string(),
    'content-type': z.string().optional(),
  }),
});

const makeGlob = (pattern: string): ((path: string) => boolean) => {
  const regex = new RegExp(`^${pattern.replace(/[\\^$.|+()[\]{}]/g, '\\$&').replaceAll('*', '.*')}$`);

  return (path) => regex.test(path);
};

interface StoredFile {
  bytes: Buffer;
  headers: Record<string, string>;
}

/** What CDK's function copies: excludes first, then what is included after all. */
const readFiles = (
  resources: readonly StackResource[],
  bucketName: string,
  assetFolder: (name: string) => string,
): Map<string, StoredFile> => {
  const files = new Map<string, StoredFile>();
  for (const resource of ofType(resources, 'Custom::CDKBucketDeployment')) {
    const copied = deployment.parse(resource.properties());
    if (copied.DestinationBucketName !== bucketName) continue;

    const [exclude, include] = [copied.Exclude.map(makeGlob), copied.Include.map(makeGlob)];
    const folder = assetFolder(`asset.${copied.SourceObjectKeys[0].replace(/\.zip$/, '')}`);
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      const path = relative(folder, join(entry.parentPath, entry.name));
      const isIncluded = include.some((fits) => fits(path)) || !exclude.some((fits) => fits(path));
      if (!entry.isFile() || !isIncluded) continue;

      files.set(path, {
        bytes: readFileSync(join(folder, path)),
        headers: {
          'content-type': copied.SystemMetadata['content-type'] ?? contentTypeOf(extname(path)),
          'cache-control': copied.SystemMetadata['cache-control'],
        },
      });
    }
  }

  return files;
};

const bucketPolicy = z.looseObject({ Bucket: z.string(), PolicyDocument: z.unknown() });

/** The bucket of the site as S3 answers it to CloudFront: what its policy does not allow, or does not exist, is 403. */
export const openSiteBucket = (
  resources: readonly StackResource[],
  assetFolder: (name: string) => string,
) => {
  const bucket = only(resources, 'AWS::S3::Bucket');
  const distribution = only(resources, 'AWS::CloudFront::Distribution');
  const policies = ofType(resources, 'AWS::S3::BucketPolicy')
    .map((resource) => bucketPolicy.parse(resource.properties()))
    .filter(({ Bucket }) => Bucket === bucket.ref);
  const files = readFiles(resources, bucket.ref, assetFolder);
  const distributionArn = `arn:aws:cloudfront::${ACCOUNT_ID}:distribution/${distribution.ref}`;

  return {
    domainName: bucket.attribute('RegionalDomainName'),
    answer: async ({ method, url }: HttpRequest): Promise<HttpAnswer> => {
      const key = decodeURIComponent(url.pathname.slice(1));
      const isAllowed = policies.some(({ PolicyDocument }) =>
        resourceAllows(PolicyDocument, bucket.logicalId, {
          action: 's3:GetObject',
          resource: `${bucket.attribute('Arn')}/${key}`,
          service: 'cloudfront.amazonaws.com',
          context: { 'aws:sourcearn': distributionArn },
        }),
      );
      const file = isAllowed ? files.get(key) : undefined;
      if (!file) {
        return {
          status: 403,
          headers: { 'content-type': 'application/xml' },
          body: '<Error><Code>AccessDenied</Code></Error>',
        };
      }

      return { status: 200, headers: file.headers, ...(method === 'GET' && { body: file.bytes }) };
    },
  };
};
