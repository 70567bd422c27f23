import type { DocumentEvent } from '#schemas/events/document.ts'
import type { FileEvent } from '#schemas/events/file.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { type DescriptionsOf, nameless } from './description.ts'
import { day, reference, references, ruleOfCategory, size, text } from './fields.ts'
import { changesOf, describeNoun } from './noun.ts'
import { siteNoun } from './places.ts'
import { count, type Sentence, sentence } from './sentence.ts'

export const documentNoun = describeNoun({
  resource: 'documents',
  id: 'documentId',
  one: 'document',
  several: 'documents',
  events: ['DocumentUploaded', 'DocumentRenamed'],
  fields: {
    name: text('name'),
    completed_at: day('completion date'),
    expires_at: day('expiry date'),
    content: size,
    original: null,
    localFileName: null,
    type: null,
    mimeType: null,
    uploadedBy: null,
  },
})

export const fileNoun = describeNoun({
  resource: 'files',
  id: 'fileId',
  one: 'file',
  several: 'files',
  located: true,
  events: ['FileUploaded', 'FileUpdated', 'FileVisitChanged', 'FileMoved', 'FileCategoriesChanged'],
  fields: {
    name: text('name'),
    completed_at: day('completion date'),
    expires_at: day('expiry date'),
    expiryRule: ruleOfCategory,
    categoryIds: references('categories', 'categories'),
    visitId: reference('visit', 'visits'),
    siteId: reference('site', 'sites'),
    content: size,
    original: null,
    clientId: null,
    from: null,
    localFileName: null,
    type: null,
    mimeType: null,
    uploadedBy: null,
  },
})

/** What a version of a file gives it. */
export const versionFields = {
  version: { label: 'version', show: String },
  localFileName: { ...text('file name'), as: 'file_name' },
  mimeType: { label: 'type', as: 'type', show: typeName },
  content: size,
}

export const contentDescriptions: DescriptionsOf<DocumentEvent | FileEvent> = {
  DocumentUploaded: (event, lookup) => ({
    ...documentNoun.added(event, lookup),
    summary: sentence`Uploaded the document ${event.data.name}`,
    several: sentence`Uploaded ${count} documents`,
  }),
  DocumentRenamed: documentNoun.changed,
  DocumentDeleted: documentNoun.deleted,
  DocumentRestored: documentNoun.restored,
  DocumentPurged: documentNoun.purged,
  FileUploaded: (event, lookup) => {
    const site = siteNoun.subject(event.data, lookup)
    return {
      ...fileNoun.added(event, lookup),
      summary: sentence`Uploaded the file ${event.data.name} to ${site}`,
      several: sentence`Uploaded ${count} files to ${site}`,
    }
  },
  FileVersionAdded: ({ data }, lookup) => {
    const { version, broughtBack } = data
    const words = (subject: Sentence) =>
      broughtBack === null
        ? sentence`Replaced the content of ${subject}`
        : sentence`Brought back version ${String(broughtBack)} of ${subject}`
    return {
      ...fileNoun.mention(data, lookup, words),
      changes: changesOf(versionFields, data, lookup, (key) => (key === 'version' ? version - 1 : null)),
    }
  },
  FileUpdated: fileNoun.changed,
  FileVisitChanged: (event, lookup) => {
    const subject = fileNoun.subject(event.data, lookup)
    const visit = event.data.visitId && (lookup.record('visits', event.data.visitId)?.name ?? nameless)
    const described = fileNoun.changed(event, lookup)
    return {
      ...described,
      // Its site is that of its visit before, which may have moved.
      changes: described.changes.filter(({ field }) => field !== 'site'),
      summary:
        visit === null ? sentence`Took ${subject} off its visit` : sentence`Put ${subject} into the visit ${visit}`,
      several:
        visit === null
          ? sentence`Took ${count} files off their visit`
          : sentence`Put ${count} files into the visit ${visit}`,
    }
  },
  FileMoved: (event, lookup) => {
    const described = fileNoun.changed(event, lookup)
    const site = described.changes.find(({ field }) => field === 'site')
    if (!site) return described
    const { visitId } = event.data
    const visit = visitId && (lookup.record('visits', visitId)?.name ?? nameless)
    const subject = fileNoun.subject(event.data, lookup)
    const from = site.from ?? nameless
    const to = site.to ?? nameless
    return {
      ...described,
      summary: visit
        ? sentence`Moved ${subject} from ${from} to ${to}, to the visit ${visit}`
        : sentence`Moved ${subject} from ${from} to ${to}`,
      several: visit
        ? sentence`Moved ${count} files to ${to}, to the visit ${visit}`
        : sentence`Moved ${count} files to ${to}`,
    }
  },
  FileCategoriesChanged: fileNoun.changed,
  FileDeleted: fileNoun.deleted,
  FileRestored: fileNoun.restored,
  FilePurged: fileNoun.purged,
  ThumbnailMade: null,
  ThumbnailFailed: null,
}
