import { describe, expect } from 'vitest'
import { register } from '#schemas/resources/registration.ts'
import {
  listTeamInvitations,
  lookUpTeamInvitation,
  resendTeamInvitation,
  sendTeamInvitation,
  teamInvitationLogo,
  withdrawTeamInvitation,
} from '#schemas/resources/team-invitations.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { fileOf } from '#tests/support/files.ts'
import { operatedApp, operatorEmail } from '#tests/support/shared-app.ts'
import { registration } from '#tests/support/teams.ts'

const png = (size = 100) => fileOf('logo.png', 'image/png', { size })

describe('an operator’s invitation to found a team', () => {
  const { app, test, boss: operator } = operatedApp()

  const form = () => ({ email: 'jo@example.com', name: 'Jo', team_name: 'North West' })
  const send = (file?: File) => operator.ask(sendTeamInvitation, { body: form() }, file ? { file } : {})

  test('[API2G-24] [API2G-27] [ROLE-15] is sent with name, team and logo, and listed', async () => {
    const sent = await send(png())

    expect(sent).toMatchObject({ ...form(), local_file_name: 'logo.png' })
    expect(await operator.ask(listTeamInvitations)).toContainEqual(sent)
  })

  test('[VAL2-03] [VAL2-04] [CONST2-05] [ERR2-15] its logo is a small JPEG or PNG', async () => {
    const refusal = async (file: File) => (await operator.invalid(sendTeamInvitation, { body: form() }, { file }))?.logo

    expect(await refusal(fileOf('logo.gif', 'image/gif'))).toEqual(['Invalid file type.'])
    expect(await refusal(fileOf('logo.png', 'image/png', { begins: 'nothing' }))).toEqual(['Invalid file type.'])
    expect(await refusal(png(102_401))).toEqual(['File size exceeds limit of 100 KB.'])
  })

  test('[API2A-03] [REG-04] is looked up by the mailed link, and its logo becomes the team’s photo', async () => {
    const { id } = await send(png())
    const guest = app.guest()
    const params = { id }

    expect(await guest.ask(lookUpTeamInvitation, { params })).toMatchObject(form())
    expect((await guest.call(teamInvitationLogo, { params })).headers.get('content-type')).toBe('image/png')
    await guest.call(register, { body: { ...registration(), team: 'North West', team_invitation: id } })

    expect(await guest.ask(currentTeam)).toMatchObject({ name: 'North West', photo_state: 'pending' })
    expect((await guest.refused(lookUpTeamInvitation, { params })).status).toBe(404)
  })

  test('is nothing for the address of an operator (D-02)', async () => {
    const { id } = await send()
    const form = registration({ email: operatorEmail })

    expect(await app.guest().invalid(register, { body: { ...form, team_invitation: id } })).toEqual({
      email: ['This email address is reserved.'],
    })
  })

  test('is taken once by many at once', async () => {
    const { id } = await send()
    const accept = () => app.guest().request('POST', '/register', { json: { ...registration(), team_invitation: id } })

    const replies = await Promise.all([accept(), accept(), accept(), accept()])

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(replies.find(({ status }) => status === 422)?.body).toHaveProperty('errors.team_invitation')
  })

  test('that was refused leaves address and slug free', async () => {
    const { id } = await send()
    await operator.call(withdrawTeamInvitation, { params: { id } })
    const own = registration()
    await app.guest().refused(register, { body: { ...own, team_invitation: id } })

    expect((await app.guest().call(register, { body: own })).status).toBe(201)
  })

  test('[API2G-25] [API2G-26] is resent and withdrawn, one at a time', async () => {
    const first = await send()
    const second = await send()

    await operator.call(resendTeamInvitation, { params: { id: first.id } })
    const bare = await operator.request('DELETE', '/api/kiosk/team-invitations', { json: {} })
    const named = await operator.request('DELETE', '/api/kiosk/team-invitations', { json: { id: second.id } })

    expect([bare.status, named.status]).toEqual([422, 204])
    const left = (await operator.ask(listTeamInvitations)).map(({ id }) => id)
    expect(left).toContain(first.id)
    expect(left).not.toContain(second.id)
    expect((await operator.refused(resendTeamInvitation, { params: { id: second.id } })).status).toBe(404)
  })
})
