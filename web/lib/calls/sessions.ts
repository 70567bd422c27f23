import type * as contracts from '#schemas/resources/sessions.ts'
import { call } from '#web/lib/call.ts'

export const signIn = call<typeof contracts.signIn>('POST', '/login', 'public')
export const confirmIdentity = call<typeof contracts.confirmIdentity>('POST', '/login/confirm', 'signed-in')
export const signOut = call<typeof contracts.signOut>('POST', '/logout', 'public', { response: 'empty' })
export const listSessions = call<typeof contracts.listSessions>('GET', '/settings/sessions', 'signed-in')
export const endOneSession = call<typeof contracts.endOneSession>('DELETE', '/settings/sessions/{id}', 'signed-in', {
  response: 'empty',
})
export const endAllSessions = call<typeof contracts.endAllSessions>('DELETE', '/settings/sessions', 'signed-in', {
  response: 'empty',
})
export const refreshToken = call<typeof contracts.refreshToken>('PUT', '/spark/token', 'signed-in')
