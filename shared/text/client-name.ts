/** A client in an answer: the organisation and the person; a deleted one has neither. */
export interface NamedClient {
  company: string | null;
  name: string | null;
}

/** Returns the one name of a client: the organisation, because bank statements name it, or without one the person. */
export const nameOfClient = ({ company, name }: NamedClient): string => company?.trim() || name?.trim() || '';

/** Returns the person of an organisation, who stands beside its name. */
export const personOf = ({ company, name }: NamedClient): string | undefined =>
  (company?.trim() && name?.trim()) || undefined;
