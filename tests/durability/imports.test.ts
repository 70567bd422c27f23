import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it, vi } from 'vitest'
import { listHistory } from '#schemas/resources/history.ts'
import { ImportLine, type ImportSummary, type ImportVerdict, listImports } from '#schemas/resources/imports.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { teamEventsInLog } from '#tests/support/log-of.ts'
import { password } from '#tests/support/teams.ts'
import { program, siteledgerProcess } from '#tests/support/terminal.ts'
import { type Importer, openHarried, type Victim } from './harried.ts'

/**
 * A drill: an import that is killed again and again, and sent again each time. A small one runs with the other tests;
 * IMPORT_ROWS=100000 IMPORT_KILLS=20 vitest run tests/durability/imports.test.ts is the large one.
 */
const rows = Number(process.env.IMPORT_ROWS ?? 300)
const kills = Number(process.env.IMPORT_KILLS ?? 3)
const longest = 300_000 + rows * 50

/** The parts that are killed in turn; the machine is all parts and what keeps them alive, at once. */
const victims: readonly Victim[] = ['API', 'event store', 'machine', 'command line', 'workers']

const harried = await openHarried()
const { installation, newImporter } = harried
const file = join(tmpdir(), `siteledger-sites-${installation.port}.csv`)

const POLL = { timeout: 120_000, interval: 100 }

afterAll(async () => {
  await harried.close()
  rmSync(file)
})

/** Sites of some clients, now and then one that is refused, and one that a row before is about. */
const lineOf = (row: number): string => {
  if (row % 100 === 7) return `S-${row},,N1,Client 1`
  if (row % 100 === 8) return `S-${row - 8},Again,N1,Client 1`
  return `S-${row},Site ${row},N${row % 9},Client ${row % 30}`
}
const table = ['external_id,name,postcode,client', ...Array.from({ length: rows }, (_, row) => lineOf(row))]
writeFileSync(file, `${table.join('\n')}\n`)

type Told = { verdicts: ImportVerdict[]; summary: ImportSummary | undefined; complaint: string }

/** Types `siteledger import` once; `each` hears how many rows were told, while it runs. */
const typeImport = async ({ env }: Importer, each: (told: number, pid: number | undefined) => void): Promise<Told> => {
  const args = [program, 'import', 'sites', file, '--create-clients', '--json']
  const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
  const told: Told = { verdicts: [], summary: undefined, complaint: '' }
  child.stderr.on('data', (text) => {
    told.complaint += String(text)
  })
  const closed = once(child, 'close')
  for await (const text of createInterface({ input: child.stdout })) {
    // A line that was cut off by the kill is none.
    if (!text.endsWith('}')) continue
    const line = ImportLine.parse(JSON.parse(text))
    if ('summary' in line) told.summary = line.summary
    if ('row' in line) told.verdicts.push(line)
    each(told.verdicts.length, child.pid)
  }
  await closed
  return told
}

const untilTold = async (importer: Importer): Promise<{ told: Told; killed: Victim[]; complaints: string[] }> => {
  const killed: Victim[] = []
  const complaints: string[] = []
  /** After so many rows of the answer, a random number within its share of the file. */
  const moments = Array.from({ length: kills }, (_, at) => Math.floor(((at + Math.random()) / kills) * rows))
  for (;;) {
    const told = await typeImport(importer, (count, pid) => {
      if (count < (moments[killed.length] ?? Number.POSITIVE_INFINITY)) return
      const victim = victims[killed.length % victims.length] ?? 'machine'
      killed.push(victim)
      harried.kill(victim, pid)
    })
    if (told.summary) return { told, killed, complaints }
    complaints.push(told.complaint.trim())
    if (complaints.length > kills * 3) throw new Error(complaints.join('\n'))
    await harried.upAgain()
  }
}

/**
 * The verdicts, without parts that differ between teams. Where the last kill came too late for the run, the file was
 * sent once more after its end, and whatever was created is unchanged.
 */
const withoutIds = ({ verdicts, summary }: Told, isOnceMore: boolean) => {
  const verdictOf = (verdict: string) => (isOnceMore && verdict === 'created' ? 'unchanged' : verdict)
  const { created = 0, unchanged = 0, refused, rows: all, clients_created } = summary ?? {}
  return {
    lines: verdicts.map(({ id, verdict, ...rest }) => JSON.stringify([id !== null, verdictOf(verdict), rest])),
    summary: isOnceMore
      ? { created: 0, unchanged: created + unchanged, refused, rows: all, clients_created: 0 }
      : { created, unchanged, refused, rows: all, clients_created },
  }
}

/** Sites of a team as they are exported, without what differs between teams. */
const exported = async ({ env }: Importer): Promise<string[]> => {
  const { stdout } = await siteledgerProcess(env, 'export', 'sites', '--format', 'jsonl')
  const sites = stdout.trim().split('\n')
  return sites.map((line) => {
    const { name, postcode, client_name, external_id } = JSON.parse(line)
    return [client_name, name, postcode, external_id].join('/')
  })
}

/** The clients and sites that were imported into a team, by the log. */
const logged = ({ teamId }: Importer): string[] =>
  teamEventsInLog(installation.dataDir, teamId, 'ClientAdded', 'SiteAdded')
    .map(({ type, data }) => `${type} ${data.name}`)
    .toSorted()

it('makes of an import that is killed again and again what one clean run makes', { timeout: longest }, async () => {
  const clean = await newImporter()
  const plagued = await newImporter()
  const once = await typeImport(clean, () => {})
  expect(once.complaint).toMatch(/rows were refused/)

  const { told, killed, complaints } = await untilTold(plagued)

  const { created, refused } = once.summary ?? {}
  const isOnceMore = told.summary?.created === 0
  const is = withoutIds(told, isOnceMore)
  const shouldBe = withoutIds(once, isOnceMore)
  expect(is.summary).toEqual(shouldBe.summary)
  expect(is.lines.filter((line, at) => line !== shouldBe.lines[at]).slice(0, 5)).toEqual([])
  expect(killed).toHaveLength(kills)
  // Whatever died, people are told what to do.
  expect(complaints.filter((line) => line !== '' && !/again/.test(line))).toEqual([])
  if (process.env.IMPORT_ROWS)
    process.stdout.write(`  ${rows} rows, killed: ${killed.join(', ')}; told:\n    ${complaints.join('\n    ')}\n`)
  await harried.upAgain()
  const reader = harried.guest()
  await reader.call(signIn, { body: { email: plagued.email, password } })
  await vi.waitFor(async () => {
    const { body: runs } = await reader.call(listImports)
    expect(runs.map(({ status }) => status)).toEqual(isOnceMore ? ['finished', 'finished'] : ['finished'])
    expect(runs.at(-1)).toMatchObject({ created, refused })
  }, POLL)
  expect(await exported(plagued)).toEqual(await exported(clean))
  const { body: history } = await reader.call(listHistory)
  const entries = history.filter(({ via }) => via.kind === 'import').map(({ summary }) => summary)
  expect(entries.filter((entry) => entry.startsWith('Added'))).toEqual([`Added 30 clients; added ${created} sites`])

  await harried.stop()
  expect(logged(plagued)).toEqual(logged(clean))
})
