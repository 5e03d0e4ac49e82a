const LABELS: Record<string, string> = { '4g': '4G', '5g': '5G', fiber: 'Fibre', voip: 'VoIP' };

/** The type as people write it; the names of the spec that are words already stand as they are. */
export const serviceTypeLabel = (type: string): string => LABELS[type] ?? type;
