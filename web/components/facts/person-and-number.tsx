import { type NamedClient, personOf } from '#shared/text/client-name.ts';

/** What stands below the name of a client in a list: the person of an organisation, and the OW number. */
export const PersonAndNumber = ({ client }: { client: NamedClient & { OWNumber: string | null } }) => {
  const person = personOf(client);

  return (
    <>
      {person && (
        <>
          <bdi>{person}</bdi>
          {' · '}
        </>
      )}
      {client.OWNumber}
    </>
  );
};
