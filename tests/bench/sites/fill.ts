import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileStream, siteStream } from '#api/event-store/streams.ts'
import type { CategoryId, FileId, SiteId } from '#schemas/ids.ts'
import type { Category } from '#schemas/resources/categories.ts'
import type { Field } from '#schemas/resources/fields.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays, today } from '#schemas/time/dates.ts'
import { detailsOf } from '#tests/support/details.ts'
import { openLog } from '../api/filled-log.ts'
import type { Seeded } from '../api/seeded.ts'

type Row = Record<string, string>

const words = ['north', 'south', 'east', 'west', 'boiler', 'lift']

/** What the n-th site has of a field. */
const heldBy = ({ kind, options }: Field, n: number): string => {
  if (kind === 'choice') return options[n % options.length]?.id ?? ''
  if (kind === 'yes_no') return String(n % 3 > 0)
  if (kind === 'number') return String(n % 1000)
  if (kind === 'date') return plusDays(CalendarDate.parse('2026-01-01'), n % 365)
  return `${words[n % words.length]} ${n}`
}

/**
 * Gives each file of a data folder one of the categories and a date around today, and each site a value of each field, as
 * events of a log that no process has open.
 */
export const fillSites = async (
  { dataDir, teamId, userId }: Seeded,
  categories: readonly Pick<Category, 'id'>[],
  fields: readonly Field[],
): Promise<void> => {
  const db = new DatabaseSync(join(dataDir, 'read-models', 'facilities.sqlite'), { readOnly: true })
  const files = db.prepare('SELECT id, name, completed_at FROM files ORDER BY id').all() as Row[]
  const sites = db.prepare('SELECT id, name, postcode FROM sites ORDER BY id').all() as Row[]
  db.close()
  const { record, inBatches, close } = openLog(dataDir, teamId, userId)
  const day = today(new Date(), 'Europe/London')
  await inBatches(files.length, (n) => {
    const { id = '', name = '', completed_at = '' } = files[n] ?? {}
    const fileId = id as FileId
    const change = { fileId, teamId, bulkId: null }
    const details = detailsOf.file({
      name,
      completed_at: CalendarDate.parse(completed_at),
      expires_at: plusDays(day, (n % 400) - 100),
    })
    return record(
      fileStream(fileId),
      { type: 'FileUpdated', data: { ...change, ...details } },
      { type: 'FileCategoriesChanged', data: { ...change, categoryIds: [categories[n % 12]?.id as CategoryId] } },
    )
  })
  await inBatches(sites.length, (n) => {
    const { id = '', name = '', postcode = '' } = sites[n] ?? {}
    const siteId = id as SiteId
    const own = Object.fromEntries(fields.map((field, at) => [field.id, heldBy(field, n + at)]))
    return record(siteStream(siteId), {
      type: 'SiteUpdated',
      data: { siteId, teamId, ...detailsOf.site({ name, postcode, fields: own }) },
    })
  })
  close()
}
