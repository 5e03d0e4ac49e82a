import { OFFERS } from '#shared/brand.ts';

/** Returns the ticket in which a client asks for an offer, counted from 1; undefined if there is no such offer. */
export const requestOffer = (number: number | undefined) => {
  const offer = number === undefined ? undefined : OFFERS[number - 1];

  return (
    offer && {
      subject: `I would like ${offer.title}`,
      description: `Please set up ${offer.title}, from ${offer.price} a month, for me.\n\nWhere I will use it: \nFrom which day: `,
    }
  );
};
