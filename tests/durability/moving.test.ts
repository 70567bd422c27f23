import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { readTable } from '#cli/read-table.ts'
import { listImports } from '#schemas/resources/imports.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { eventsInLog, teamEventsInLog } from '#tests/support/log-of.ts'
import { randomFrom } from '#tests/support/random.ts'
import { password } from '#tests/support/teams.ts'
import { program, siteledgerProcess } from '#tests/support/terminal.ts'
import { until } from '#tests/support/until.ts'
import { type Importer, openHarried, type Victim } from './harried.ts'

/**
 * A drill: a folder is brought in while the command line, the API and the workers are killed in turn, by the same command
 * again and again. A small one runs with the other tests;
 * MOVING_FILES=1000 MOVING_KILLS=30 SEED=1 vitest run tests/durability/moving.test.ts is the large one.
 */
const files = Number(process.env.MOVING_FILES ?? 60)
const kills = Number(process.env.MOVING_KILLS ?? 3)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e6))
const longest = 300_000 + files * 500 + kills * 20_000

const victims: readonly Victim[] = ['command line', 'API', 'workers']

const harried = await openHarried()
const { installation } = harried
const folder = mkdtempSync(join(tmpdir(), 'siteledger-moving-'))
const share = join(folder, 'share')

afterAll(async () => {
  await harried.close()
  rmSync(folder, { recursive: true })
})

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Photos, of which thumbnails are drawn, and documents of which none can be. */
const fileAt = (at: number): [string, Buffer] => {
  const isPhoto = at % 4 === 0
  const path = `Client ${at % 7}/Site ${at % 30}/${at % 3 === 0 ? 'Fire/' : ''}File ${at}.${isPhoto ? 'png' : 'pdf'}`
  const bytes = Buffer.alloc(20_000 + at, `${path}\n`)
  return [path, isPhoto ? Buffer.concat([dot, bytes]) : Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes])]
}

const sha256ByName = new Map<string, string>()
for (let at = 0; at < files; at += 1) {
  const [path, bytes] = fileAt(at)
  mkdirSync(dirname(join(share, path)), { recursive: true })
  writeFileSync(join(share, path), bytes)
  sha256ByName.set(`File ${at}`, hash('sha256', bytes))
}

const came = (): number => eventsInLog(installation.dataDir, 'FileUploaded').length

const typed = async ({ env }: Importer, each: (running: ChildProcess) => Promise<void>) => {
  const args = ['import', 'files', share, '--layout', '{client}/{site}/[{categories}/]{name}']
  const child = spawn(process.execPath, [program, ...args, '--create', 'clients,sites,categories'], {
    env: { PATH: process.env.PATH, ...env },
  })
  let text = ''
  const hear = (data: unknown): void => {
    text += String(data)
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear)
  const closed = once(child, 'close')
  await each(child)
  await closed
  return { code: child.exitCode, text: text.trim() }
}

/** Types the import until it is told to be whole; kills meanwhile, each time when about so many files more have come. */
const bringAll = async (importer: Importer) => {
  const random = randomFrom(seed)
  const moments = Array.from({ length: kills }, (_, at) => ({
    came: Math.floor(((at + random()) / kills) * files),
    // What was begun anew has not come to its files yet.
    later: random() * 1_500,
  }))
  const killed: string[] = []
  const complaints: string[] = []
  for (;;) {
    await harried.upAgain()
    const { code, text } = await typed(importer, async (child) => {
      while (child.exitCode === null && child.signalCode === null) {
        const moment = moments[killed.length]
        if (!moment) return
        await wait(came() < moment.came ? 10 : moment.later)
        if (came() < moment.came || child.exitCode !== null) continue
        const victim = victims[killed.length % victims.length] ?? 'API'
        killed.push(`${victim} at ${came()}`)
        harried.kill(victim, child.pid)
      }
    })
    if (code === 0) return { killed, complaints, text }
    if (code !== null) complaints.push(text)
    if (complaints.length > kills * 3) throw new Error(complaints.join('\n'))
  }
}

it('brings a folder in whole and once, whatever is killed under it', { timeout: longest }, async () => {
  const importer = await harried.newImporter()
  const { killed, complaints, text } = await bringAll(importer)
  const told = `SEED=${seed}, killed: ${killed.join(', ')}; told:\n${[...complaints, text].join('\n')}\n`
  if (process.env.MOVING_FILES) process.stdout.write(told)
  expect(killed, told).toHaveLength(kills)
  // Whatever died, people are told what to do.
  expect(complaints.filter((each) => !/again/.test(each))).toEqual([])

  const reader = harried.guest()
  await reader.call(signIn, { body: { email: importer.email, password } })
  const { body: runs } = await reader.call(listImports)
  expect(runs.filter(({ status }) => status !== 'finished')).toEqual([])
  expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(files)

  const out = join(folder, 'out')
  const { code, stderr } = await siteledgerProcess(importer.env, 'export', 'all', out)
  expect([code, stderr]).toEqual([0, ''])
  const back: [string, string][] = []
  for await (const { cells } of readTable(join(out, 'manifest.csv')))
    back.push([cells.name ?? '', hash('sha256', readFileSync(join(out, cells.path ?? '')))])
  expect(back.toSorted()).toEqual([...sha256ByName].toSorted())

  const inLog = (...types: Parameters<typeof teamEventsInLog>[2][]) =>
    teamEventsInLog(installation.dataDir, importer.teamId, ...types)
  await until(() => expect(inLog('ThumbnailMade', 'ThumbnailFailed').length).toBeGreaterThanOrEqual(files))
  await harried.stop()
  const uploaded = inLog('FileUploaded').map(({ data }) => ('fileId' in data ? data.fileId : ''))
  expect(new Set(uploaded).size).toBe(files)
  expect(uploaded).toHaveLength(files)
  expect(inLog('ThumbnailMade')).toHaveLength(Math.ceil(files / 4))
  expect(inLog('ThumbnailFailed')).toHaveLength(files - Math.ceil(files / 4))
  const names = inLog('ClientAdded', 'SiteAdded', 'CategoryAdded').map(({ type, data }) => [type, data])
  expect(names).toHaveLength(7 + Math.min(files, 210) + 1)
})
