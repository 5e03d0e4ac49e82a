import { setTimeout as sleep } from 'node:timers/promises';
import { describeGrant, type Grant } from '#local/stack/policies.ts';
import { type StackCall, stackCalls } from './stack-calls.ts';
import type { StackPortal } from './stack-portal.ts';

/** What a call needs of its function's role: which of its grants it uses, and what comes out of it. */
interface Needed {
  grant: Grant;
  call: StackCall;
  outcome: string;
}

interface RemovalReport {
  /** A line for each grant: who has it, the call that uses it, and what that call says without it. */
  table: string[];
  unused: string[];
  /** Grants without which their call answers as before. */
  unmissed: string[];
}

/** What comes out of a call, and whether its function could log. */
const outcomeOf = async (portal: StackPortal, call: StackCall): Promise<string> => {
  const { name } = portal.functionOf(call.path);
  const linesBefore = portal.countLines(name);
  await portal.cool(name);
  const refusalsBefore = portal.refusals.length;
  const outcome = await call.run(portal).catch((error) => `failed: ${error.message}`);
  if (!call.logs) return outcome;

  const isLogged = () => portal.countLines(name) > linesBefore;
  const isRefused = () =>
    portal.refusals.slice(refusalsBefore).some((refusal) => refusal.includes('may not write'));
  // The line comes by another way than the answer.
  for (let round = 0; round < 50 && !isLogged() && !isRefused(); round += 1) await sleep(20);

  return isLogged() ? outcome : `${outcome}, not logged`;
};

const rolesOf = (portal: StackPortal, path: string): string[] => {
  const { name, role } = portal.functionOf(path);

  return [role, ...portal.invokers.flatMap((invoker) => (invoker.functionName === name ? invoker.role : []))];
};

/** Takes one grant after the other from the roles of these functions and makes the call that uses it. */
export const removeGrants = async (
  portal: StackPortal,
  paths: readonly string[],
  isExempt: (grant: string) => boolean,
): Promise<RemovalReport> => {
  const { permissions } = portal;
  const report: RemovalReport = { table: [], unused: [], unmissed: [] };

  for (const path of paths) {
    const roles = rolesOf(portal, path);
    const needed = new Map<Grant, Needed>();
    for (const call of stackCalls.filter((each) => each.path === path)) {
      permissions.used.clear();
      const outcome = await outcomeOf(portal, call);
      for (const grant of permissions.used) {
        if (roles.includes(grant.role) && !needed.has(grant)) needed.set(grant, { grant, call, outcome });
      }
    }

    for (const grant of permissions.grants.filter(({ role }) => roles.includes(role))) {
      const described = `${path}: ${describeGrant(grant)}`;
      const need = needed.get(grant);
      if (!need) {
        report.unused.push(described);
        continue;
      }

      permissions.remove(grant);
      const without = await outcomeOf(portal, need.call);
      permissions.restore(grant);
      report.table.push(`${described} | ${need.call.title} | ${need.outcome} → ${without}`);
      if (without === need.outcome && !isExempt(described)) report.unmissed.push(described);
    }
  }

  return report;
};
