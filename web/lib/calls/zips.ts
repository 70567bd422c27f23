import type * as contracts from '#schemas/resources/zips.ts'
import { call } from '#web/lib/call.ts'

export const prepareZip = call<typeof contracts.prepareZip>('POST', '/api/zips', 'files.view')
export const downloadZip = call<typeof contracts.downloadZip>('GET', '/api/zips/{zip}', 'files.view')
