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
    given().when(addClient).then(clientAdded)
    const others = { ...addClient, teamId: newTeamId() }
    given(clientAdded).when(others).thenBreaks('id-taken')
    given(clientAdded, clientDeleted).when(others).thenBreaks('id-taken')
    given(clientAdded, clientDeleted, clientPurged).when(others).thenBreaks('id-taken')
  })

  test('is renamed where the name differs', () => {
    given(clientAdded).when(renameClient).then(clientRenamed)
    given(clientAdded, clientRenamed).when(renameClient).thenNothing()
  })

  test('[STATE-27, STATE-28] has its thumbnail replaced, and removed once', () => {
    given(clientAdded).when(setThumbnail).then(thumbnailSet)
    given(clientAdded, thumbnailSet).when(setThumbnail).then(thumbnailSet)
    given(clientAdded, thumbnailSet).when(removeThumbnail).then(thumbnailRemoved)
    given(clientAdded, thumbnailSet, thumbnailRemoved).when(removeThumbnail).thenNothing()
    given(clientAdded).when(removeThumbnail).thenNothing()
  })

  test('is purged once', () => {
    given(clientAdded, clientDeleted, clientPurged).when(purgeClient).thenNothing()
  })

  test.each([setThumbnail, removeThumbnail])(
    'that is deleted, of another team or missing accepts no $type',
    (command) => {
      given().when(command).thenBreaks('client-not-found')
      given(clientAdded, clientDeleted).when(command).thenBreaks('client-not-found')
      given(clientAdded)
        .when({ ...command, teamId: newTeamId() })
        .thenBreaks('client-not-found')
    },
  )
})
