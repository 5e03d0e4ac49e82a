import type { Activity } from '#shared/contract/client.ts';

export interface ActivityGroup {
  /** The newest activity of the group. */
  activity: Activity;
  count: number;
}

/** Joins consecutive sign-ins, so that they do not hide other activities. The newest stays first. */
export const groupSignIns = (activities: readonly Activity[]): ActivityGroup[] => {
  const groups: ActivityGroup[] = [];
  for (const activity of activities) {
    const newer = groups.at(-1);
    if (activity.activityType === 'login' && newer?.activity.description === activity.description) {
      newer.count += 1;
    } else {
      groups.push({ activity, count: 1 });
    }
  }

  return groups;
};
