import { groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { type Document, listDocuments } from '#schemas/resources/documents.ts'
import { searchDocuments } from '#schemas/resources/search.ts'
import { expiringCommand } from './expiring-command.ts'
import { listCommand } from './list-command.ts'

const list = listCommand<Document>({
  noun: 'documents',
  examples: ['documents list', 'documents list --search handbook'],
  viewed: { kind: 'documents', all: listDocuments, searched: searchDocuments },
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'Size', of: ({ human_readable_size }) => human_readable_size },
    { heading: 'Completed', of: ({ completed_at }) => completed_at },
    { heading: 'Expires', of: ({ expires_at }) => expires_at },
    { heading: 'Id', of: ({ id }) => id },
  ],
  pages: (server, { search: query }, limit) =>
    query === undefined
      ? allPages(server, listDocuments, {}, limit)
      : allPages(server, searchDocuments, { params: { query } }, limit),
})

const expiring = expiringCommand<Document>({
  noun: 'documents',
  examples: ['documents expiring --within 30d', 'documents expiring --within 8w --format csv > expiring.csv'],
  endpoint: listDocuments,
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'Size', of: ({ human_readable_size }) => human_readable_size },
    { heading: 'Id', of: ({ id }) => id },
  ],
})

export const documents = groupOf('documents', 'Documents of the team', [list, expiring])
