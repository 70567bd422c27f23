import type * as contracts from '#schemas/resources/list-looks.ts'
import { call } from '#web/lib/call.ts'

export const chooseListLook = call<typeof contracts.chooseListLook>('PUT', '/settings/list-look', 'signed-in')
