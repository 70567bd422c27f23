import { categoriesIn } from '#schemas/records/category-path.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import { type Layout, type PathFields, parseLayout } from './layout.ts'
import { pathReader } from './read-path.ts'

/** The names of a team's records; `sites` with those of their clients, categories as paths from the root. */
export type TeamNames = {
  clients: readonly string[]
  sites: readonly { client: string; name: string }[]
  visits: readonly string[]
  categories: readonly (readonly string[])[]
}

/** A layout with the number of paths that fit it, of those whose site is the team's, and three of them as they are read. */
export type Proposal = {
  pattern: string
  fits: number
  known: number
  examples: { path: string; fields: PathFields }[]
}

/** Folders as people make them, the usual ones first. */
const folders = [
  '{client}/{site}/[{categories}/]',
  '{client}/{site}/{visit}/[{categories}/]',
  '{client}/{site}/{date}/[{categories}/]',
  '{client} - {site}/[{categories}/]',
  '{site}/[{categories}/]',
  '{site}/{visit}/[{categories}/]',
  '{category}/{client}/{site}/',
  '{category}/{site}/',
  '{client}/{category}/{site}/',
  '{date}/{client}/{site}/[{categories}/]',
  '{*}/{client}/{site}/[{categories}/]',
  '{*}/{site}/[{categories}/]',
]
const files = [
  '{name}',
  '[{date} ]{name}',
  '[{date} - ]{name}',
  '[{date}_]{name}',
  '{name}[ {date}]',
  '{name}[ - {date}]',
  '{name}[_{date}]',
]

/** The layouts below folders that begin with these. */
const layoutsBelow = (above: string): { folder: string; layout: Layout }[] =>
  folders
    .filter((folder) => folder.startsWith(above))
    .flatMap((folder) =>
      files.flatMap((file) => {
        const parsed = parseLayout(folder.slice(above.length) + file)
        return 'layout' in parsed ? { folder, layout: parsed.layout } : []
      }),
    )

/** The client, and the site, that all paths lie in. */
export type GivenNames = Pick<PathFields, 'client' | 'site'>

/** Paths that decide among the layouts; those that win are counted over all. */
const asked = 100
const shown = 3

const keysOf = ({ clients, sites, visits, categories }: TeamNames) => ({
  client: new Set(clients.map(pathKey)),
  site: new Set(sites.flatMap(({ client, name }) => [pathKey(name), `${pathKey(client)}/${pathKey(name)}`])),
  visit: new Set(visits.map(pathKey)),
  category: new Set(categories.flatMap((path) => [path.map(pathKey).join('/'), pathKey(path.at(-1) ?? '')])),
})
type Keys = ReturnType<typeof keysOf>

const isKnownSite = ({ client, site = '' }: PathFields, keys: Keys): boolean =>
  keys.site.has(client === undefined ? pathKey(site) : `${pathKey(client)}/${pathKey(site)}`)

/** Points for a name that a path says: more where the team has it, fewer where it has others. */
const namePoints = (isSaid: boolean, isKnown: boolean, others: { size: number }): number => {
  if (!isSaid) return 0
  if (isKnown) return 2
  return others.size > 0 ? -0.5 : 0
}

/** How well a path is read: what it names of the team's counts, and a day, and a name that nothing is left over of. */
const worth = (fields: PathFields, keys: Keys): number => {
  const { client, visit, category, completed_at, name = '' } = fields
  const path = categoriesIn(category ?? '')
    .flat()
    .map(pathKey)
    .join('/')
  const isKnown = isKnownSite(fields, keys)
  const points = [
    // Those who have nothing here yet have clients with sites, rather than sites alone.
    client === undefined ? 0 : 0.5,
    namePoints(client !== undefined, keys.client.has(pathKey(client ?? '')), keys.client),
    namePoints(true, isKnown, keys.site),
    namePoints(visit !== undefined, keys.visit.has(pathKey(visit ?? '')), keys.visit),
    namePoints(category !== undefined, keys.category.has(path), keys.category),
    completed_at === undefined ? 0 : 1,
    /^\p{L}|^\d+\p{L}/u.test(name) && !/\W$/.test(name) ? 0.5 : 0,
  ]
  return points.reduce((sum, each) => sum + each, 1)
}

/**
 * The layouts that fit best, at most three, best first: those that read the most of the paths, by the names of a team. They
 * leave out the folders of what is given, whose paths are below it.
 */
export const proposedLayouts = (paths: readonly string[], names: TeamNames, given: GivenNames = {}): Proposal[] => {
  const above = (given.client === undefined ? '' : '{client}/') + (given.site === undefined ? '' : '{site}/')
  const keys = keysOf(names)
  const step = Math.max(1, Math.floor(paths.length / asked))
  const sample = paths.filter((_, index) => index % step === 0)
  const ranked = layoutsBelow(above)
    .map(({ folder, layout }) => {
      const read = pathReader(layout, given)
      const score = sample.reduce((sum, path) => {
        const found = read(path)
        return 'fields' in found ? sum + worth(found.fields, keys) : sum
      }, 0)
      return { folder, layout, read, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    // Of layouts with the same folders the best one stands for all.
    .filter(({ folder }, at, all) => all.findIndex((each) => each.folder === folder) === at)
  return ranked.slice(0, shown).map(({ layout: { pattern }, read }) => {
    const proposal: Proposal = { pattern, fits: 0, known: 0, examples: [] }
    for (const path of paths) {
      const found = read(path)
      if (!('fields' in found)) continue
      proposal.fits += 1
      if (isKnownSite(found.fields, keys)) proposal.known += 1
      if (proposal.examples.length < shown) proposal.examples.push({ path, fields: found.fields })
    }
    return proposal
  })
}
