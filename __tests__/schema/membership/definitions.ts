import { Entity, RestEndpoint, type RestOptions, resource, type } from 'rdc-toolkit';

/** The URL of the server; keys contain no port. */
export const base = { url: '' };

class ElsewhereEndpoint<const Options extends RestOptions = RestOptions> extends RestEndpoint<Options> {
  override fetchResponse(input: string, init: RequestInit): Promise<Response> {
    return super.fetchResponse(`${base.url}${input}`, init);
  }
}

class Ticket extends Entity {
  id = '';
  labels: readonly string[] = [];
  votes = 0;
  static key = 'KeptTicket';
}

export const TicketResource = resource({
  path: '/tickets/:id',
  schema: Ticket,
  searchParams: type<{ label?: string } | undefined>(),
  Endpoint: ElsewhereEndpoint,
  belongs: ({ labels }, { label }) => label === undefined || labels.includes(label),
  addTo: (one, other) => other.votes - one.votes,
});
