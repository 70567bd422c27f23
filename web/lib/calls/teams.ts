import type * as contracts from '#schemas/resources/teams.ts'
import { call } from '#web/lib/call.ts'

export const listTeams = call<typeof contracts.listTeams>('GET', '/{teams}', 'signed-in')
export const currentTeam = call<typeof contracts.currentTeam>('GET', '/{teams}/current', 'signed-in')
export const showTeam = call<typeof contracts.showTeam>('GET', '/{teams}/{id}', 'signed-in')
export const switchTeam = call<typeof contracts.switchTeam>('GET', '/{teams}/{id}/switch', 'signed-in', {
  response: 'empty',
})
export const createTeam = call<typeof contracts.createTeam>('POST', '/settings/{teams}', 'signed-in')
export const renameTeam = call<typeof contracts.renameTeam>('PUT', '/settings/{teams}/{id}/name', 'signed-in')
export const demandSecondFactor = call<typeof contracts.demandSecondFactor>(
  'PUT',
  '/settings/{teams}/{id}/second-factor',
  'signed-in',
)
export const allowShareLinks = call<typeof contracts.allowShareLinks>(
  'PUT',
  '/settings/{teams}/{id}/share-links',
  'signed-in',
)
export const uploadTeamPhoto = call<typeof contracts.uploadTeamPhoto>(
  'POST',
  '/settings/{teams}/{id}/photo',
  'signed-in',
  { upload: { field: 'photo' } },
)
export const deleteTeam = call<typeof contracts.deleteTeam>('DELETE', '/settings/{teams}/{id}', 'signed-in', {
  response: 'empty',
})
