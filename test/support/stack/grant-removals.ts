import { describeGrant, type Grant } from '#local/stack/policies.ts';
import { whyNotMissed, whyOutOfReach } from './grant-exceptions.ts';
import { type StackCall, stackCalls } from './stack-calls.ts';
import type { StackPortal } from './stack-portal.ts';

/** Result for one grant of a function. */
interface Removal {
  /** The grant, such as `handlers/auth/login: rds-data:ExecuteStatement on …`. */
  grant: string;
  /** The call that uses it, and the call's outcome with and without it. */
  call: string;
  outcome: string;
  /** Reason why the result is correct; undefined if it is not. */
  verdict: string | undefined;
}

export const FAILS = 'the call fails without it';

/** Returns the outcome of a call, and notes a transaction that it left open. */
const outcomeOf = async (portal: StackPortal, call: StackCall): Promise<string> => {
  await portal.cool(portal.functionOf(call.path).name);
  const answer = await call.run(portal).catch((error) => `failed: ${error.message}`);
  const left = await portal.endLeftTransactions();

  return left > 0 ? `${answer}, a transaction left open` : answer;
};

const SECRET = /:secret:(?<name>\w+?)(?:[0-9A-F]{8})?-/;

/** Returns the kind of a grant: its action and, for a secret, the secret's name. */
export const kindOf = ({ action, resource }: Pick<Grant, 'action' | 'resource'>): string =>
  [action, SECRET.exec(resource)?.groups?.name].filter(Boolean).join(' of ');

/** Finds the grants that a function's calls use, each with its first call and that call's outcome. */
const findUses = async (portal: StackPortal, path: string) => {
  const uses = new Map<Grant, { call: StackCall; outcome: string }>();
  for (const call of stackCalls.filter((each) => each.path === path)) {
    portal.permissions.used.clear();
    const outcome = await outcomeOf(portal, call);
    for (const grant of portal.permissions.used) {
      if (!uses.has(grant)) {
        uses.set(grant, { call, outcome });
      }
    }
  }

  return uses;
};

/**
 * Removes one grant after the other from the roles of these functions, or only those that `isWanted`, and makes the
 * call that uses it.
 */
export const removeGrants = async (
  portal: StackPortal,
  paths: readonly string[],
  isWanted: (path: string, grant: Grant) => boolean = () => true,
): Promise<Removal[]> => {
  const { permissions } = portal;
  const removals: Removal[] = [];

  for (const path of paths) {
    const { role } = portal.functionOf(path);
    const grants = permissions.grants.filter((grant) => grant.role === role && isWanted(path, grant));
    const uses = await findUses(portal, path);

    for (const each of grants) {
      const grant = `${path}: ${describeGrant(each)}`;
      const use = uses.get(each);
      if (!use) {
        removals.push({ grant, call: 'none', outcome: '', verdict: whyOutOfReach(grant) });
        continue;
      }

      permissions.remove(each);
      const without = await outcomeOf(portal, use.call);
      permissions.restore(each);
      const verdict = without === use.outcome ? whyNotMissed(grant) : FAILS;
      removals.push({ grant, call: use.call.title, outcome: `${use.outcome} → ${without}`, verdict });
    }
  }

  return removals;
};

const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];

  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Returns a line for each grant, and the number of grants for each verdict. */
export const describeRemovals = (removals: readonly Removal[]): string => {
  const verdictOf = ({ verdict = 'NOBODY NEEDS IT' }: Removal) => verdict;
  const counted = Map.groupBy(removals, verdictOf);
  const counts = [...counted].map(([verdict, { length }]) => [String(length), verdict]);
  const lines = removals.map((removal) => [removal.grant, removal.call, removal.outcome, verdictOf(removal)]);

  return [
    formatTable([['grant', 'call', 'with it → without it', 'verdict'], ...lines]),
    formatTable([['grants', 'verdict'], ...counts, [String(removals.length), 'in all']]),
  ].join('\n\n');
};
