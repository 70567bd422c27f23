import { Failure } from '#cli/failure.ts'
import { foldedText } from '#schemas/folded-text.ts'
import type { CategoryId, ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import { selectCategories } from '#schemas/resources/categories.ts'
import { searchClients, searchSites, searchVisits } from '#schemas/resources/search.ts'
import type { Server } from './server.ts'

type Named<Id> = { id: Id; name: string }

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const oneOf = <Id>(noun: string, text: string, found: readonly Named<Id>[]): Id => {
  const [first, second] = found
  if (!first) throw new Failure(`There is no ${noun} called "${text}".`)
  if (!second) return first.id
  const ids = found.map(({ id }) => id).join(', ')
  throw new Failure(`Several ${noun}s are called "${text}". Use one of these ids: ${ids}`)
}

/** Finds things by id, or by their whole name without regard to case. Throws Failure for none and for several. */
const finder =
  <Id extends string>(noun: string, candidates: (server: Server, text: string) => Promise<readonly Named<Id>[]>) =>
  async (server: Server, text: string): Promise<Id> => {
    // Whether it is one of theirs, the server says.
    if (idShape.test(text)) return text.toLowerCase() as Id
    const wanted = foldedText(text)
    const found = await candidates(server, text)
    return oneOf(
      noun,
      text,
      found.filter(({ name }) => foldedText(name) === wanted),
    )
  }

const forText = (query: string) => ({ params: { query } })

/** The client of this id or name. */
export const clientCalled = finder<ClientId>(
  'client',
  async (server, text) => (await server.ask(searchClients, forText(text))).data,
)
/** The site of this id or name. */
export const siteCalled = finder<SiteId>(
  'site',
  async (server, text) => (await server.ask(searchSites, forText(text))).data,
)
/** The visit of this id or name. */
export const visitCalled = finder<VisitId>(
  'visit',
  async (server, text) => (await server.ask(searchVisits, forText(text))).data,
)
/** The category of this id, name, or path such as 'Fire / Alarms'. */
export const categoryCalled = finder<CategoryId>('category', async (server, text) => {
  const { data } = await server.ask(selectCategories)
  return data.map(({ id, name, path }) => ({ id, name: text.includes('/') ? path : name }))
})
