import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  GetEventSourceMappingCommand,
  type LambdaClient,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { GetScheduleCommand, type SchedulerClient, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { type AwsCall, callAws, makeCall } from './aws-call.ts';
import { listResources } from './stack-database.ts';

interface Clients {
  cloudFormation: CloudFormationClient;
  lambda: LambdaClient;
  scheduler: SchedulerClient;
}

/** Returns the calls that start or stop what runs by itself: the stack's schedules, and the queues of its workers. */
export const listSwitches = async (
  { cloudFormation, lambda, scheduler }: Clients,
  stackName: string,
  isOn: boolean,
): Promise<AwsCall[]> => {
  const resources = await listResources(cloudFormation, stackName);
  const idsOf = (wanted: string) => resources.filter(({ type }) => type === wanted).map(({ id }) => id);
  const calls: AwsCall[] = [];

  for (const UUID of idsOf('AWS::Lambda::EventSourceMapping')) {
    const { State = '' } = await callAws('lambda:GetEventSourceMapping', () =>
      lambda.send(new GetEventSourceMappingCommand({ UUID })),
    );
    if (/^Enabl/.test(State) !== isOn) {
      const command = new UpdateEventSourceMappingCommand({ UUID, Enabled: isOn });
      calls.push(makeCall('lambda', command, () => lambda.send(command)));
    }
  }
  for (const Name of idsOf('AWS::Scheduler::Schedule')) {
    const { $metadata, Arn, CreationDate, LastModificationDate, ...schedule } = await callAws(
      'scheduler:GetSchedule',
      () => scheduler.send(new GetScheduleCommand({ Name })),
    );
    const State = isOn ? 'ENABLED' : 'DISABLED';
    if (schedule.State !== State) {
      const { ScheduleExpression, FlexibleTimeWindow, Target } = schedule;
      // An update resets whatever it leaves out.
      const command = new UpdateScheduleCommand({
        ...schedule,
        Name,
        ScheduleExpression,
        FlexibleTimeWindow,
        Target,
        State,
      });
      calls.push(makeCall('scheduler', command, () => scheduler.send(command)));
    }
  }

  return calls;
};
