import type * as contracts from '#schemas/resources/imports.ts'
import { call } from '#web/lib/call.ts'

export const importClients = call<typeof contracts.importClients>('POST', '/api/import/clients', 'import')
export const importSites = call<typeof contracts.importSites>('POST', '/api/import/sites', 'import')
export const listImports = call<typeof contracts.listImports>('GET', '/api/imports', 'import')
export const showImport = call<typeof contracts.showImport>('GET', '/api/import/{run}', 'import')
export const listRefusedRows = call<typeof contracts.listRefusedRows>('GET', '/api/import/{run}/refused', 'import')
export const stopImport = call<typeof contracts.stopImport>('POST', '/api/import/{run}/stop', 'import')
export const undoImport = call<typeof contracts.undoImport>('POST', '/api/import/{run}/undo', 'import')
