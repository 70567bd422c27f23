import type { ApiTokenEvent } from '#schemas/events/api-token.ts'
import { changesIn, type Known, type LinesOf } from './line.ts'
import { person, told } from './told.ts'

const resource = 'api-tokens'

const abilitiesOf = (known: Known, id: string): string | null => {
  const abilities = known.record(resource, id)?.facts.abilities
  return Array.isArray(abilities) ? abilities.join(', ') : null
}

/** A token is named like whose machine it is on: its name goes with the person. */
export const apiTokenLines: LinesOf<ApiTokenEvent> = {
  ApiTokenCreated: ({ data: { tokenId: id, teamId, userId, name, abilities } }) => ({
    resource,
    id,
    teamId,
    summary: told`Created the API token ${person(id)}`,
    changes: changesIn({ abilities: [null, abilities.join(', ')] }),
    now: { facts: { abilities } },
    names: [{ id, name, of: userId }],
  }),
  ApiTokenChanged: ({ data: { tokenId: id, userId, name, abilities } }, known) => ({
    resource,
    id,
    teamId: known.record(resource, id)?.teamId ?? null,
    summary: told`Changed the API token ${person(id)}`,
    changes: changesIn({ abilities: [abilitiesOf(known, id), abilities.join(', ')] }),
    now: { facts: { abilities } },
    names: [{ id, name, of: userId }],
  }),
  ApiTokenRevoked: ({ data: { tokenId: id } }, known) => ({
    resource,
    id,
    teamId: known.record(resource, id)?.teamId ?? null,
    summary: told`Revoked the API token ${person(id)}`,
  }),
}
