import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { nouns, type Resource } from '#schemas/nouns.ts'
import { historyResources } from '#schemas/records/history-resources.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import { endpoint } from '../endpoint.ts'
import { ViaKind } from '../event.ts'
import { CategoryId, ClientId, DocumentId, FileId, SiteId, TeamId, UserId, VisitId } from '../ids.ts'

export const HistoryResource = z.enum(historyResources, { error: 'The selected resource is invalid.' })
export type HistoryResource = z.infer<typeof HistoryResource>

/** A person by the present name; an erased one is "erased person" (D-90). */
export const Person = z.object({ id: UserId, name: z.string() })

/**
 * One field before and after, in readable form, names instead of ids; null stands for no value, or for a hidden one.
 */
export const HistoryChange = z.object({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The record, if the entry is about several. */
  record: z.string().optional(),
})
export type HistoryChange = z.infer<typeof HistoryChange>

/**
 * The changes of one command in one sentence, with the names of that time. `type` is the event's, `id` the record's.
 */
export const HistoryEntry = z
  .object({
    position: z.string(),
    at: z.iso.datetime(),
    type: z.string(),
    summary: z.string(),
    resource: HistoryResource,
    id: z.string(),
    /** Null for an entry without a team. */
    team: z.object({ id: TeamId, name: z.string() }).nullable(),
    /** Null if the product itself made the change. */
    actor: Person.nullable(),
    /** The operator who impersonated the actor. */
    impersonator: Person.nullable(),
    /** The origin of the change; the name is that of the API token or of the imported file. */
    via: z.object({ kind: ViaKind, id: z.string().nullable(), name: z.string().nullable() }),
    /** For an entry about many records, those of the first hundred. */
    changes: z.array(HistoryChange),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** An entry with the number of its event in the tree of the log, counted from 0; null until the notary has read it. */
const NumberedEntry = HistoryEntry.extend({ index: z.int().min(0).nullable() }).meta({ id: 'NumberedEntry' })

/** The text to search entries for; blank means all of them. */
const maxText = 100
const HistoryText = z
  .string({ error: 'The text must be text.' })
  .trim()
  .max(maxText, `The text may not be greater than ${maxText} characters.`)
  .transform((text) => (text === '' ? undefined : text))

/** A day, whole and in the configured time zone, or an instant. */
export const moment = (field: string) => {
  const error = `The ${field} is not a valid date.`
  const day = z.string().transform(toIsoDate).pipe(CalendarDate)
  return z
    .union([day, z.iso.datetime({ offset: true })], { error })
    .optional()
    .meta({ description: 'A day, with its end, dd/mm/yyyy or yyyy-mm-dd; or an instant.' })
}

/** The filters of the history of a record. */
const RecordHistoryQuery = PageQuery.extend({
  actor: UserId.optional().meta({ description: 'The user who did it.' }),
  via: z.enum(ViaKind.options, { error: 'The selected via is invalid.' }).optional().meta({
    description:
      'The way it was done. A change of many files has the way in which it was begun; an import is one, whoever sent it.',
  }),
  from: moment('from'),
  to: moment('to'),
  text: HistoryText.optional().meta({
    description:
      'Words that it contains all of, in any case and with any accents, never syntax: in who did it and how, in what was done, or in the name or a value of a record. A page may have fewer rows than there are further ones.',
  }),
})
export type RecordHistoryQuery = z.infer<typeof RecordHistoryQuery>

export const HistoryQuery = RecordHistoryQuery.extend({
  resource: HistoryResource.optional().meta({ description: 'What it is about.' }),
  id: z.string().max(100).optional().meta({ description: 'The record that it is about, without what lies below.' }),
  team: TeamId.optional().meta({ description: 'For operators, who else see all teams.' }),
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

const list = {
  limits: { slow: true },
  access: 'history.view',
  response: z.array(NumberedEntry),
} as const

export const listHistory = endpoint('GET /api/history', {
  ...list,
  summary: 'What happened in the team, newest first',
  query: HistoryQuery,
})

/** The history of one record and of `below`, what lies in it. */
const historyOf = <Id extends z.ZodType>(noun: Resource, id: Id, below?: string) => {
  const { one } = nouns[noun]
  return endpoint(`GET /api/${one}/{id}/history`, {
    ...list,
    summary: `What happened to one ${one}${below ? ' and below it' : ''}, newest first`,
    ...(below ? { about: `With its ${below} as long as they lay there, also those in the trash.` } : {}),
    params: z.object({ id }),
    query: RecordHistoryQuery,
  })
}

/** The history of one record of each noun. */
export const historyOfEach = {
  clients: historyOf('clients', ClientId, 'sites and their visits and files'),
  sites: historyOf('sites', SiteId, 'visits and files'),
  visits: historyOf('visits', VisitId),
  files: historyOf('files', FileId),
  documents: historyOf('documents', DocumentId),
  categories: historyOf('categories', CategoryId),
} satisfies Record<Resource, unknown>
