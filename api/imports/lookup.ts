import type { Known, Lookup } from '#api/domain/import-matching.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { TeamId } from '#schemas/ids.ts'

/** Answers about clients that are remembered: most rows name one that a row before has named. */
const mostRemembered = 20_000

/** What a team has, by the read model. Nothing else may import into the team meanwhile. */
export const lookupOf = (imports: ImportQueries, teamId: TeamId): Lookup => {
  const remembered = new Map<string, readonly Known[]>()
  const once = (key: string, ask: () => readonly Known[]): readonly Known[] => {
    const known = remembered.get(key)
    if (known) return known
    const answer = ask()
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, answer)
    return answer
  }
  const listed = (found: Known | undefined) => (found ? [found] : [])
  return {
    record: (kind, id) =>
      kind === 'sites'
        ? imports.record(teamId, kind, id)
        : once(`id ${id}`, () => listed(imports.record(teamId, kind, id)))[0],
    byExternalId: (kind, externalId) =>
      kind === 'sites'
        ? imports.byExternalId(teamId, kind, externalId)
        : once(`external ${externalId}`, () => listed(imports.byExternalId(teamId, kind, externalId)))[0],
    byName: (kind, key, clientId) =>
      kind === 'sites'
        ? imports.byName(teamId, kind, key, clientId)
        : once(`name ${key}`, () => imports.byName(teamId, kind, key, clientId)),
  }
}
