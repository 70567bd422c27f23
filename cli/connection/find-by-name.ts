import type { z } from 'zod'
import { exitCodes, Failure } from '#cli/failure.ts'
import { type CategoryId, type ClientId, type SiteId, UserId, type VisitId } from '#schemas/ids.ts'
import { selectCategories } from '#schemas/resources/categories.ts'
import { searchClients, searchSites, searchVisits } from '#schemas/resources/search.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import type { Server } from './server.ts'

type Named<Id> = { id: Id; name: string }

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id as it is typed; `listed` is the command that lists them. Throws Failure (wrong usage). */
export const idOf = <Id extends z.ZodType>(schema: Id, text: string, what: string, listed: string): z.infer<Id> => {
  const id = schema.safeParse(text)
  if (id.success) return id.data
  throw new Failure(`"${text}" is no id of ${what}. See: siteledger ${listed}`, exitCodes.wrongUsage)
}

const oneOf = <Id>(noun: string, text: string, found: readonly Named<Id>[]): Id => {
  const [first, second] = found
  if (!first) throw new Failure(`There is no ${noun} called "${text}".`)
  if (!second) return first.id
  const ids = found.map(({ id }) => id).join(', ')
  throw new Failure(`Several ${noun}s are called "${text}". Use one of these ids: ${ids}`)
}

/** Finds a record by id, or by its full name ignoring case. Throws Failure for no match and for several. */
const finder =
  <Id extends string>(noun: string, candidates: (server: Server, text: string) => Promise<readonly Named<Id>[]>) =>
  async (server: Server, text: string): Promise<Id> => {
    // The server checks whether the id is one of this kind.
    if (idShape.test(text)) return text.toLowerCase() as Id
    const wanted = foldedText(text)
    const found = await candidates(server, text)
    return oneOf(
      noun,
      text,
      found.filter(({ name }) => foldedText(name) === wanted),
    )
  }

/** The client, site or visit with this id or name. */
export const findClient = finder<ClientId>(
  'client',
  async (server, query) => (await server.call(searchClients, { params: { query } })).data,
)
export const findSite = finder<SiteId>(
  'site',
  async (server, query) => (await server.call(searchSites, { params: { query } })).data,
)
export const findVisit = finder<VisitId>(
  'visit',
  async (server, query) => (await server.call(searchVisits, { params: { query } })).data,
)

/** The client, site or visit that is named, as `site/ID`; undefined where none is. Throws Failure. */
export const findPlace = async (
  server: Server,
  { site, client, visit }: { site?: string | undefined; client?: string | undefined; visit?: string | undefined },
): Promise<string | undefined> => {
  const [named] = Object.entries(await findEach(server, { site, client, visit }))
  return named?.join('/')
}

/** The one among these with this id, or this name ignoring case. Throws Failure for no match and for several. */
export const findAmong = <Each extends Named<string>>(noun: string, all: readonly Each[], text: string): Each => {
  const wanted = foldedText(text)
  const found = all.filter(({ id, name }) => id === text.toLowerCase() || foldedText(name) === wanted)
  const id = oneOf(noun, text, found)
  return found.find((each) => each.id === id) as Each
}

/** The category with this id, name, or path such as 'Fire / Alarms'. */
export const findCategory = finder<CategoryId>('category', async (server, text) => {
  const { data } = await server.call(selectCategories)
  return data.map(({ id, name, path }) => ({ id, name: text.includes('/') ? path : name }))
})

const finders = { client: findClient, site: findSite, visit: findVisit, category: findCategory }
type Typed = { [Noun in keyof typeof finders]?: string | undefined }
type Found = { [Noun in keyof typeof finders]?: Awaited<ReturnType<(typeof finders)[Noun]>> }

/** Those of some records that are named, by id or name, each under its noun. Throws Failure. */
export const findEach = async (server: Server, typed: Typed): Promise<Found> => {
  const found: Record<string, string> = {}
  for (const [noun, find] of Object.entries(finders)) {
    const text = typed[noun as keyof Typed]
    if (text !== undefined) found[noun] = await find(server, text)
  }
  return found
}

/** A member of the team by id or full name; an id may also be that of a former member. */
export const findPerson = async (server: Server, text: string): Promise<UserId> => {
  const id = UserId.safeParse(text)
  if (id.success) return id.data
  const { users } = (await server.call(currentTeam)).data
  const found = users.filter(({ name }) => name?.toLowerCase() === text.toLowerCase())
  const [first, second] = found
  if (!first) throw new Failure(`No one in the team is called "${text}". Pass the id of someone who has left.`)
  if (second)
    throw new Failure(`Several people are called "${text}". Use an id: ${found.map((user) => user.id).join(', ')}`)
  return first.id
}
