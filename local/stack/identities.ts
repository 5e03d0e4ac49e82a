import { createHash } from 'node:crypto';
import { secretArnOf } from '../secrets/secrets.ts';

/** The account of the stand-ins (local/queue/queue.ts, local/secrets/secrets.ts). */
export const ACCOUNT_ID = '000000000000';
export const PARTITION = 'aws';
export const URL_SUFFIX = 'amazonaws.com';

/** Returns the host on which the SDK calls the queues unless a setting changes it. */
export const queueHost = (region: string): string => `https://sqs.${region}.${URL_SUFFIX}`;

/** Results of Ref and Fn::GetAtt for a resource. */
export interface Identity {
  ref: string;
  attributes?: Record<string, string>;
}

interface Named {
  stackName: string;
  region: string;
  logicalId: string;
  /** Returns a property with its resolved value. */
  property(name: string): unknown;
}

const hash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

const idOf = ({ stackName, logicalId }: Named, length: number): string =>
  hash(`${stackName}/${logicalId}`, length);

/** Returns CloudFormation's generated name for a resource without a name. */
export const physicalName = ({ stackName, logicalId }: Pick<Named, 'stackName' | 'logicalId'>): string =>
  `${stackName}-${logicalId}`;

const arn = (service: string, { region }: Pick<Named, 'region'>, resource: string): string =>
  `arn:${PARTITION}:${service}:${region}:${ACCOUNT_ID}:${resource}`;

/** Identities of the resource types to which the portal's functions and their roles refer. */
const IDENTITIES: Record<string, (named: Named) => Identity> = {
  'AWS::CloudFront::Distribution': (named) => ({
    ref: `E${idOf(named, 13).toUpperCase()}`,
    attributes: { DomainName: `d${idOf(named, 13)}.cloudfront.net` },
  }),
  'AWS::IAM::Role': (named) => ({
    ref: physicalName(named),
    attributes: { Arn: `arn:${PARTITION}:iam::${ACCOUNT_ID}:role/${physicalName(named)}` },
  }),
  'AWS::Lambda::Function': (named) => {
    const name = String(named.property('FunctionName') ?? physicalName(named));

    return { ref: name, attributes: { Arn: arn('lambda', named, `function:${name}`) } };
  },
  'AWS::Lambda::LayerVersion': (named) => ({ ref: arn('lambda', named, `layer:${physicalName(named)}:1`) }),
  'AWS::Logs::LogGroup': (named) => {
    const name = String(named.property('LogGroupName') ?? physicalName(named));

    return { ref: name, attributes: { Arn: arn('logs', named, `log-group:${name}:*`) } };
  },
  'AWS::RDS::DBCluster': (named) => ({ ref: String(named.property('DBClusterIdentifier')) }),
  'AWS::S3::Bucket': (named) => {
    const name = physicalName(named).toLowerCase();

    return { ref: name, attributes: { Arn: `arn:${PARTITION}:s3:::${name}` } };
  },
  // Without the stack's name, as CloudFormation names this type; the Data API takes ARNs of up to 100 characters.
  'AWS::SecretsManager::Secret': (named) => ({
    ref: secretArnOf(`${named.logicalId}-${idOf(named, 12)}`),
  }),
  'AWS::SQS::Queue': (named) => ({
    ref: `${queueHost(named.region)}/${ACCOUNT_ID}/${physicalName(named)}`,
    attributes: { Arn: arn('sqs', named, physicalName(named)), QueueName: physicalName(named) },
  }),
};

/** Returns a resource's identity as AWS would name it; refuses a type that is not known here. */
export const identityOf = (type: string, named: Named): Identity => {
  const identify = IDENTITIES[type];
  if (!identify) {
    throw new Error(`The stack run does not know how AWS names a ${type} (${named.logicalId}).`);
  }

  return identify(named);
};
