import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { saveLongContent } from '#cli/commands/save-content.ts'
import { Failure } from '#cli/failure.ts'
import { listPacks } from '#schemas/resources/packs.ts'
import { startApp } from '#tests/support/app.ts'
import { northAndTower, signLog } from '#tests/support/pack-world.ts'
import { prepared } from '#tests/support/prepared.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { program, siteledger, withToken } from '#tests/support/terminal.ts'
import { unzipped } from '#tests/support/zip.ts'

/** The id of no process: Linux and macOS have none as high. */
const endedProcess = 2 ** 22 + 1

const newFolder = () => mkdtemp(join(tmpdir(), 'packs-'))
const app = prepared(async () => {
  const webFolder = await newFolder()
  for (const name of ['verify.html', 'verify.mjs']) await writeFile(join(webFolder, name), name)
  return startApp({ webFolder })
})
const world = prepared(() => northAndTower(app))
const env = prepared(() => withToken(app, world.ann, ['sites.view', 'history.view', 'export']))

test('a pack is ordered, waited for and saved, and goes on where it was broken off', async () => {
  const folder = await newFolder()
  const target = join(folder, 'north.zip')
  const order = ['--site', 'North', '--reason', 'Annual audit', '--no-files', '--output', target]
  const made = siteledger(env, 'pack', ...order)
  await vi.waitFor(async () => expect(await world.ann.ask(listPacks)).toHaveLength(1), { timeout: 30_000 })
  await signLog(app)
  expect(await made).toMatchObject({ code: 0, stdout: expect.stringContaining(`Saved ${target} (`) })
  const [pack] = await world.ann.ask(listPacks)
  const whole = await readFile(target)
  expect([whole.length, Object.keys(unzipped(whole)).at(-1)]).toEqual([pack?.bytes, 'MANIFEST'])
  expect((await made).stderr).toContain('Ordered.')

  const kept = Buffer.alloc(100, 'kept')
  const again = join(folder, 'again.zip')
  await writeFile(`${again}.${pack?.id}.${endedProcess}.part`, kept)
  const saved = await siteledger(env, 'pack', 'download', pack?.id ?? '', '--output', again, '--json')
  expect(saved.json()).toMatchObject({ id: pack?.id, path: again, reason: 'Annual audit' })
  expect((await readFile(again)).equals(Buffer.concat([kept, whole.subarray(100)]))).toBe(true)
  const refused = await siteledger(env, 'pack', 'download', pack?.id ?? '', '--output', again)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--force')])

  const listed = await siteledger(env, 'pack', 'list')
  expect(listed.stdout).toMatch(/site North\t.+\tready\t.+ KB\tAnn .*\tAnnual audit\t/)
  expect((await siteledger(env, 'pack', 'delete', pack?.id ?? '')).stderr).toContain('pass --yes')
  expect(await siteledger(env, 'pack', 'delete', pack?.id ?? '', '--yes')).toMatchObject({
    code: 0,
    stdout: 'Deleted the evidence pack.\n',
  })
  expect(await siteledger(env, 'pack', 'download', pack?.id ?? '')).toMatchObject({ code: 1, stdout: '' })
})

test('the same command goes on with the pack that it ordered where it was stopped, and orders anew once that is saved', async () => {
  const folder = await newFolder()
  const target = join(folder, 'north.zip')
  const order = ['pack', '--site', 'North', '--reason', 'Claim', '--no-files', '--output', target]
  const own = { ...env, SITELEDGER_CONFIG: folder }
  const ordered = async () => (await world.ann.ask(listPacks)).filter(({ reason }) => reason === 'Claim')
  const run = () => runProgram(process.execPath, [program, ...order], { PATH: process.env.PATH, ...own })

  const first = run()
  await vi.waitFor(async () => expect(await readFile(join(folder, 'orders.json'), 'utf8')).toContain('Claim'), {
    timeout: 30_000,
  })
  first.child.kill('SIGKILL')
  await first.finished
  await signLog(app)
  const second = await siteledger(own, ...order)
  expect([second.code, second.stderr]).toEqual([
    0,
    expect.stringContaining('Goes on with the pack that was ordered on'),
  ])
  expect(await ordered()).toHaveLength(1)

  const third = siteledger(own, ...order, '--force')
  await vi.waitFor(async () => expect(await ordered()).toHaveLength(2), { timeout: 30_000 })
  await signLog(app)
  expect(await third).toMatchObject({ code: 0, stderr: expect.stringContaining('Ordered.') })
})

