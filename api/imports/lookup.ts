import type { Known, Lookup } from '#api/domain/import-matching.ts'
import type { ImportQueries } from '#projections/imports/queries.ts'
import type { TeamId } from '#schemas/ids.ts'
import { importKey } from '#schemas/text/folded-text.ts'
import { askedOnce } from './ids.ts'

/** Looks up a team's records in the read model. No other import may write to the team meanwhile. */
export const lookupOf = (imports: ImportQueries, teamId: TeamId): Lookup => {
  const once = askedOnce<readonly Known[]>()
  // The read model finds more: in paths, names are written with fewer signs.
  const named: Lookup['byName'] = (kind, key, clientId) =>
    imports.byName(teamId, kind, key, clientId).filter(({ name }) => importKey(name) === key)
  const listed = (found: Known | undefined) => (found ? [found] : [])
  return {
    record: (kind, id) =>
      kind === 'sites'
        ? imports.record(teamId, kind, id)
        : once(`id ${id}`, () => listed(imports.record(teamId, kind, id)))[0],
    byExternalId: (kind, external_id) =>
      kind === 'sites'
        ? imports.byExternalId(teamId, kind, external_id)
        : once(`external ${external_id}`, () => listed(imports.byExternalId(teamId, kind, external_id)))[0],
    byName: (kind, key, clientId) =>
      kind === 'sites' ? named(kind, key, clientId) : once(`name ${key}`, () => named(kind, key, clientId)),
  }
}
