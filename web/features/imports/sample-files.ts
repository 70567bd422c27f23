import type { RecordKind } from '#schemas/events/import.ts'

/** Two rows to import for each kind, under the headings that lists have. The sites are those of the clients. */
export const sampleFiles: Record<RecordKind, readonly Record<string, string>[]> = {
  clients: [
    { 'External ID': 'C-001', Name: 'Harbour Estates' },
    { 'External ID': 'C-002', Name: 'Dockside' },
  ],
  sites: [
    { 'External ID': 'S-001', Name: 'Quay House', Postcode: 'SE1 2AA', Client: 'Harbour Estates' },
    { 'External ID': 'S-002', Name: 'Mill Lane', Postcode: 'BS1 4ST', Client: 'Dockside' },
  ],
}
