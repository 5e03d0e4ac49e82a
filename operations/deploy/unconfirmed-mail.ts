import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';

interface Place {
  region: string;
  stackName: string;
}

const listTopics = async ({ region, stackName }: Place): Promise<string[]> => {
  const topics: string[] = [];
  const client = new CloudFormationClient({ region });
  for await (const page of paginateListStackResources({ client }, { StackName: stackName })) {
    for (const { ResourceType, PhysicalResourceId } of page.StackResourceSummaries ?? []) {
      if (ResourceType === 'AWS::SNS::Topic' && PhysicalResourceId) {
        topics.push(PhysicalResourceId);
      }
    }
  }

  return topics;
};

/**
 * True if the mailbox has confirmed a subscription, which only then has an ARN; AWS deletes one that is not confirmed
 * in two days.
 */
const isConfirmed = async (client: SNSClient, topicArn: string, email: string): Promise<boolean> => {
  for await (const page of paginateListSubscriptionsByTopic({ client }, { TopicArn: topicArn })) {
    const found = page.Subscriptions?.some(
      ({ Endpoint, SubscriptionArn }) => Endpoint === email && SubscriptionArn?.startsWith('arn:'),
    );
    if (found) {
      return true;
    }
  }

  return false;
};

/** Returns the topics of these stacks, of those that are meant for the mailbox, whose alarms it does not receive yet. */
export const findUnconfirmedTopics = async (
  email: string,
  places: readonly Place[],
  isMeant: (topicArn: string) => boolean,
) => {
  const unconfirmed: { region: string; topicArn: string }[] = [];
  for (const place of places) {
    const { region } = place;
    const client = new SNSClient({ region });
    for (const topicArn of (await listTopics(place)).filter(isMeant)) {
      if (!(await isConfirmed(client, topicArn, email))) {
        unconfirmed.push({ region, topicArn });
      }
    }
  }

  return unconfirmed;
};
