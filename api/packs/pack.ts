import { contextOfStep } from '#api/event-store/step-context.ts'
import type { Moment } from '#schemas/calls/as-of.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ContentHash, PackId, TeamId, UserId } from '#schemas/ids.ts'
import type { SignedCheckpoint } from '#schemas/proofs/checkpoint.ts'
import type { PackPlace, packVersions } from '#schemas/records/pack.ts'
import type { Scope } from '#schemas/rights/scope.ts'

/** The command metadata of a step in the making of a pack. */
export const contextOfPack = ({ id, teamId }: Pick<PackOrder, 'id' | 'teamId'>, step: string): CommandContext =>
  contextOfStep({ worker: 'packs', teamId, about: id, causationId: null }, step, new Date())

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

/** What a pack holds besides its subject. */
export type PackProof = {
  verifyPage: Uint8Array
  verifyProgram: Uint8Array
  /** The note that the proofs end in, and what it says. */
  note: string
  checkpoint: SignedCheckpoint
  /** Those below `checkpoints/`: published notes, and what an authority answered. */
  checkpoints: readonly PackEntry[]
  vkeys: readonly string[]
  /** The lines of `nodes.txt`. */
  nodes: string
  /** Contents that it does not hold. */
  contents: { gone: ReadonlySet<ContentHash>; differing: ReadonlySet<ContentHash> }
  timeZone: string
}
