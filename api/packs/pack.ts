import type { Moment } from '#schemas/calls/as-of.ts'
import type { ContentHash, PackId, TeamId, UserId } from '#schemas/ids.ts'
import type { PackPlace, packVersions } from '#schemas/records/pack.ts'
import type { Scope } from '#schemas/rights/scope.ts'

/** What somebody has ordered. */
export type PackOrder = {
  id: PackId
  teamId: TeamId
  /** What whoever ordered it may see. */
  scope: Scope
  within: PackPlace
  /** What it shows is what stood then. */
  moment: Moment
  /** Events count after this position; null: all. */
  from: string | null
  /** Whether it holds the contents of files. */
  files: boolean
  versions: (typeof packVersions)[number]
  /** Null once whoever ordered it is erased, as is the name. */
  reason: string | null
  by: { id: UserId; name: string | null }
  orderedAt: Date
}

/** Bytes of a pack under a path: made for it, or a content of the team. */
export type PackEntry = { path: string } & ({ bytes: Uint8Array } | { hash: ContentHash; size: number })
