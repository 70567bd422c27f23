import { describe, test } from 'vitest'
import { shareDecider } from '#api/domain/share.ts'
import type { ShareEvent } from '#schemas/events/share.ts'
import { ClientId, FileId, ShareId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const id = (n: number) => `0199bbbb-0000-7000-8000-00000000000${n}`
const shareId = ShareId.parse(id(1))
const teamId = TeamId.parse(id(2))
const otherTeam = TeamId.parse(id(3))
const fileId = FileId.parse(id(4))

const given = deciding(shareDecider)
const facts = {
  shareId,
  teamId,
  userId: UserId.parse(id(5)),
  shared: { kind: 'file' as const, id: fileId },
  clientId: ClientId.parse(id(6)),
  siteId: SiteId.parse(id(7)),
  visitId: null,
  digest: 'd',
  passwordHash: null,
  maxOpenings: null,
  expiresAt: '2026-04-01T10:00:00.000Z',
}
const created: ShareEvent = { type: 'ShareCreated', data: facts }
const twice: ShareEvent = { type: 'ShareCreated', data: { ...facts, maxOpenings: 2 } }
const opened: ShareEvent = { type: 'ShareOpened', data: { shareId, teamId } }
const downloaded: ShareEvent = { type: 'SharedFilesDownloaded', data: { shareId, teamId, fileIds: [fileId] } }
const revoked: ShareEvent = { type: 'ShareRevoked', data: { shareId, teamId } }

const before = '2026-04-01T09:59:59.999Z'
const open = { type: 'OpenShare', at: before } as const
const download = { type: 'DownloadSharedFiles' as const, at: before, fileIds: [fileId] }
const revoke = { type: 'RevokeShare', teamId } as const

describe('a share link', () => {
  test('is made once', () => {
    given().decides({ type: 'CreateShare', ...facts }, created)
    given(created).refuses({ type: 'CreateShare', ...facts }, 'id-taken')
  })

  test('is opened and downloaded from until it ends', () => {
    given(created, opened, opened).decides(open, opened)
    given(created, opened).decides(download, downloaded)
    const at = facts.expiresAt
    given(created).refuses({ ...open, at }, 'share-not-found')
    given(created, opened).refuses({ ...download, at }, 'share-not-found')
  })

  test('is opened as often as it may be, and downloaded from by whoever has opened it', () => {
    given(twice, opened).decides(open, opened)
    given(twice, opened, opened).refuses(open, 'share-not-found')
    given(twice, opened, opened).decides(download, downloaded)
  })

  test('is revoked for ever, by its own team', () => {
    given(created, opened).decides(revoke, revoked)
    given(created, revoked).refuses(revoke, 'share-not-found')
    given(created, revoked).refuses(open, 'share-not-found')
    given(created, opened, revoked).refuses(download, 'share-not-found')
    given(created).refuses({ ...revoke, teamId: otherTeam }, 'share-not-found')
    given().refuses(open, 'share-not-found')
  })
})
