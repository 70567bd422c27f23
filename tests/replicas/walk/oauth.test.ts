import { expect, test } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { giveConsent } from '#schemas/resources/oauth-authorization.ts'
import {
  answered,
  consentRequest,
  exchanging,
  newApp,
  newVerifier,
  sendForm,
  type Tokens,
  withToken,
} from '#tests/support/oauth.ts'
import { newTeam } from '#tests/support/teams.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests()

/** As often as shows a replica that is a moment behind. */
const rounds = 20

test('an app signs in where each step is done at another replica, by people who bring no position of each other', async () => {
  const [ofAnn] = fleet().atBoth(await newTeam(fleet()))
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  await here.call(addClient, { body: { name: 'Harbour' } })

  for (let round = 0; round < rounds; round += 1) {
    const app = await newApp(ofAnn)
    const { verifier, challenge } = newVerifier()
    const request = await consentRequest(there, app, { code_challenge: challenge })
    const { redirect } = await here.ask(giveConsent, { body: { request } })
    const { code = '' } = answered(redirect)
    const [, second] = fleet().apis
    const { status, body } = await sendForm(fleet().guest(second), '/oauth/token', app, exchanging({ code, verifier }))
    expect(status).toBe(200)

    const [first] = fleet().apis
    const listed = await fleet()
      .guest(first)
      .ask(listClients, {}, withToken((body as Tokens).access_token))

    expect(listed.map(({ name }) => name)).toEqual(['Harbour'])
  }
})
