import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { inspectReadModels } from '#api/read-side/inspect-read-models.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

test('a read model that arrives where the log ended when it was asked about is not behind', async () => {
  const folder = temporaryFolder()
  new DatabaseSync(join(folder, 'search.sqlite')).close()
  let position = '1'
  const projector = {
    states: () => [{ name: 'search', position, failed: null }],
    reached: async (end: string) => {
      position = end
      return true
    },
  }

  const [search] = await inspectReadModels({ folder, projector, lastPosition: async () => '2' })

  expect(search).toMatchObject({ position: '2', log_position: '2', caught_up: true })
})
