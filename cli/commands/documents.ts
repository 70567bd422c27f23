import { groupOf, withPast } from '#cli/command.ts'
import { allPages } from '#cli/connection/server.ts'
import { type Document, listDocuments } from '#schemas/resources/documents.ts'
import { searchDocuments } from '#schemas/resources/search.ts'
import { expiringCommand } from './expiring-command.ts'
import { listCommand } from './list-command.ts'

const list = listCommand<Document>({
  noun: 'documents',
  examples: ['documents list', 'documents list --search handbook'],
  viewed: { kind: 'documents', all: listDocuments, searched: searchDocuments },
  columns: { Name: 'name', Size: 'human_readable_size', Completed: 'completed_at', Expires: 'expires_at', Id: 'id' },
  pages: (server, { search: query }, limit) =>
    query === undefined
      ? allPages(server, listDocuments, {}, limit)
      : allPages(server, searchDocuments, { params: { query } }, limit),
})

const expiring = expiringCommand<Document>({
  noun: 'documents',
  examples: ['documents expiring --within 30d', 'documents expiring --within 8w --format csv > expiring.csv'],
  endpoint: listDocuments,
  columns: { Name: 'name', Size: 'human_readable_size', Id: 'id' },
})

export const documents = groupOf('documents', 'Documents of the team', [withPast(list), withPast(expiring)])
