import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Plans } from '#schemas/billing/plans.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { ClientId } from '#schemas/ids.ts'
import { changeSubscription, changeTeamSubscription } from '#schemas/resources/billing.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { showTeamUse, showUse } from '#schemas/resources/plans.ts'
import { createTeam, currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { startBillingWorker } from '#tests/support/billing-worker.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam, registration } from '#tests/support/teams.ts'

const monthly = { interval: 'monthly', type: 'team' } as const
const plans = Plans.parse([
  { ...monthly, id: 'large', name: 'Large', price: 50 },
  { ...monthly, id: 'small', name: 'Small', price: 20, attributes: { sites: 5, teamMembers: 3 } },
  { ...monthly, id: 'dear', name: 'Dear', price: 90, attributes: { sites: 2, teamMembers: 2 } },
  { ...monthly, id: 'crowd', name: 'Crowd', price: 90, type: 'user' },
  { ...monthly, id: 'pair', name: 'Pair', price: 9, type: 'user', attributes: { sites: 2, teams: 2 } },
])

const clientOf = async (owner: Member) => (await owner.ask(addClient, { body: { name: 'Acme' } })).id
const add = (owner: Member, client_id: ClientId) =>
  owner.request('POST', '/api/site', { json: { name: 'North', client_id } })
const invite = (owner: Member) =>
  owner.request('POST', `/settings/teams/${owner.teamId}/invitations`, { json: { email: registration().email } })
const params = ({ teamId }: Member) => ({ id: teamId })
const to = (plan: string, owner: Member, card = {}) => ({ params: params(owner), body: { plan, ...card } })
const card = { stripe_token: 'pm_ok' }
const admitted = (answers: { status: number }[]) => answers.filter(({ status }) => status < 300).length

describe('a change to a smaller plan', () => {
  const app = prepared(() => startApp({ env: { plans } }))
  prepared(() => startBillingWorker(app.ledger))

  /** The owner of a team on the plan `large`, with that many sites. */
  const onLarge = async (sites: number) => {
    const owner = await newTeam(app)
    await owner.call(changeTeamSubscription, to('large', owner, card))
    const clientId = await clientOf(owner)
    for (let made = 0; made < sites; made += 1) await add(owner, clientId)
    return { owner, clientId }
  }

  /** Holds what is appended with an event of a type until it is let go. */
  const hold = (type: LedgerEvent['type']) => {
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const append = app.ledger.append.bind(app.ledger)
    const spy = vi.spyOn(app.ledger, 'append').mockImplementation(async (stream, expected, events) => {
      if (events.some((event) => event.type === type)) {
        reach()
        await free
      }
      return append(stream, expected, events)
    })
    onTestFinished(() => spy.mockRestore())
    return {
      reached,
      letGo: () => {
        spy.mockRestore()
        letGo()
      },
    }
  }

  test('[D-77] bounds what is added from when it has counted, before its order is recorded', async () => {
    const { owner, clientId } = await onLarge(4)
    const { reached, letGo } = hold('BillingOrderPlaced')

    const change = owner.call(changeTeamSubscription, to('small', owner))
    await reached
    const sites = await Promise.all(Array.from({ length: 3 }, () => add(owner, clientId)))
    const slots = await Promise.all(Array.from({ length: 4 }, () => invite(owner)))
    letGo()

    expect([admitted(sites), admitted(slots)]).toEqual([1, 2])
    expect((await change).body.subscriptions).toMatchObject([{ provider_plan: 'small' }])
    expect(admitted([await add(owner, clientId), await invite(owner)])).toBe(0)
  })

  test('[D-77] counts the sites and invitations that are under way when it is asked for', async () => {
    const { owner, clientId } = await onLarge(5)
    const site = hold('SiteAdded')
    const added = add(owner, clientId)
    await site.reached
    const words = (used: string) => ({ plan: [`Your team has ${used}; Small allows 5 sites and 3 members.`] })

    const tooManySites = await owner.refused(changeTeamSubscription, to('small', owner))
    expect(tooManySites.body.errors).toEqual(words('6 sites and 1 member'))
    site.letGo()
    await added

    await invite(owner)
    const invitation = hold('InvitationSent')
    const invited = [invite(owner), invite(owner)]
    await invitation.reached
    const change = owner.refused(changeTeamSubscription, to('small', owner))
    invitation.letGo()
    await Promise.all(invited)
    expect((await change).body.errors).toEqual(words('6 sites and 4 members'))
  })

  test('[D-117] is refused as the first plan too, while a trial runs, and its owner reads what is in use', async () => {
    const owner = await newTeam(app)
    const clientId = await clientOf(owner)
    for (let made = 0; made < 6; made += 1) await add(owner, clientId)
    await invite(owner)

    const refused = await owner.refused(changeTeamSubscription, to('small', owner, card))
    expect(refused.body.errors).toEqual({
      plan: ['Your team has 6 sites and 2 members; Small allows 5 sites and 3 members.'],
    })
    expect(await owner.ask(showTeamUse, { params: params(owner) })).toEqual({ sites: 6, teamMembers: 2 })
    expect(await owner.ask(showUse)).toEqual({ teams: 1, sites: 6, teamMembers: 2 })
    expect((await owner.refused(changeSubscription, { body: { plan: 'pair', ...card } })).status).toBe(422)
    expect((await owner.call(changeTeamSubscription, to('large', owner, card))).body.subscriptions).toHaveLength(1)
    expect(admitted([await add(owner, clientId)])).toBe(1)
    const stranger = await newTeam(app)
    expect((await stranger.refused(showTeamUse, { params: params(owner) })).status).toBe(404)
  })

  test('[D-77] that is refused leaves the limits as they were', async () => {
    const { owner, clientId } = await onLarge(2)

    const declined = await owner.refused(changeTeamSubscription, to('dear', owner, { stripe_token: 'pm_poor' }))

    expect(declined.body.errors).toEqual({ stripe_token: ['Your card was declined.'] })
    expect(admitted([await add(owner, clientId), await add(owner, clientId)])).toBe(2)
    const refused = await owner.refused(changeTeamSubscription, to('dear', owner))
    const words = 'Your team has 4 sites and 1 member; Dear allows 2 sites and 2 members.'
    expect(refused.body.errors).toEqual({ plan: [words] })
    expect(admitted([await add(owner, clientId)])).toBe(1)
  })

  test('[D-77] [D-97] of a user counts their teams, and what is in those that their plan covers', async () => {
    const ann = await newTeam(app)
    await ann.call(changeSubscription, { body: { plan: 'crowd', ...card } })
    const clientId = await clientOf(ann)
    for (let made = 0; made < 3; made += 1) await add(ann, clientId)
    const refused = () => ann.refused(changeSubscription, { body: { plan: 'pair' } })
    const { name } = await ann.ask(currentTeam)

    expect((await refused()).body.errors).toEqual({ plan: [`Your team ${name} has 3 sites; Pair allows 2 sites.`] })
    await ann.call(changeTeamSubscription, to('large', ann, card))
    for (let made = 0; made < 2; made += 1) {
      await ann.call(createTeam, { body: { name: 'More', slug: registration().team_slug } })
    }
    expect((await refused()).body.errors).toEqual({ plan: ['You have 3 teams; Pair allows 2 teams.'] })
  })
})

describe('a change to a smaller plan that the provider has not made yet', () => {
  const app = prepared(() => startApp({ env: { plans }, patience: 1 }))

  test('[D-77] bounds sites, members and teams at once', async () => {
    const ann = await newTeam(app)
    const worker = startBillingWorker(app.ledger)
    await ann.call(changeTeamSubscription, to('large', ann, card))
    await ann.call(changeSubscription, { body: { plan: 'crowd', ...card } })
    await expect.poll(async () => (await ann.ask(currentUser)).state.active).toBe(true)
    await expect.poll(async () => (await ann.ask(currentTeam)).state?.active).toBe(true)
    await worker.close()

    expect((await ann.call(changeTeamSubscription, to('small', ann))).status).toBe(202)
    expect((await ann.call(changeSubscription, { body: { plan: 'pair' } })).status).toBe(202)

    const clientId = await clientOf(ann)
    const sites = await Promise.all(Array.from({ length: 7 }, () => add(ann, clientId)))
    const slots = [await invite(ann), await invite(ann), await invite(ann)]
    const team = () => ({ body: { name: 'More', slug: registration().team_slug } })
    await ann.call(createTeam, team())
    expect([admitted(sites), admitted(slots)]).toEqual([5, 2])
    expect((await ann.refused(createTeam, team())).status).toBe(422)
  })
})
