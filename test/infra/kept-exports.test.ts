import { describe, expect, it } from 'vitest';
import { addExports, listDroppedExports, type StackTemplate } from '#operations/deploy/kept-exports.ts';
import { PRODUCTION } from '#test/support/infra/deployment-settings.ts';
import { synthPortal } from '#test/support/infra/portal-template.ts';

const DATA = 'ow-connect-data';
const PORTAL = 'ow-connect';
const QUEUE = /bankbooking/i;

const { written, templates } = synthPortal(PRODUCTION);

const exportsOf = ({ Outputs }: StackTemplate): Map<string, string> =>
  new Map(
    Object.values(Outputs).flatMap(({ Export, Value }) =>
      Export ? [[Export.Name, JSON.stringify(Value)] as const] : [],
    ),
  );

const importsOf = (template: StackTemplate): string[] =>
  [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);

const none: StackTemplate = { Resources: {}, Outputs: {} };

/** Deploys templates by CloudFormation's rules of exports: one that is imported stays, and an import needs its export. */
const makeCloudFormation = () => {
  const stacks: Record<string, StackTemplate> = { [DATA]: none, [PORTAL]: none };
  const importedBy = (name: string) => importsOf(stacks[name] ?? none);

  return {
    stacks,
    isImported: (name: string) => importedBy(PORTAL).includes(name),
    deployData: (template: StackTemplate) => {
      const before = exportsOf(stacks[DATA] ?? none);
      const after = exportsOf(template);
      const lost = importedBy(PORTAL).filter((name) => before.get(name) !== after.get(name));
      expect(lost, 'exports that are in use').toEqual([]);
      stacks[DATA] = template;
    },
    deployPortal: (template: StackTemplate) => {
      const offered = exportsOf(stacks[DATA] ?? none);
      expect(
        importsOf(template).filter((name) => !offered.has(name)),
        'imports of nothing',
      ).toEqual([]);
      stacks[PORTAL] = template;
    },
  };
};

/** The release as it is, and the next one, which has no queue for booking the lines of the bank. */
const first = {
  data: written.get(DATA) as StackTemplate,
  portal: { Resources: { ...templates.get(PORTAL)?.resources }, Outputs: {} } as StackTemplate,
};
const without = (entries: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(entries).filter(([id, entry]) => !QUEUE.test(id) && !QUEUE.test(JSON.stringify(entry))),
  );
const next = {
  data: {
    ...first.data,
    Resources: without(first.data.Resources),
    Outputs: without(first.data.Outputs),
  } as StackTemplate,
  portal: { Resources: without(first.portal.Resources), Outputs: {} } as StackTemplate,
};

/** What `npm run deploy` makes of the next template of the data stack. */
const keep = ({ stacks, isImported }: ReturnType<typeof makeCloudFormation>, template: StackTemplate) => {
  const deployed = stacks[DATA] ?? none;

  return addExports(deployed, template, listDroppedExports(deployed, template).filter(isImported));
};

const queuesOf = ({ Resources }: StackTemplate) =>
  Object.keys(Resources)
    .filter((id) => QUEUE.test(id) && Resources[id]?.Type === 'AWS::SQS::Queue')
    .toSorted();

const deployFirst = () => {
  const aws = makeCloudFormation();
  aws.deployData(keep(aws, first.data));
  aws.deployPortal(first.portal);

  return aws;
};

describe('a release that has a queue less', () => {
  it('the test takes away a queue that the portal imports, with its dead letters', () => {
    expect(queuesOf(first.data)).toHaveLength(2);
    expect(queuesOf(next.data)).toEqual([]);
    expect(() => deployFirst().deployData(next.data)).toThrow('exports that are in use');
  });

  it('keeps queue and exports until the functions that use them are gone, and drops them one release later', () => {
    const aws = deployFirst();
    aws.deployData(keep(aws, next.data));
    expect(queuesOf(aws.stacks[DATA] ?? none)).toEqual(queuesOf(first.data));

    aws.deployPortal(next.portal);
    aws.deployData(keep(aws, next.data));
    expect(aws.stacks[DATA]).toEqual(next.data);
  });

  it('a portal that rolls back finds the queue, also when the release is deployed again', () => {
    const aws = deployFirst();
    aws.deployData(keep(aws, next.data));
    aws.deployPortal(first.portal);
    aws.deployData(keep(aws, next.data));
    aws.deployPortal(next.portal);

    expect(queuesOf(aws.stacks[DATA] ?? none)).toEqual(queuesOf(first.data));
  });

  it('leads back to the release before, from each step', () => {
    for (const steps of [1, 2, 3]) {
      const aws = deployFirst();
      const forward = [
        () => aws.deployData(keep(aws, next.data)),
        () => aws.deployPortal(next.portal),
        () => aws.deployData(keep(aws, next.data)),
      ];
      for (const step of forward.slice(0, steps)) {
        step();
      }
      aws.deployData(keep(aws, first.data));
      aws.deployPortal(first.portal);

      expect(aws.stacks).toEqual({ [DATA]: first.data, [PORTAL]: first.portal });
    }
  });
});
