import { showDate } from '#schemas/calendar-date.ts'
import type { FileEvent } from '#schemas/events/file.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import { changesIn, type Known, type LinesOf, nameless } from './line.ts'
import { count, told } from './told.ts'
import { fateOf } from './trash.ts'
import { shownDay } from './visits.ts'

const resource = 'files'

type Data = { fileId: string; teamId: FileEvent['data']['teamId'] }
const about = ({ fileId: id, teamId }: Data) => ({ resource, id, teamId }) as const

const nameOf = (known: Known, id: string) => known.record(resource, id)?.name ?? nameless
const siteName = (known: Known, id: string) => known.record('sites', id)?.name ?? nameless
const visitName = (known: Known, id: string | null | undefined) =>
  id ? (known.record('visits', id)?.name ?? nameless) : null

/** Names of categories, in the order in which they were given; null for none. */
const categoryNames = (known: Known, ids: unknown): string | null => {
  if (!Array.isArray(ids) || ids.length === 0) return null
  return ids.map((id) => known.record('categories', String(id))?.name ?? nameless).join(', ')
}

export const fileLines: LinesOf<FileEvent> = {
  FileUploaded: ({ data }, known) => ({
    ...about(data),
    summary: told`Uploaded the file ${data.name} to the site ${siteName(known, data.siteId)}`,
    several: told`Uploaded ${count} files to the site ${siteName(known, data.siteId)}`,
    changes: changesIn({
      name: [null, data.name],
      completed_at: [null, showDate(data.completedOn)],
      categories: [null, categoryNames(known, data.categoryIds)],
      visit: [null, visitName(known, data.visitId)],
      site: [null, siteName(known, data.siteId)],
      size: [null, humanReadableSize(data.content.size)],
    }),
    now: {
      name: data.name,
      clientId: data.clientId,
      siteId: data.siteId,
      visitId: data.visitId,
      facts: { completedOn: data.completedOn, categoryIds: data.categoryIds },
    },
  }),
  FileUpdated: ({ data }, known) => {
    const name = nameOf(known, data.fileId)
    const renamed = name !== data.name
    return {
      ...about(data),
      summary: renamed
        ? told`Renamed the file ${name} to ${data.name}`
        : told`Changed the completion date of the file ${name}`,
      several: renamed ? told`Renamed ${count} files` : told`Changed the completion date of ${count} files`,
      changes: changesIn({
        name: [name, data.name],
        completed_at: [shownDay(known.record(resource, data.fileId)?.facts.completedOn), showDate(data.completedOn)],
      }),
      now: { name: data.name, facts: { completedOn: data.completedOn } },
    }
  },
  FileVisitChanged: ({ data }, known) => {
    const [name, to] = [nameOf(known, data.fileId), visitName(known, data.visitId)]
    return {
      ...about(data),
      summary:
        to === null ? told`Took the file ${name} off its visit` : told`Put the file ${name} into the visit ${to}`,
      several: to === null ? told`Took ${count} files off their visit` : told`Put ${count} files into the visit ${to}`,
      changes: changesIn({ visit: [visitName(known, known.record(resource, data.fileId)?.visitId), to] }),
      now: { visitId: data.visitId, siteId: data.siteId, clientId: data.clientId },
    }
  },
  FileCategoriesChanged: ({ data }, known) => ({
    ...about(data),
    summary: told`Changed the categories of the file ${nameOf(known, data.fileId)}`,
    several: told`Changed the categories of ${count} files`,
    changes: changesIn({
      categories: [
        categoryNames(known, known.record(resource, data.fileId)?.facts.categoryIds),
        categoryNames(known, data.categoryIds),
      ],
    }),
    now: { facts: { categoryIds: data.categoryIds } },
  }),
  FileDeleted: ({ data }, known) => fateOf('deleted', resource, about(data), known),
  FileRestored: ({ data }, known) => fateOf('restored', resource, about(data), known),
  FilePurged: ({ data }, known) => fateOf('purged', resource, about(data), known),
  ThumbnailMade: null,
  ThumbnailFailed: null,
}
