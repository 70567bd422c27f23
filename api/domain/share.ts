import type { ShareEvent } from '#schemas/events/share.ts'
import type { FileId, TeamId } from '#schemas/ids.ts'
import { type Decider, decideBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Created = Extract<ShareEvent, { type: 'ShareCreated' }>['data']
type Known = { status: 'active' | 'revoked'; openings: number } & Created

export type Share = { status: 'none' } | Known

export type ShareCommand =
  | ({ type: 'CreateShare' } & Created)
  /** `at` is a UTC instant. */
  | { type: 'OpenShare'; at: string }
  | { type: 'DownloadSharedFiles'; at: string; fileIds: FileId[] }
  | { type: 'RevokeShare'; teamId: TeamId }
  /** Whoever made it is out of the team, or the team is gone (D-115). */
  | { type: 'CutShare' }

const initialState: Share = { status: 'none' }

const evolve = (share: Share, event: ShareEvent): Share => {
  if (event.type === 'ShareCreated') return { status: 'active', openings: 0, ...event.data }
  if (share.status === 'none') return share
  switch (event.type) {
    case 'ShareOpened':
      return { ...share, openings: share.openings + 1 }
    case 'SharedFilesDownloaded':
      return share
    case 'ShareRevoked':
      return { ...share, status: 'revoked' }
    default:
      event satisfies never
      return share
  }
}

/** A link that leads somewhere at an instant; an ended one is no other than one that never was. */
const livingAt = (share: Share, at: string): Known => {
  if (share.status !== 'active' || Date.parse(share.expiresAt) <= Date.parse(at))
    throw new RuleBroken('share-not-found')
  return share
}

const open = (share: Share, at: string): ShareEvent[] => {
  const { shareId, teamId, openings, maxOpenings } = livingAt(share, at)
  if (maxOpenings !== null && openings >= maxOpenings) throw new RuleBroken('share-not-found')
  return [{ type: 'ShareOpened', data: { shareId, teamId } }]
}

const revoked = (share: Share): ShareEvent[] =>
  share.status === 'active' ? [{ type: 'ShareRevoked', data: { shareId: share.shareId, teamId: share.teamId } }] : []

const revoke = (share: Share, teamId: TeamId): ShareEvent[] => {
  if (share.status !== 'active' || share.teamId !== teamId) throw new RuleBroken('share-not-found')
  return revoked(share)
}

const decide = decideBy<Share, ShareCommand, ShareEvent>({
  CreateShare: (share, { type: _, ...data }) => {
    if (share.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'ShareCreated', data }]
  },
  OpenShare: (share, command) => open(share, command.at),
  /** Whoever opened a link may download to its end, though nobody may open it again. */
  DownloadSharedFiles: (share, { at, fileIds }) => {
    const { shareId, teamId } = livingAt(share, at)
    return [{ type: 'SharedFilesDownloaded', data: { shareId, teamId, fileIds } }]
  },
  RevokeShare: (share, command) => revoke(share, command.teamId),
  CutShare: revoked,
})

/** A link with which anyone sees a file, or the files of a visit or a site, without an account. */
export const shareDecider: Decider<Share, ShareCommand, ShareEvent> = { initialState, evolve, decide }
