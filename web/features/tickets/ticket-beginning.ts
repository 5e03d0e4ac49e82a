/** What a new ticket begins with: a change of the client's details, a service, or an offer, counted from 1. */
export interface TicketBeginning {
  isOfProfile?: boolean;
  serviceId?: number;
  offer?: number;
}

/** Reads what follows the name of the dialog in the address, such as 'service:5'. */
export const readBeginning = (text: string): TicketBeginning | undefined => {
  if (text === '') {
    return {};
  }
  if (text === 'profile') {
    return { isOfProfile: true };
  }
  const [, kind, id] = /^(service|offer):([1-9]\d{0,14})$/.exec(text) ?? [];
  if (kind === undefined) {
    return undefined;
  }

  return kind === 'service' ? { serviceId: Number(id) } : { offer: Number(id) };
};
