import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { eventQueues } from '#shared/event-queues.ts';
import { configurationSets, type Settings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/** Events of opened mails and clicked links are left out: without them SES adds no pixel and rewrites no link (D46). */
const EVENTS = [
  EmailSendingEvent.SEND,
  EmailSendingEvent.DELIVERY,
  EmailSendingEvent.DELIVERY_DELAY,
  EmailSendingEvent.BOUNCE,
  EmailSendingEvent.COMPLAINT,
  EmailSendingEvent.REJECT,
];

/**
 * The configuration sets with which the portal sends its mails, and the way of their events: SES, a topic, the queue of
 * the task mail-events. The sender's domain is verified by hand and outlives every deployment (docs/operations/deploy.md).
 */
export class Mail extends Construct {
  readonly events: WorkQueue;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { deployment }: Pick<Settings, 'deployment'>) {
    super(scope, id);

    this.events = new WorkQueue(this, 'Events', eventQueues['mail-events']);
    this.topic = this.makeTopic();
    this.topic.addSubscription(new SqsSubscription(this.events.queue, { rawMessageDelivery: true }));

    const { account, business } = configurationSets({ deployment });
    this.addSet('AccountSet', account);
    this.addSet('BusinessSet', business);
  }

  private addSet(id: string, configurationSetName: string): void {
    const set = new ConfigurationSet(this, id, {
      configurationSetName,
      reputationMetrics: true,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      // The portal's own blocks are the only suppression list (D45): an administrator sees and lifts them.
      disableSuppressionList: true,
    });
    set.addEventDestination('Events', { destination: EventDestination.snsTopic(this.topic), events: EVENTS });
  }

  /** The events name recipients, so the topic is encrypted; SES can only publish with a key of the account's own. */
  private makeTopic(): Topic {
    const key = new Key(this, 'Key', {
      description: 'Encrypts what Amazon SES reports about mails on its way to the portal',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // As AWS's guide has it (AllowSESToUseKMSKey), without a condition, because the guide does not say that SES names
    // its account to KMS. The topic's policy admits only this account's configuration sets.
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
      }),
    );

    return new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
  }
}
