import { showDate } from '#schemas/calendar-date.ts'
import type { DocumentEvent } from '#schemas/events/document.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import { changesIn, type LinesOf, nameless } from './line.ts'
import { count, told } from './told.ts'
import { fateOf } from './trash.ts'

const resource = 'documents'

type Data = { documentId: string; teamId: DocumentEvent['data']['teamId'] }
const about = ({ documentId: id, teamId }: Data) => ({ resource, id, teamId }) as const

export const documentLines: LinesOf<DocumentEvent> = {
  DocumentUploaded: ({ data }) => ({
    ...about(data),
    summary: told`Uploaded the document ${data.name}`,
    several: told`Uploaded ${count} documents`,
    changes: changesIn({
      name: [null, data.name],
      completed_at: [null, showDate(data.completedOn)],
      size: [null, humanReadableSize(data.content.size)],
    }),
    now: { name: data.name },
  }),
  DocumentRenamed: ({ data }, known) => {
    const name = known.record(resource, data.documentId)?.name ?? nameless
    return {
      ...about(data),
      summary: told`Renamed the document ${name} to ${data.name}`,
      several: told`Renamed ${count} documents`,
      changes: changesIn({ name: [name, data.name] }),
      now: { name: data.name },
    }
  },
  DocumentDeleted: ({ data }, known) => fateOf('deleted', resource, about(data), known),
  DocumentRestored: ({ data }, known) => fateOf('restored', resource, about(data), known),
  DocumentPurged: ({ data }, known) => fateOf('purged', resource, about(data), known),
}
