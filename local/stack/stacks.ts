import * as z from 'zod';
import type { AssembledStack, Assembly, Template, TemplateResource } from './assembly.ts';
import { ACCOUNT_ID, type Identity, identityOf, PARTITION, physicalName, URL_SUFFIX } from './identities.ts';
import { type Meanings, resolveValue } from './resolve.ts';

const NESTED_STACK = 'AWS::CloudFormation::Stack';

/** Region of a stack that leaves the choice to the CLI's profile. */
const DEFAULT_REGION = 'af-south-1';

/** CDK notes the path of an asset, also of a nested stack's template, in the metadata for the CLI. */
const assetPath = z.looseObject({ 'aws:asset:path': z.string() });

export interface StackResource {
  stackName: string;
  region: string;
  logicalId: string;
  type: string;
  /** Result of Ref. */
  ref: string;
  /** Returns its properties with resolved values. */
  properties(): Record<string, unknown>;
  metadata: Record<string, unknown>;
}

interface OpenStack {
  name: string;
  region: string;
  template: Template;
  parameter(name: string): unknown;
  nested: Map<string, OpenStack>;
  meanings: Meanings;
}

/** Reads every resource of every stack, including nested ones, with resolved values. */
export const makeStackReader = (assembly: Assembly, secretValue: (arn: string) => string) => {
  const stacks: OpenStack[] = [];

  const findStack = (name: string): OpenStack => {
    const found = stacks.find((stack) => stack.name === name);
    if (!found) {
      throw new Error(`A template takes an output of ${name}, which is no stack of the portal.`);
    }

    return found;
  };

  const output = (stack: OpenStack, name: string): unknown => {
    const found = stack.template.Outputs[name];
    if (!found) {
      throw new Error(`The stack ${stack.name} has no output ${name}.`);
    }

    return resolveValue(found.Value, stack.meanings);
  };

  const identify = (stack: OpenStack, logicalId: string, resource: TemplateResource): Identity =>
    identityOf(resource.Type, {
      stackName: stack.name,
      region: stack.region,
      logicalId,
      property: (name) => resolveValue(resource.Properties[name], stack.meanings),
    });

  const makeMeanings = (stack: () => OpenStack): Meanings => ({
    ref: (name) => {
      const { name: stackName, region, template, parameter } = stack();
      const pseudo: Record<string, string> = {
        'AWS::AccountId': ACCOUNT_ID,
        'AWS::Partition': PARTITION,
        'AWS::Region': region,
        'AWS::StackName': stackName,
        'AWS::URLSuffix': URL_SUFFIX,
      };
      if (name in pseudo) {
        return pseudo[name];
      }
      if (name in template.Parameters) {
        return parameter(name);
      }

      const resource = template.Resources[name];
      if (!resource) {
        throw new Error(`The template of ${stackName} takes ${name} from nowhere.`);
      }

      return identify(stack(), name, resource).ref;
    },
    attribute: (logicalId, name) => {
      const nested = stack().nested.get(logicalId);
      if (nested) {
        return output(nested, name.replace(/^Outputs\./, ''));
      }

      const resource = stack().template.Resources[logicalId];
      if (!resource) {
        throw new Error(`The template of ${stack().name} takes ${logicalId} from nowhere.`);
      }

      const value = identify(stack(), logicalId, resource).attributes?.[name];
      if (value === undefined) {
        throw new Error(`The stack run does not know ${name} of a ${resource.Type}.`);
      }

      return value;
    },
    stackOutput: ({ stackName, outputName }) => output(findStack(stackName), outputName),
    exported: (name) => {
      for (const each of stacks) {
        const [found] = Object.values(each.template.Outputs).filter(({ Export }) => Export?.Name === name);
        if (found) {
          return resolveValue(found.Value, each.meanings);
        }
      }

      throw new Error(`No stack of the portal exports ${name}.`);
    },
    secretValue,
  });

  const open = (
    { name, region, template }: Omit<AssembledStack, 'region'> & { region: string },
    given: (parameter: string) => unknown,
  ): OpenStack => {
    const opened: OpenStack = {
      name,
      region,
      template,
      parameter: (parameter) => given(parameter) ?? template.Parameters[parameter]?.Default,
      nested: new Map(),
      meanings: makeMeanings(() => opened),
    };
    stacks.push(opened);
    for (const [logicalId, resource] of Object.entries(template.Resources)) {
      if (resource.Type === NESTED_STACK) {
        opened.nested.set(logicalId, openNested(opened, logicalId, resource));
      }
    }

    return opened;
  };

  const openNested = (parent: OpenStack, logicalId: string, { Properties, Metadata }: TemplateResource) => {
    const parameters = z.record(z.string(), z.unknown()).default({}).parse(Properties.Parameters);

    return open(
      {
        name: physicalName({ stackName: parent.name, logicalId }),
        region: parent.region,
        template: assembly.readTemplate(assetPath.parse(Metadata)['aws:asset:path']),
      },
      (name) => resolveValue(parameters[name], parent.meanings),
    );
  };

  for (const stack of assembly.stacks) {
    open({ ...stack, region: stack.region ?? DEFAULT_REGION }, () => undefined);
  }

  return stacks.flatMap((stack) =>
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type !== NESTED_STACK)
      .map(
        ([logicalId, resource]): StackResource => ({
          stackName: stack.name,
          region: stack.region,
          logicalId,
          type: resource.Type,
          get ref() {
            return identify(stack, logicalId, resource).ref;
          },
          properties: () =>
            z.record(z.string(), z.unknown()).parse(resolveValue(resource.Properties, stack.meanings)),
          metadata: resource.Metadata,
        }),
      ),
  );
};

/** Returns the folder or file of a resource's asset, as CDK notes it for the CLI. */
export const assetPathOf = ({ metadata }: Pick<StackResource, 'metadata'>): string =>
  assetPath.parse(metadata)['aws:asset:path'];
