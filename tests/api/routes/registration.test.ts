import { describe, expect } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam, listTeams } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

describe('registering', () => {
  const errorsOf = (changes: object) => app.guest().invalid(register, { body: registration(changes) })
  const registeredAtOnce = async (forms: object[]) => {
    const answers = await Promise.all(forms.map((json) => app.guest().request('POST', '/register', { json })))
    return {
      taken: answers.filter(({ status }) => status === 201).length,
      refusals: answers.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body]),
    }
  }

  test('[API2A-01] [REG-15] makes a user with a team of their own and signs them in', async () => {
    const ann = app.guest()
    const form = registration({ name: 'Ann Smith', email: 'Ann.Smith@Example.com', team: 'North West' })

    const { status, body, headers } = await ann.call(register, { body: form })

    expect([status, body]).toEqual([201, { redirect: '/dashboard' }])
    expect(headers.get('x-position')).toMatch(/^\d+$/)
    expect(headers.get('x-projection')).toBeNull()
    expect(headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^siteledger=.*; Path=\/; HttpOnly; SameSite=Lax$/),
    )
    expect(await ann.ask(currentUser)).toMatchObject({
      name: 'Ann Smith',
      email: 'Ann.Smith@Example.com',
      role_on_current_team: 'owner',
    })
    expect(await ann.ask(currentTeam)).toMatchObject({ name: 'North West', slug: form.team_slug })
    expect(await ann.ask(listTeams)).toHaveLength(1)
    expect(await ann.ask(listClients)).toEqual([])
  })

  test.each([
    ['no name', { name: ' ' }, { name: ['The name field is required.'] }],
    ['a long name', { name: 'a'.repeat(256) }, { name: ['The name may not be greater than 255 characters.'] }],
    ['no e-mail', { email: '' }, { email: ['The email field is required.'] }],
    ['no e-mail address', { email: 'ann@' }, { email: ['The email must be a valid email address.'] }],
    [
      'no password',
      { password: '' },
      { password: ['The password field is required.', 'The password must be at least 8 characters.'] },
    ],
    [
      'a short password',
      { password: 'abc1234', password_confirmation: 'abc1234' },
      { password: ['The password must be at least 8 characters.'] },
    ],
    [
      'a password confirmed otherwise',
      { password_confirmation: 'something else' },
      { password: ['The password confirmation does not match.'] },
    ],
    ['no team', { team: '' }, { team: ['The team field is required.'] }],
    ['no slug', { team_slug: '' }, { team_slug: ['The team slug field is required.'] }],
    [
      'a slug with a slash',
      { team_slug: 'a/b' },
      { team_slug: ['The team slug may only contain letters, numbers, dashes and underscores.'] },
    ],
    ['terms not accepted', { terms: false }, { terms: ['The terms must be accepted.'] }],
    ['a plan that is none', { plan: 'gold' }, { plan: ['The selected plan is invalid.'] }],
  ])('[REG-08] with %s says so', async (_, changes, errors) => {
    expect(await errorsOf(changes)).toEqual(errors)
  })

  test('of fifty at once with one e-mail address exactly one gets it', async () => {
    const { email } = registration()
    const forms = Array.from({ length: 50 }, (_, each) =>
      registration({ email: each % 2 ? email : email.toUpperCase() }),
    )

    const { taken, refusals } = await registeredAtOnce(forms)

    expect(taken).toBe(1)
    const refusal = { message: 'The given data was invalid.', errors: { email: ['The email has already been taken.'] } }
    expect(refusals).toEqual(Array.from({ length: 49 }, () => [422, refusal]))
  })

  test('of fifty at once with one slug exactly one gets it, and the others keep their addresses', async () => {
    const { team_slug } = registration()
    const forms = Array.from({ length: 50 }, () => registration({ team_slug }))

    const { taken, refusals } = await registeredAtOnce(forms)

    expect(taken).toBe(1)
    const errors = { team_slug: ['The team slug has already been taken.'] }
    expect(refusals).toEqual(
      Array.from({ length: 49 }, () => [422, { message: 'The given data was invalid.', errors }]),
    )
    const again = await Promise.all(
      forms.slice(0, 4).map(({ email }) => app.guest().request('POST', '/register', { json: registration({ email }) })),
    )
    // One of the fifty has an account by now, wherever it stood in the line.
    expect(again.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(3)
  })
})

const address = {
  address: '1 High Street',
  address_line_2: 'Floor 2',
  city: 'Leeds',
  state: 'LDS',
  zip: 'LS1 1AA',
  country: 'GB',
  vat_id: 'GB980780684',
}

describe('the details of a registration', () => {
  const givenBy = async (userId: string) =>
    (await eventsOf(app.ledger, 'BillingAddressGiven')).filter(({ data }) => data.userId === userId)

  test('[REG-09] hold the billing address of the new team', async () => {
    const ann = await newTeam(app, address)

    expect(await givenBy(ann.userId)).toMatchObject([
      {
        data: {
          billable: { kind: 'team', id: ann.teamId },
          address: '1 High Street',
          addressLine2: 'Floor 2',
          city: 'Leeds',
          state: 'LDS',
          zip: 'LS1 1AA',
          country: 'GB',
          vatId: 'GB980780684',
        },
        metadata: { actor: ann.userId, teamId: ann.teamId },
      },
    ])
  })

  test('hold no address where only the guessed country is sent', async () => {
    const ann = await newTeam(app, { country: 'US', city: ' ' })

    expect(await givenBy(ann.userId)).toEqual([])
  })

  test.each(['free', 'starter-monthly', 'solo-yearly'])(
    '[REG-05] may name the plan %s, and the trial begins',
    async (plan) => {
      const ann = await newTeam(app, { plan })

      expect(await ann.ask(currentTeam)).toMatchObject({ subscriptions: [], state: { trial: true } })
    },
  )

  test('name a plan with a price that is remembered for the team or the user until it is paid for', async () => {
    const ann = await newTeam(app, { plan: 'starter-monthly' })
    const bob = await newTeam(app, { plan: 'solo-yearly' })
    const cal = await newTeam(app, { plan: 'free' })

    expect((await ann.ask(currentTeam)).chosen_plan).toBe('starter-monthly')
    expect((await bob.ask(currentTeam)).chosen_plan).toBeNull()
    expect((await bob.ask(currentUser)).chosen_plan).toBe('solo-yearly')
    expect((await cal.ask(currentTeam)).chosen_plan).toBeNull()
  })
})
