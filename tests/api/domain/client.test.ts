import { describe, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'

const given = deciding(clientDecider)

describe('a client', () => {
  const own = { clientId: newClientId(), teamId: newTeamId() }
  const client = { ...own, ...detailsOf.client({ name: 'Acme' }) }
  const addClient = { type: 'AddClient', ...client } as const
  const clientAdded = { type: 'ClientAdded', data: client } as const
  const renameClient = { type: 'ChangeClient', ...own, name: 'Acme Ltd' } as const
  const clientRenamed = { type: 'ClientRenamed', data: { ...own, ...detailsOf.client({ name: 'Acme Ltd' }) } } as const
  const picture = { ...own, content: { hash: hashOf('a'), size: 10 }, mimeType: 'image/gif' } as const
  const setThumbnail = { type: 'SetClientThumbnail', ...picture } as const
  const thumbnailSet = { type: 'ClientThumbnailSet', data: picture } as const
  const removeThumbnail = { type: 'RemoveClientThumbnail', ...own } as const
  const thumbnailRemoved = { type: 'ClientThumbnailRemoved', data: own } as const
  const inTrash = { ...own, trashId: newTrashId() }
  const _deleteClient = { type: 'DeleteClient', ...inTrash } as const
  const clientDeleted = { type: 'ClientDeleted', data: inTrash } as const
  const _restoreClient = { type: 'RestoreClient', ...inTrash } as const
  const _clientRestored = { type: 'ClientRestored', data: inTrash } as const
  const purgeClient = { type: 'PurgeClient', ...inTrash } as const
  const clientPurged = { type: 'ClientPurged', data: inTrash } as const
  const _otherEntry = newTrashId()

  test('is added only once', () => {
    given().decides(addClient, clientAdded)
    const others = { ...addClient, teamId: newTeamId() }
    given(clientAdded).refuses(others, 'id-taken')
    given(clientAdded, clientDeleted).refuses(others, 'id-taken')
    given(clientAdded, clientDeleted, clientPurged).refuses(others, 'id-taken')
  })

  test('is renamed where the name differs', () => {
    given(clientAdded).decides(renameClient, clientRenamed)
    given(clientAdded, clientRenamed).ignores(renameClient)
  })

  test('[STATE-27, STATE-28] has its thumbnail replaced, and removed once', () => {
    given(clientAdded).decides(setThumbnail, thumbnailSet)
    given(clientAdded, thumbnailSet).decides(setThumbnail, thumbnailSet)
    given(clientAdded, thumbnailSet).decides(removeThumbnail, thumbnailRemoved)
    given(clientAdded, thumbnailSet, thumbnailRemoved).ignores(removeThumbnail)
    given(clientAdded).ignores(removeThumbnail)
  })

  test('is purged once', () => {
    given(clientAdded, clientDeleted, clientPurged).ignores(purgeClient)
  })

  test.each([setThumbnail, removeThumbnail])(
    'that is deleted, of another team or missing accepts no $type',
    (command) => {
      given().refuses(command, 'client-not-found')
      given(clientAdded, clientDeleted).refuses(command, 'client-not-found')
      given(clientAdded).refuses({ ...command, teamId: newTeamId() }, 'client-not-found')
    },
  )
})
