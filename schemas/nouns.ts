/**
 * A noun of a team's data. Its table, resource and plural are its key; its events begin with the singular, as `VisitAdded`
 * does, and hold its id by the singular, as `visitId`.
 */
type Noun = {
  one: string
  /** The noun that its records lie in: they are hidden, restored and purged with a record of it (D-10). */
  parent: 'clients' | 'sites' | null
  /** Its picture in the web app, by the name of an icon there. */
  icon: string
  /** The columns by which its list can be sorted, which are fields of its rows; null for a noun without a list. */
  sorts: readonly [string, ...string[]] | null
}

/** Every noun, in the order of forms, dialogs and results. What is not said here is in the files of the noun itself. */
export const nouns = {
  clients: { one: 'client', icon: 'building', parent: null, sorts: ['name', 'site_count'] },
  sites: {
    one: 'site',
    icon: 'pin',
    parent: 'clients',
    sorts: ['name', 'postcode', 'client_name', 'visit_count', 'file_count'],
  },
  visits: {
    one: 'visit',
    icon: 'calendar',
    parent: 'sites',
    sorts: ['name', 'client_name', 'site_name', 'started_at', 'ended_at', 'file_count'],
  },
  files: {
    one: 'file',
    icon: 'photo',
    parent: 'sites',
    sorts: [
      'name',
      'client_name',
      'site_name',
      'visit_name',
      'size',
      'type',
      'completed_at',
      'expires_at',
      'created_at',
    ],
  },
  documents: { one: 'document', icon: 'file', parent: null, sorts: ['name', 'size', 'completed_at', 'expires_at'] },
  categories: { one: 'category', icon: 'tag', parent: null, sorts: null },
} as const satisfies Record<string, Noun>

type Nouns = typeof nouns
export type Resource = keyof Nouns
export const resources = Object.keys(nouns) as Resource[]

export const isResource = (text: string): text is Resource => Object.hasOwn(nouns, text)

/** The nouns with a list. */
export type ArrangedKind = { [Name in Resource]: Nouns[Name]['sorts'] extends null ? never : Name }[Resource]
export const arrangedKinds = resources.filter((each): each is ArrangedKind => nouns[each].sorts !== null)

/** The nouns whose records have a stream each, named by the singular. */
export type OwnStream = Exclude<Resource, 'categories'>
export const ownStreams = resources.filter((each) => each !== 'categories')

/** The nouns whose records lie in a site. */
export type OnSites = { [Name in Resource]: Nouns[Name]['parent'] extends 'sites' ? Name : never }[Resource]
export const isOnSite = (noun: Resource): noun is OnSites => nouns[noun].parent === 'sites'
export const onSites = resources.filter(isOnSite)

type One<Name extends Resource> = Nouns[Name]['one']

/** The detail of events that holds the id of a record: 'visitId'. */
export type IdDetail<Name extends Resource = Resource> = `${One<Name>}Id`
export const idDetail = <Name extends Resource>(noun: Name) => `${nouns[noun].one}Id` as IdDetail<Name>

/** The name of an event or command about a noun, by its parts: ['visits', 'Deleted'] or ['Restore', 'visits']. */
export const withInitial = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
