import { describe, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import { deciding } from '#tests/support/decider.ts'
import { newClientId, newTeamId } from '#tests/support/new-ids.ts'

const given = deciding(clientDecider)

describe('a client', () => {
  const client = { clientId: newClientId(), teamId: newTeamId(), name: 'Acme' }
  const addClient = { type: 'AddClient', ...client } as const
  const clientAdded = { type: 'ClientAdded', data: client } as const

  test('is added', () => {
    given().when(addClient).then(clientAdded)
  })

  test('is added once, whoever comes second', () => {
    given(clientAdded)
      .when({ ...addClient, teamId: newTeamId() })
      .thenBreaks('id-taken')
  })

  test('belongs to the team that added it', () => {
    given(clientAdded).thenState({ status: 'active', clientId: client.clientId, teamId: client.teamId })
  })
})