test.each([
  [['--site', 'North'], 2, 'Pass --reason'],
  [['--reason', 'Audit'], 2, 'Pass one of --site, --client and --visit.'],
  [['--site', 'North', '--visit', 'Spring', '--reason', 'Audit'], 2, 'Pass one of --site, --client and --visit.'],
  [['--site', 'Nowhere', '--reason', 'Audit'], 1, 'There is no site called "Nowhere".'],
  [['--site', 'North', '--reason', 'Audit', '--as-of', '31/03/2999'], 1, 'may not be in the future'],
  [['download', 'nonsense'], 2, 'is no id of a pack'],
])('%j is refused', async (args, code, words) => {
  const refused = await siteledger(env, 'pack', ...args)

  expect([refused.code, refused.stdout]).toEqual([code, ''])
  expect(refused.stderr).toContain(words)
})

const text = 'evidence '.repeat(100)

/** A server that sends what is asked for; `breaks` answers are cut after some bytes. */
const serving = async (breaks: number, status = 206) => {
  const folder = await newFolder()
  const stem = join(folder, 'pack')
  const part = `${stem}.${process.pid}.part`
  const asked: string[] = []
  const open = async (headers: Record<string, string>) => {
    asked.push(`${headers.range} ${headers['if-range']}`)
    const from = Number(/\d+/.exec(headers.range ?? '')?.[0])
    const rest = Buffer.from(text).subarray(status === 206 ? from : 0)
    if (asked.length > breaks) return new Response(rest, { status })
    let isSent = false
    const pull = async (stream: ReadableStreamDefaultController) => {
      if (!isSent) stream.enqueue(rest.subarray(0, 100))
      else {
        await vi.waitFor(async () => expect((await readFile(part)).length).toBe(from + 100))
        stream.error(new Error('gone'))
      }
      isSent = true
    }
    return new Response(new ReadableStream({ pull }), { status })
  }
  const told: number[] = []
  const content = { open, etag: 'abc', bytes: text.length, stem, onBytes: (done: number) => void told.push(done) }
  return { folder, part, target: join(folder, 'pack.zip'), asked, told, content }
}

test('a line that breaks costs nothing that was saved', async () => {
  const { folder, target, asked, told, content } = await serving(2)

  await saveLongContent(content, target, false)

  expect(asked).toEqual(['bytes=0- "abc"', 'bytes=100- "abc"', 'bytes=200- "abc"'])
  expect([await readFile(target, 'utf8'), told.at(-1)]).toEqual([text, text.length])
  expect(await readdir(folder)).toEqual(['pack.zip'])
})

test('what the server sends from the beginning takes the place of what was saved', async () => {
  const { target, part, content } = await serving(0, 200)
  await writeFile(part, 'of another')

  await saveLongContent(content, target, false)

  expect(await readFile(target, 'utf8')).toBe(text)
})

test('what a process left that ended is gone on with, and what another one writes is left to it', async () => {
  const { folder, target, asked, content } = await serving(0)
  const written = `pack.${process.ppid}.part`
  await writeFile(join(folder, written), 'of a process that runs')
  await writeFile(join(folder, `pack.${endedProcess}.part`), text.slice(0, 40))

  await saveLongContent(content, target, false)

  expect(asked).toEqual(['bytes=40- "abc"'])
  expect(await readFile(target, 'utf8')).toBe(text)
  expect((await readdir(folder)).sort()).toEqual([written, 'pack.zip'].sort())
  expect(await readFile(join(folder, written), 'utf8')).toBe('of a process that runs')
})

test('what the server refuses ends it at once, and what was saved stays', async () => {
  const { target, part, content } = await serving(0)
  await writeFile(part, 'saved')
  const open = vi.fn(() => Promise.reject(new Failure('This ended.', 1, 410)))

  await expect(saveLongContent({ ...content, open }, target, false)).rejects.toThrow('This ended.')

  expect(open).toHaveBeenCalledOnce()
  expect(await readFile(part, 'utf8')).toBe('saved')
})
