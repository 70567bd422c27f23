import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildWeb } from '#cli/operations/web-build.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

/** A clone whose Vite copies web/main.tsx to the folder it is told, and refuses a source that says "broken". */
const vite = `
  import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
  const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
  const source = readFileSync('web/main.tsx', 'utf8')
  if (source === 'broken') { console.error('main.tsx: it is broken'); process.exit(1) }
  mkdirSync(outDir + '/assets', { recursive: true })
  writeFileSync(outDir + '/main.js', source)
  writeFileSync(outDir + '/assets/part-' + source + '.js', source)`

const world = () => {
  const root = temporaryFolder()
  for (const folder of ['web', 'node_modules/vite/bin', '.build']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), vite)
  const said: string[] = []
  return {
    root,
    said,
    write: (source: string) => writeFileSync(join(root, 'web/main.tsx'), source),
    build: () => buildWeb(root, (line) => said.push(line)),
    built: () => readFileSync(join(root, '.build/web/main.js'), 'utf8'),
  }
}

describe('the web app', () => {
  it('is built once from the same sources', async () => {
    const { write, build, built, said } = world()
    write('one')

    await build()
    await build()

    expect(built()).toBe('one')
    expect(said.filter((line) => line.startsWith('Building'))).toHaveLength(1)
  })

  it('is built again when a source changed, in the place of the old one', async () => {
    const { root, write, build, built } = world()
    write('one')
    await build()
    write('two')

    await build()

    expect(built()).toBe('two')
    expect(readdirSync(join(root, '.build'))).toStrictEqual(['web'])
  })

  it('keeps the parts that open pages may still load, for a day', async () => {
    const { root, write, build } = world()
    const assets = join(root, '.build/web/assets')
    write('one')
    await build()
    utimesSync(join(assets, 'part-one.js'), new Date(), new Date(Date.now() - 25 * 3_600_000))
    write('two')
    await build()
    write('three')

    await build()

    expect(readdirSync(assets).sort()).toStrictEqual(['part-three.js', 'part-two.js'])
  })

  it('has its texts compressed beside them', async () => {
    const { root, write, build } = world()
    const source = 'x'.repeat(200)
    write(source)

    await build()

    const part = join(root, `.build/web/assets/part-${source}.js`)
    expect(brotliDecompressSync(readFileSync(`${part}.br`)).toString()).toBe(source)
    expect(gunzipSync(readFileSync(`${part}.gz`)).toString()).toBe(source)
  })

  it('stays what it was when the sources cannot be built, and says why', async () => {
    const { root, write, build, built } = world()
    write('one')
    await build()
    write('broken')

    await expect(build()).rejects.toThrow('main.tsx: it is broken')

    expect(built()).toBe('one')
    expect(readdirSync(join(root, '.build'))).toStrictEqual(['web'])
  })
})
