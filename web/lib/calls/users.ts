import type * as contracts from '#schemas/resources/users.ts'
import { call } from '#web/lib/call.ts'

export const currentUser = call<typeof contracts.currentUser>('GET', '/user/current', 'signed-in')
export const updateContact = call<typeof contracts.updateContact>('PUT', '/settings/contact', 'signed-in')
export const uploadPhoto = call<typeof contracts.uploadPhoto>('POST', '/settings/photo', 'signed-in', {
  upload: { field: 'photo' },
})
