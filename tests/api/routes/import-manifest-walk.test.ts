import { expect } from 'vitest'
import { deleteFile, listFiles } from '#schemas/resources/files.ts'
import { finishImport } from '#schemas/resources/import-files.ts'
import { stopImport, undoImport } from '#schemas/resources/imports.ts'
import { addSite, deleteSite } from '#schemas/resources/sites.ts'
import { pdfOf, planFiles, sendRow } from '#tests/support/manifests.ts'
import { randomFrom } from '#tests/support/random.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'

const { test } = sharedApp()

const seeds = [11, 22, 32]
const steps = 80

/** A row that a run awaits or has: its site, of which there may be others by the same name later, and its bytes. */
type Row = { site: string; text: string; here: 'came' | 'found' | null }
type Run = { id: string; status: 'open' | 'stopped' | 'finished' | 'undone'; rows: Map<number, Row> }

const manifests = [
  ['North/a', 'North/b', 'South/a', 'North/a', 'South/c'],
  ['South/a', 'North/a', 'North/b', 'South/c'],
].map((rows) =>
  rows.map((each, index) => {
    const [site = '', text = ''] = each.split('/')
    return { site, text, path: `${index}.pdf` }
  }),
)

test.for(seeds)('whatever happens to runs of files, they end as a model of them says: %i', async (seed, { ann }) => {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const create = recordCreator(ann)
  const client = await create.client('Acme')
  /** Ids of the sites that are there, by their names, and of the files in them, by site and bytes. */
  const sites = new Map<string, string>()
  const files = new Map<string, string>()
  const runs = manifests.map((): Run[] => [])

  const begin = async (index: number) => {
    const manifest = manifests[index] ?? []
    const last = runs[index]?.at(-1)
    const isGoingOn = last?.status === 'open' || last?.status === 'stopped'
    const { headers, rows, summary } = await planFiles(
      ann,
      manifest.map(({ path, text, site }) => ({ path, bytes: pdfOf(text), site, client: 'Acme' })),
    )
    const id = headers.get('x-import-run') ?? ''
    expect(headers.get('x-import-resumed')).toBe(String(isGoingOn))
    if (isGoingOn) expect(id).toBe(last.id)
    else expect(runs.flat().map((run) => run.id)).not.toContain(id)
    const run: Run = isGoingOn ? last : { id, status: 'open', rows: new Map() }
    if (!isGoingOn) runs[index]?.push(run)
    run.status = 'open'
    const wanted = new Set<string>()
    const verdicts = manifest.map(({ site: name, text }, at) => {
      const known = run.rows.get(at + 1)
      if (known?.here === 'came') return 'unchanged'
      const site = sites.get(name)
      const verdict =
        site === undefined
          ? 'refused'
          : files.has(`${site}/${text}`) || wanted.has(`${site}/${text}`)
            ? 'unchanged'
            : 'wanted'
      if (site !== undefined && verdict === 'wanted') {
        wanted.add(`${site}/${text}`)
        run.rows.set(at + 1, { site, text, here: null })
      } else if (known?.here !== 'found') run.rows.delete(at + 1)
      return verdict
    })
    expect(rows.map(({ verdict }) => verdict)).toEqual(verdicts)
    expect(summary).toMatchObject({ run: id, wanted: verdicts.filter((each) => each === 'wanted').length })
  }

  const send = async (run: Run) => {
    const number = pick([1, 2, 3, 4, 5])
    const row = run.rows.get(number)
    const isRight = random() < 0.9
    const text = row?.text ?? 'a'
    const expected = () => {
      if (run.status !== 'open') return 409
      if (!row) return 404
      if (!isRight || ![...sites.values()].includes(row.site)) return 422
      if (files.has(`${row.site}/${text}`)) return 200
      // What came and was deleted since does not come again.
      return row.here === 'came' ? 422 : 201
    }
    const status = expected()
    const answer = await sendRow(ann, run.id, number, pdfOf(isRight ? text : 'wrong'))
    expect([number, answer.status]).toEqual([number, status])
    if (!row || status > 201) return
    if (status === 201) files.set(`${row.site}/${text}`, (answer.body as { id: string }).id)
    row.here = row.here === 'came' || status === 201 ? 'came' : 'found'
  }

  const awaited = (run: Run) => [...run.rows.values()].filter(({ here }) => here === null).length
  const finish = async (run: Run) => {
    const leave = random() < 0.3
    const call = { params: { run: run.id }, query: { leave: String(leave) as 'true' } }
    const isOver = run.status === 'finished'
    if (run.status === 'undone') return void (await ann.refused(finishImport, call))
    if (awaited(run) > 0 && !leave && !isOver) {
      return void expect((await ann.refused(finishImport, call)).body).toMatchObject({ wanted: awaited(run) })
    }
    const came = [...run.rows.values()].filter(({ here }) => here === 'came').length
    expect(await ann.ask(finishImport, call)).toMatchObject({ status: 'finished', created: came })
    if (isOver) return
    run.status = 'finished'
    for (const [number, { here }] of run.rows) if (here === null) run.rows.delete(number)
  }

  const stop = async (run: Run) => {
    if (run.status !== 'open') return void (await ann.refused(stopImport, { params: { run: run.id } }))
    await ann.ask(stopImport, { params: { run: run.id } })
    run.status = 'stopped'
  }

  const undo = async (run: Run) => {
    const came = [...run.rows].filter(([, { here }]) => here === 'came')
    const mine = new Set(
      came.map(([number]) => `${run.id.slice(0, 14)}8${run.id.slice(15, 24)}${number.toString(16).padStart(12, '0')}`),
    )
    await ann.ask(undoImport, { params: { run: run.id } })
    run.status = 'undone'
    for (const [key, id] of files) if (mine.has(id)) files.delete(key)
  }

  const removeSite = async () => {
    const [name, id] = pick([...sites]) ?? []
    if (name === undefined || id === undefined) return
    await ann.call(deleteSite, { params: { id } })
    sites.delete(name)
    for (const key of files.keys()) if (key.startsWith(id)) files.delete(key)
  }
  const bringSite = async () => {
    const name = pick(['North', 'South'])
    if (sites.has(name)) return
    sites.set(name, (await ann.ask(addSite, { body: { name, client_id: client.id } })).id)
  }
  const removeFile = async () => {
    const [key, id] = pick([...files]) ?? []
    if (key === undefined || id === undefined) return
    await ann.call(deleteFile, { params: { id } })
    files.delete(key)
  }

  for (const name of ['North', 'South'])
    sites.set(name, (await ann.ask(addSite, { body: { name, client_id: client.id } })).id)
  for (let step = 0; step < steps; step += 1) {
    const index = pick([0, 1])
    const run = runs[index]?.at(-1)
    const chance = random()
    if (!run || chance < 0.2) await begin(index)
    else if (chance < 0.7) await send(run)
    else if (chance < 0.75) await finish(run)
    else if (chance < 0.78) await stop(run)
    else if (chance < 0.8) await undo(run)
    else if (chance < 0.92) await removeFile()
    else if (chance < 0.95) await removeSite()
    else await bringSite()
    const listed = await ann.ask(listFiles)
    expect(listed.map(({ id }) => id).toSorted()).toEqual([...files.values()].toSorted())
  }
})
