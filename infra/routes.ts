import { NestedStack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { allRoutes, contract, type RouteId } from '#shared/contract/index.ts';
import { WARMING_CALL, WARMING_RATE } from '#shared/warming.ts';
import type { Api } from './api.ts';
import { capabilitiesOf } from './grants.ts';
import { type FunctionDefaults, PortalFunction } from './portal-function.ts';
import { callOnSchedule } from './schedule.ts';

interface RoutesProps {
  api: Api;
  defaults: FunctionDefaults;
  /** Variables that every handler reads, independent of its capabilities. */
  environment: Record<string, string>;
}

/** Lambda assigns processor time by memory: a function with half as much starts half as fast. */
const MEMORY_MEGABYTES = 1024;

/** Just under the 30 s of an HTTP API, so that the function's own answer is the one that arrives. */
const TIMEOUT_SECONDS = 29;

/** One Lambda for each entry of the contract, behind its own route, in the nested stack of its area. */
export class Routes extends Construct {
  readonly functions = new Map<RouteId, PortalFunction>();

  constructor(scope: Construct, id: string, { api, defaults, environment }: RoutesProps) {
    super(scope, id);
    const stacks = this.makeStacks();
    api.changeAfter([...stacks.values()]);

    for (const [routeId, route] of allRoutes) {
      const stack = stacks.get(routeId.slice(0, routeId.indexOf('.')));
      if (!stack) {
        throw new Error(`${routeId} is of no area`);
      }

      const handler = new PortalFunction(stack, routeId, defaults, {
        path: `handlers/${routeId.replace('.', '/')}`,
        summary: route.summary,
        uses: capabilitiesOf(route),
        onlyReads: route.readsBesideCheck === true,
        memoryMegabytes: route.memoryMegabytes ?? MEMORY_MEGABYTES,
        timeoutSeconds: TIMEOUT_SECONDS,
        environment,
      });
      api.serve(route, handler);
      if (route.isFirstRead) {
        callOnSchedule(handler, WARMING_RATE, WARMING_CALL);
      }
      this.functions.set(routeId, handler);
    }
  }

  /**
   * Makes a nested stack for each area, deployed one after the other: API Gateway refuses two changes of an API at
   * once.
   */
  private makeStacks(): Map<string, NestedStack> {
    const stacks = Object.keys(contract).map((area) => new NestedStack(this, area));
    for (const [index, stack] of stacks.entries()) {
      stack.node.addDependency(...stacks.slice(0, index));
    }

    return new Map(stacks.map((stack) => [stack.node.id, stack]));
  }
}
