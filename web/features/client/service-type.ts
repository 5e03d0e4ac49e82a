const LABELS: Record<string, string> = { '4g': '4G', '5g': '5G', fiber: 'Fibre', voip: 'VoIP' };

/** Returns a type as people write it, such as 'Fibre' for 'fiber'. Types that read well already are returned unchanged. */
export const serviceTypeLabel = (type: string): string => LABELS[type] ?? type;
