import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/** Builds the plain page and serves it, compressed by Vite's own server. */
export const servePlain = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const outDir = await mkdtemp(join(tmpdir(), 'siteledger-plain-'))
  const shared = { root: import.meta.dirname, configFile: false, logLevel: 'error' } as const
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2022' } })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const [url = ''] = server.resolvedUrls?.local ?? []
  return {
    url,
    stop: async () => {
      await server.close()
      await rm(outDir, { recursive: true })
    },
  }
}
