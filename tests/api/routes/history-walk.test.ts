import { expect, test } from 'vitest'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import {
  addCategory,
  arrangeCategories,
  deleteCategory,
  listCategories,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { addClient, deleteClient, listClients, updateClient } from '#schemas/resources/clients.ts'
import {
  deleteDocument,
  listDocuments,
  renameDocument,
  uploadDocument,
  uploadDocuments,
} from '#schemas/resources/documents.ts'
import { deleteFile, listFiles, updateFile, uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { addSite, deleteSite, listSites, updateSite } from '#schemas/resources/sites.ts'
import { addVisit, deleteVisit, listVisits, updateVisit } from '#schemas/resources/visits.ts'
import { startApp } from '#tests/support/app.ts'
import type { Reply } from '#tests/support/caller.ts'
import { fileOf } from '#tests/support/files.ts'
import { newClientId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const ann = prepared(() => newTeam(app))
const viewer = prepared(() => newMember(app, ann, 'member'))

/** Numbers that look random and are the same at every run. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0
    const once = Math.imul(state ^ (state >>> 15), state | 1)
    const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61))
    return ((twice ^ (twice >>> 14)) >>> 0) % sides
  }
}

/** The result of a step: a word for it, and whether it leaves an entry. */
type Step = { name: string; entries: 0 | 1 }
type Walk = { pick: <Thing>(things: readonly Thing[]) => Thing | undefined; roll: (sides: number) => number }

const pdf = () => ({ file: fileOf('plan.pdf', 'application/pdf') })
const names = ['Acme', 'Beta', 'Gamma', 'Delta']
const days = ['01/03/2026', '02/03/2026', '03/03/2026']

const did = (name: string): Step => ({ name, entries: 1 })
/** Whatever is as it was leaves no trace. */
const changed = (name: string, isNews: boolean): Step => ({ name, entries: isNews ? 1 : 0 })

const all = async <E extends Endpoint>(endpoint: E, call: CallOf<E> = {}) => await ann.ask(endpoint, call)

/** Something that is in no state to be done is left out. */
const steps: ((walk: Walk) => Promise<Step | undefined>)[] = [
  async ({ pick }) => {
    await ann.call(addClient, { body: { name: pick(names) ?? '' } })
    return did('add a client')
  },
  async ({ pick }) => {
    const client = pick(await all(listClients))
    const name = pick(names) ?? ''
    if (!client) return undefined
    await ann.call(updateClient, { params: { id: client.id }, body: { name } })
    return changed('rename a client', name !== client.name)
  },
  async ({ pick, roll }) => {
    const client = pick(await all(listClients))
    if (!client || roll(4) > 0) return undefined
    await ann.call(deleteClient, { params: { id: client.id } })
    return did('delete a client')
  },
  async ({ pick }) => {
    const client = pick(await all(listClients))
    if (!client) return undefined
    await ann.call(addSite, { body: { name: pick(names) ?? '', client_id: client.id } })
    return did('add a site')
  },
  async ({ pick }) => {
    const site = pick(await all(listSites))
    const client = pick(await all(listClients))
    const name = pick(names) ?? ''
    const postcode = pick(['AB1 2CD', '']) ?? ''
    if (!site || !client) return undefined
    await ann.call(updateSite, { params: { id: site.id }, body: { name, postcode, client_id: client.id } })
    const same = name === site.name && (postcode || null) === site.postcode && client.id === site.client_id
    return changed('change or move a site', !same)
  },
  async ({ pick, roll }) => {
    const site = pick(await all(listSites))
    if (!site || roll(3) > 0) return undefined
    await ann.call(deleteSite, { params: { id: site.id } })
    return did('delete a site')
  },
  async ({ pick }) => {
    const site = pick(await all(listSites))
    if (!site) return undefined
    const dates = { started_at: '01/03/2026', ended_at: '02/03/2026' }
    await ann.call(addVisit, { body: { name: pick(names) ?? '', site_id: site.id, ...dates } })
    return did('add a visit')
  },
  async ({ pick }) => {
    const visit = pick(await all(listVisits))
    const site = pick(await all(listSites))
    const name = pick(names) ?? ''
    const ended_at = pick(days) ?? ''
    if (!visit || !site) return undefined
    const body = { name, site_id: site.id, started_at: '01/03/2026', ended_at }
    await ann.call(updateVisit, { params: { id: visit.id }, body })
    const same = name === visit.name && visit.site_id === site.id && visit.ended_at === ended_at
    return changed('change or move a visit', !same)
  },
  async ({ pick, roll }) => {
    const visit = pick(await all(listVisits))
    if (!visit || roll(3) > 0) return undefined
    await ann.call(deleteVisit, { params: { id: visit.id } })
    return did('delete a visit')
  },
  async ({ pick }) => {
    const site = pick(await all(listSites))
    if (!site) return undefined
    await ann.call(uploadFile, { body: { site_id: site.id, name: pick(names) ?? '' } }, pdf())
    return did('upload a file')
  },
  async ({ pick }) => {
    const site = pick(await all(listSites))
    if (!site) return undefined
    const form = new FormData()
    form.append('site_id', site.id)
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) form.append('file[]', fileOf(name, 'application/pdf'))
    const answer: Reply<unknown> = await ann.request(uploadFiles.method, uploadFiles.path, { form })
    expect(answer.status).toBe(201)
    return did('upload three files')
  },
  async ({ pick }) => {
    const file = pick(await all(listFiles))
    const visit = pick(await all(listVisits))
    const name = pick(names) ?? ''
    const completed_at = pick(days) ?? ''
    if (!file) return undefined
    const here = visit?.site_id === file.site_id ? visit.id : file.visit_id
    await ann.call(updateFile, { params: { id: file.id }, body: { name, completed_at, visit_id: here } })
    const same = name === file.name && completed_at === file.completed_at && here === file.visit_id
    return changed('change a file', !same)
  },
  async ({ pick, roll }) => {
    const file = pick(await all(listFiles))
    if (!file || roll(2) > 0) return undefined
    await ann.call(deleteFile, { params: { id: file.id } })
    return did('delete a file')
  },
  async () => {
    await ann.call(uploadDocument, {}, pdf())
    return did('upload a document')
  },
  async () => {
    const form = new FormData()
    for (const name of ['a.pdf', 'b.pdf']) form.append('document[]', fileOf(name, 'application/pdf'))
    const answer: Reply<unknown> = await ann.request(uploadDocuments.method, uploadDocuments.path, { form })
    expect(answer.status).toBe(201)
    return did('upload two documents')
  },
  async ({ pick }) => {
    const document = pick(await all(listDocuments))
    const name = pick(names) ?? ''
    if (!document) return undefined
    await ann.call(renameDocument, { params: { id: document.id }, body: { name } })
    return changed('rename a document', name !== document.name)
  },
  async ({ pick, roll }) => {
    const document = pick(await all(listDocuments))
    if (!document || roll(2) > 0) return undefined
    await ann.call(deleteDocument, { params: { id: document.id } })
    return did('delete a document')
  },
  async ({ pick, roll }) => {
    const parent = pick(await all(listCategories))
    const parent_id = roll(2) === 0 ? (parent?.id ?? null) : null
    await ann.call(addCategory, { body: { name: pick(names) ?? '', parent_id } })
    return did('add a category')
  },
  async ({ pick }) => {
    const category = pick(await all(listCategories))
    const name = pick(names) ?? ''
    if (!category) return undefined
    await ann.call(updateCategory, { params: { id: category.id }, body: { name, slug: category.slug } })
    return changed('rename a category', name !== category.name)
  },
  async ({ roll }) => {
    const tree = await all(listCategories)
    const turned = roll(2) === 0
    await ann.call(arrangeCategories, { body: { categories: turned ? tree.toReversed() : tree } })
    return changed('turn the categories round', turned && tree.length > 1)
  },
  async ({ pick, roll }) => {
    const category = pick(await all(listCategories))
    if (!category || roll(2) > 0) return undefined
    await ann.call(deleteCategory, { params: { id: category.id } })
    return did('delete a category')
  },
  async ({ pick }) => {
    const client = pick(await all(listClients))
    await ann.refused(addClient, { body: { name: '' } })
    await ann.refused(deleteClient, { params: { id: newClientId() } })
    if (client) await viewer.refused(updateClient, { params: { id: client.id }, body: { name: 'Not mine' } })
    if (client) await ann.refused(addClient, { body: { id: client.id, name: 'Taken' } })
    return { name: 'be refused', entries: 0 }
  },
]

const newest = async (): Promise<{ total: number; entry: HistoryEntry | undefined }> => {
  const { body, headers } = await ann.call(listHistory, { query: { limit: 1 } })
  return { total: Number(headers.get('x-total-count')), entry: body[0] }
}

test('every change leaves exactly one entry, and what changes nothing leaves none', async () => {
  const roll = dice(20261121)
  const walk: Walk = {
    roll,
    pick: (things) => (things.length === 0 ? undefined : things[roll(things.length)]),
  }
  const taken = new Map<string, number>()

  let before = (await newest()).total
  for (let at = 0; at < 220; at += 1) {
    const step = await steps[roll(steps.length)]?.(walk)
    if (!step) continue
    const { total: after, entry } = await newest()

    expect([step.name, after - before]).toEqual([step.name, step.entries])
    if (step.entries === 1) {
      expect(entry?.actor?.id).toBe(ann.userId)
      expect(entry?.summary).toMatch(/^[A-Z][a-z]+ /)
      expect(entry?.summary).not.toMatch(/without a name|erased|undefined|null/)
    }
    taken.set(step.name, (taken.get(step.name) ?? 0) + 1)
    before = after
  }

  expect(taken.size).toBeGreaterThanOrEqual(20)
})
