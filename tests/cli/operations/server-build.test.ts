import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildServer } from '#cli/operations/server-build.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

/** Its Vite copies api/main.ts to the folder it is told, and refuses a source that says "broken". */
const vite = `
  import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
  const source = readFileSync('api/main.ts', 'utf8')
  mkdirSync(outDir, { recursive: true })
  if (source === 'broken') { console.error('main.ts: it is broken'); process.exit(1) }
  writeFileSync(outDir + '/api.js', source)`

const world = () => {
  const root = temporaryFolder()
  for (const folder of ['api', 'node_modules/vite/bin']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), vite)
  const said: string[] = []
  return {
    said,
    folders: () => readdirSync(join(root, '.build/server')),
    build: async (source: string) => {
      writeFileSync(join(root, 'api/main.ts'), source)
      return (await buildServer(root, (line) => said.push(line)))('api')
    },
  }
}

describe('the server', () => {
  it('is built once from the same sources', async () => {
    const { build, said } = world()

    const first = await build('one')
    const second = await build('one')

    expect(second).toBe(first)
    expect(readFileSync(first, 'utf8')).toBe('one')
    expect(said.filter((line) => line.startsWith('Building'))).toStrictEqual(['Building the server ...'])
  })

  it('is built beside a former build, which a running product goes on with', async () => {
    const { build } = world()

    const first = await build('one')
    const second = await build('two')

    expect(dirname(second)).not.toBe(dirname(first))
    expect([first, second].map((file) => readFileSync(file, 'utf8'))).toStrictEqual(['one', 'two'])
  })

  it('keeps the four builds that were started last', async () => {
    const { build, folders } = world()
    const first = await build('one')
    for (const source of ['two', 'three', 'four', 'one', 'five']) await build(source)

    expect(folders()).toHaveLength(4)
    expect(existsSync(first)).toBe(true)
  })

  it('leaves nothing of sources that cannot be built, and says why', async () => {
    const { build, folders } = world()

    await expect(build('broken')).rejects.toThrow('main.ts: it is broken')

    expect(folders()).toStrictEqual([])
  })
})
