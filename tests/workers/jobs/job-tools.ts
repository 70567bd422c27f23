import { afterAll } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { defaultLimits, openRendererPool } from '#api/renderer/rendering.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'

/** A log, content in a folder and a renderer, until the tests of a file have ended. */
export const jobTools = async () => {
  const store = openMemoryLedger()
  const folder = sharedFolder()
  const content = await openContentFolder(folder, Date.now())
  const renderers = openRendererPool(['little'], defaultLimits)
  afterAll(async () => {
    renderers.close()
    await store.close()
  })
  return { store, folder, content, renderers }
}
