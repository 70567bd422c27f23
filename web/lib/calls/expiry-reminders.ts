import type * as contracts from '#schemas/resources/expiry-reminders.ts'
import { call } from '#web/lib/call.ts'

const path = '/settings/expiry-reminders'
export const showExpiryReminders = call<typeof contracts.showExpiryReminders>('GET', path, 'signed-in')
export const chooseExpiryReminders = call<typeof contracts.chooseExpiryReminders>('PUT', path, 'signed-in')
