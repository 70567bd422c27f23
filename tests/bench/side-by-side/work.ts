import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { load, type Wire, wire } from '../api/load.ts'
import { concurrently } from '../event-store/measure.ts'
import { sitesFile } from '../import/sites-file.ts'
import { ageOf, processorSeconds } from '../process-cost.ts'
import { photo } from './photo.ts'
import type { Sample, Work } from './rounds.ts'
import { firstList, type Side } from './sides.ts'

const milliseconds = Number(process.env.ROUND_MS ?? 2000)
const imported = Number(process.env.ROWS ?? 10_000)

/** Calls of one side, numbered. */
export type Calls = { ask: (side: Side) => (n: number) => Wire; status: 200 | 201 }

export const getting = (pathOf: (n: number) => string, by: 'headers' | 'session' = 'headers'): Calls => ({
  ask: (side) => (n) => wire('GET', pathOf(n), side[by]),
  status: 200,
})

export const posting = (path: string, bodyOf: (n: number) => object): Calls => ({
  ask: (side) => (n) =>
    wire('POST', path, { ...side.headers, 'content-type': 'application/json' }, JSON.stringify(bodyOf(n))),
  status: 201,
})

const urlOf = ({ port }: Side, path: string) => `http://127.0.0.1:${port}${path}`

export const fetchFrom = async (side: Side, path: string, options: RequestInit = {}): Promise<Response> => {
  const response = await fetch(urlOf(side, path), { ...options, headers: { ...side.headers, ...options.headers } })
  if (!response.ok) throw new Error(`${side.name}, ${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Calls of 32 callers, each after its previous answer. */
export const called =
  (name: string, { ask, status }: Calls): Work =>
  async (side) => ({ [name]: await load(side.port, ask(side), { milliseconds, status }) })

const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

/** Uploads a photo; resolves with the milliseconds until it was accepted, and until its thumbnail was received. */
const upload = async (side: Side, site: string): Promise<{ accepted: number; drawn: number }> => {
  const body = new FormData()
  body.append('site_id', site)
  // Bytes after the end of the picture are not rendered, but make it a different file.
  body.append('file', new File([new Uint8Array(photo), randomUUID()], 'photo.jpg', { type: 'image/jpeg' }))
  const started = performance.now()
  const answer: { id: string } = await (await fetchFrom(side, '/api/file', { method: 'POST', body })).json()
  const accepted = performance.now() - started
  for (let state = 'pending'; state === 'pending'; await wait(10)) {
    const file: { thumbnail_state: string } = await (await fetchFrom(side, `/api/file/${answer.id}`)).json()
    state = file.thumbnail_state
  }
  await (await fetchFrom(side, `/file/${answer.id}/thumbnail`)).arrayBuffer()
  return { accepted, drawn: performance.now() - started }
}

/** Uploads photos until each has its thumbnail; the rates are those of so many callers who do nothing else. */
export const uploaded = async (side: Side, site: string, count: number, atOnce: number) => {
  const all: Awaited<ReturnType<typeof upload>>[] = []
  let next = 0
  await concurrently(atOnce, async () => {
    while (next++ < count) all.push(await upload(side, site))
  })
  const sample = (latencies: number[]): Sample => {
    const seconds = latencies.reduce((sum, each) => sum + each, 0) / 1000 / atOnce
    return { answers: count, seconds, latencies: sorted(latencies) }
  }
  return {
    accepted: { ...sample(all.map(({ accepted }) => accepted)), spent: Number.NaN },
    drawn: sample(all.map(({ drawn }) => drawn)),
  }
}

const nextRow = new Map<Side, number>()

/** Imports sites that a side does not have yet; resolves with its position in the log, if it has one. */
export const importSites = async (side: Side): Promise<string | undefined> => {
  const first = nextRow.get(side) ?? 0
  nextRow.set(side, first + imported)
  const order = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: sitesFile(imported, first) }
  const answer = await fetchFrom(side, '/api/import/sites?create_clients=true', order)
  const { summary } = JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? '')
  if (summary?.created !== imported) throw new Error(`${side.name} imported ${JSON.stringify(summary)}`)
  return summary.position
}

/** An import until the lists hold all of it; the plain servers' do once they have answered. */
export const importedSites: Work = async (side) => {
  const started = performance.now()
  const sample = (): Sample => {
    const took = performance.now() - started
    return { answers: imported, seconds: took / 1000, latencies: [took] }
  }
  const position = await importSites(side)
  const answered = sample()
  if (position !== undefined) await fetchFrom(side, '/api/clients?limit=1', { headers: { 'x-min-position': position } })
  return { 'import, until it answers': answered, 'import, until the lists hold it': sample() }
}

/** The process that answers requests ends and another one starts, up to the first list. */
export const started: Work = async (side) => {
  await side.endServer()
  await firstList(side)
  const pid = side.server()
  const took = ageOf(pid)
  const sample = { answers: 1, seconds: took / 1000, latencies: [took], spent: processorSeconds(pid) }
  return { 'cold start of the API, to its first list': sample }
}

/** One caller lists and another one creates, each without a pause: first alone, then until others have done a work. */
export const disturbed =
  (what: string, list: Calls, create: Calls, others: (side: Side) => Promise<unknown>): Work =>
  async (side) => {
    const both = (until: { milliseconds: number; isOver?: () => boolean }) =>
      Promise.all(
        [list, create].map(({ ask, status }) => load(side.port, ask(side), { connections: 1, status, ...until })),
      )
    const [listedAlone, createdAlone] = await both({ milliseconds })
    let over = false
    const working = others(side).finally(() => {
      over = true
    })
    const [listed, created] = await both({ milliseconds: Number.POSITIVE_INFINITY, isOver: () => over })
    await working
    const samples = { list: listed, 'list, alone': listedAlone, create: created, 'create, alone': createdAlone }
    return Object.fromEntries(
      Object.entries(samples).flatMap(([name, sample]) => {
        const [call, alone] = name.split(', ')
        return sample ? [[`${call} while ${what}${alone ? ', alone' : ''}`, sample]] : []
      }),
    )
  }

/** Eight people search for a while. */
export const searchedByEight =
  ({ ask, status }: Calls) =>
  (side: Side) =>
    load(side.port, ask(side), { connections: 8, milliseconds: 2 * milliseconds, status })
