const LABELS: Record<string, string> = { '4g': '4G', '5g': '5G', fiber: 'Fibre', voip: 'VoIP' };

/** Returns the type as people write it. Names in the specification that are words already are returned unchanged. */
export const serviceTypeLabel = (type: string): string => LABELS[type] ?? type;
