import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SignedIn } from '#api/http/actor.ts'
import { openStream } from '#api/http/stream.ts'
import { ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import { createApiToken, deleteApiToken } from '#schemas/resources/api-tokens.ts'
import { changeTeamBillingInformation } from '#schemas/resources/billing.ts'
import { addClient, listClients, updateClient } from '#schemas/resources/clients.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { removeMember, updateMember } from '#schemas/resources/members.ts'
import { addSavedView, deleteSavedView, updateSavedView } from '#schemas/resources/saved-views.ts'
import { signIn, signOut } from '#schemas/resources/sessions.ts'
import { addSite, updateSite } from '#schemas/resources/sites.ts'
import { listTeams } from '#schemas/resources/teams.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import { startApp } from '#tests/support/app.ts'
import { listen } from '#tests/support/live-stream.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newMember, newTeam, password } from '#tests/support/teams.ts'

describe('the live stream', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))

  const add = async (who: Member, name: string) => {
    const { body, headers } = await who.call(addClient, { body: { name } })
    return { id: body.id, position: headers.get('x-position') ?? '' }
  }

  test('sends each change of the own team, once and in order', async () => {
    const stream = await listen(app, ann)
    await stream.started()
    const client = await add(ann, 'Acme')
    const site = await ann.ask(addSite, { body: { name: 'North', client_id: client.id } })

    const first = await stream.next()
    const second = await stream.next()

    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream')
    const { id, position } = client
    expect(first).toEqual({ id: position, data: { type: 'ClientAdded', resource: 'clients', id, position } })
    expect(second.data).toMatchObject({ type: 'SiteAdded', resource: 'sites', id: site.id })
  })

  test('sends a member the changes within their client, sites and abilities, missed and live', async () => {
    const addSiteTo = async (client_id: string) => (await ann.ask(addSite, { body: { name: 'A site', client_id } })).id
    const acme = ClientId.parse((await add(ann, 'Acme')).id)
    const other = (await add(ann, 'Other')).id
    const seen = SiteId.parse(await addSiteTo(acme))
    const beside = await addSiteTo(acme)
    const limits: Partial<Membership>[] = [
      { clientId: acme },
      { clientId: acme, siteIds: [seen] },
      { abilities: { sites: { view: false } } },
    ]
    const members: Member[] = []
    for (const limit of limits) members.push(await newMember(app, ann, 'member', limit))
    const streams = await Promise.all(members.map((who) => listen(app, who)))
    await Promise.all(streams.map(({ started }) => started()))
    const from = streams[0]?.lastId()
    const renamed = async (id: string) => {
      const { headers } = await ann.call(updateSite, { params: { id }, body: { name: 'Renamed', client_id: acme } })
      return headers.get('x-position')
    }

    await addSiteTo(other)
    const ofSites = [await renamed(beside), await renamed(seen)]
    const { headers } = await ann.call(updateClient, { params: { id: acme }, body: { name: 'Renamed' } })
    const ofClient = headers.get('x-position')

    for (const [at, expected] of [[...ofSites, ofClient], [ofSites[1], ofClient], [ofClient]].entries()) {
      for (const stream of [streams[at], await listen(app, members[at] ?? ann, from)]) {
        for (const position of expected) expect((await stream?.next())?.id).toBe(position)
      }
    }
  })

  test('tells of saved views whoever has them, or had them, wherever they are signed in, without their names', async () => {
    const bob = await newMember(app, ann, 'member')
    const hers = await listen(app, ann)
    const his = await listen(app, bob)
    await Promise.all([hers.started(), his.started()])
    const look = { filters: {}, sort: null, look: 'cards', columns: null } as const
    const added = await ann.call(addSavedView, { body: { name: 'Mine', kind: 'files', shared: false, ...look } })
    const { id } = added.body
    const share = (shared: boolean) =>
      ann.call(updateSavedView, { params: { id }, body: { name: 'Mine', shared, ...look } })
    const shared = await share(true)
    const taken = await share(false)
    const deleted = await ann.call(deleteSavedView, { params: { id } })
    const told = (answers: { headers: Headers }[], types: string[]) =>
      answers.map(({ headers }, at) => {
        const position = headers.get('x-position') ?? ''
        return { id: position, data: { type: types[at], resource: 'saved_views', id, position } }
      })

    const types = ['OwnViewSaved', 'TeamViewSaved', 'OwnViewSaved', 'SavedViewDeleted']
    for (const expected of told([added, shared, taken, deleted], types)) expect(await hers.next()).toEqual(expected)
    for (const expected of told([shared, taken], types.slice(1))) expect(await his.next()).toEqual(expected)
    const { position } = await add(ann, 'What comes next')
    expect((await his.next()).id).toBe(position)
  })

  describe('whose reader may hear something else from now on', () => {
    type Stream = Awaited<ReturnType<typeof listen>>
    /** Nothing of what comes next is told. */
    const endsBy = async (stream: Stream, change: () => Promise<unknown>) => {
      await stream.started()
      await change()
      await add(ann, 'What comes next')
      await expect(stream.next()).rejects.toThrow('The stream ended')
    }

    test('ends before the next change, and resumes with the current rights [ABIL-27]', async () => {
      const bob = await newMember(app, ann, 'member')
      const params = { teamId: ann.teamId, userId: bob.userId }
      const may = (view: boolean) => () =>
        ann.call(updateMember, { params, body: { role: 'member', abilities: { clients: { view } } } })
      const first = await listen(app, bob)

      await endsBy(first, may(false))
      await endsBy(await listen(app, bob, first.lastId()), may(true))

      const again = await listen(app, bob, first.lastId())
      expect([(await again.next()).data?.type, (await again.next()).data?.type]).toEqual(['ClientAdded', 'ClientAdded'])
    })

    test('ends with their token, with their session, and where they are removed [ABIL-27]', async () => {
      const bob = await newMember(app, ann, 'member')
      const script = await bob.call(createApiToken, { body: { name: 'A script', abilities: ['clients.view'] } })
      const { id, token } = script.body
      const elsewhere = app.guest()
      await elsewhere.call(signIn, { body: { email: bob.email, password } })
      const own = await listen(app, bob)

      await endsBy(await listen(app, bob, undefined, { token }), () => bob.call(deleteApiToken, { params: { id } }))
      await endsBy(await listen(app, elsewhere), () => elsewhere.call(signOut))
      expect((await own.next()).data?.type).toBe('ClientAdded')
      const params = { teamId: ann.teamId, userId: bob.userId }
      const removed = await listen(app, bob)
      await endsBy(removed, () => ann.call(removeMember, { params }))
    })
  })

  test('sends nothing of another team', async () => {
    const bob = await newTeam(app)
    const stream = await listen(app, bob)
    await stream.started()
    await add(ann, 'Not for Bob')
    const own = await add(bob, 'For Bob')

    expect((await stream.next()).data?.id).toBe(own.id)
  })

  describe('about what is paid for', () => {
    const orderedBy = (who: Member, teamId: TeamId) =>
      who.call(changeTeamBillingInformation, { params: { id: teamId }, body: { information: 'Order 4711' } })

    test('tells the owner of a team, also while they work in another one, missed and live', async () => {
      const bob = await newMember(app, ann, 'member')
      const teams = await bob.ask(listTeams)
      const own = TeamId.parse(teams.find(({ owner_id }) => owner_id === bob.userId)?.id)
      const stream = await listen(app, bob)
      await stream.started()
      const from = stream.lastId()
      const change = { resource: 'billing', id: own }
      await orderedBy(bob, own)

      expect(own).not.toBe(bob.teamId)
      expect((await stream.next()).data).toMatchObject(change)
      stream.leave()
      const resumed = await listen(app, bob, from)
      expect((await resumed.next()).data).toMatchObject(change)
    })

    test('tells no admin, and no script of the owner', async () => {
      const admin = await newMember(app, ann, 'admin')
      const { body } = await ann.call(createApiToken, { body: { name: 'A script', abilities: ['clients.view'] } })
      const streams = [await listen(app, admin), await listen(app, ann, undefined, { token: body.token })]
      for (const stream of streams) await stream.started()
      await orderedBy(ann, ann.teamId)
      const next = await add(ann, 'What comes next')

      for (const stream of streams) expect((await stream.next()).data?.id).toBe(next.id)
    })
  })

  test('begins where a page was read, so that nothing falls between the two', async () => {
    const read = (await ann.call(listClients, {})).headers.get('x-position')
    const { id } = await add(ann, 'added before the stream was there')

    const stream = await listen(app, ann, undefined, { query: `?after=${read}` })

    expect((await stream.next()).data?.id).toBe(id)
    stream.leave()
    const again = await listen(app, ann, stream.lastId(), { query: `?after=${read}` })
    const { id: later } = await add(ann, 'added later')
    expect((await again.next()).data?.id).toBe(later)
  })

  test('resumes where it was interrupted, without gap or repeat', async () => {
    const stream = await listen(app, ann)
    await stream.started()
    await add(ann, 'seen')
    await stream.next()
    stream.leave()
    const missed = [await add(ann, 'missed one'), await add(ann, 'missed two')]

    const resumed = await listen(app, ann, stream.lastId())
    const told = [await resumed.next(), await resumed.next()]
    const live = await add(ann, 'live')

    expect(told.map(({ data }) => data?.id)).toEqual(missed.map(({ id }) => id))
    expect((await resumed.next()).data?.id).toBe(live.id)
  })

  test('resumes where it was interrupted even if no change had been sent', async () => {
    const stream = await listen(app, ann)
    await stream.started()
    stream.leave()
    const missed = await add(ann, 'missed')

    const resumed = await listen(app, ann, stream.lastId())

    expect((await resumed.next()).data?.id).toBe(missed.id)
  })

  test('sends a reset to a reader who missed too much, and continues from there', async () => {
    const eve = await newTeam(app)
    const start = (await add(eve, 'start')).position
    const names = Array.from({ length: 1001 }, (_, index) => `Client ${index}`)
    while (names.length > 0) await Promise.all(names.splice(0, 50).map((name) => add(eve, name)))

    const stream = await listen(app, eve, start)

    expect((await stream.next()).event).toBe('reset')
    const live = await add(eve, 'live')
    expect((await stream.next()).data?.id).toBe(live.id)
    expect(stream.lastId()).toBe(live.position)
  })

  test.each([
    ['beyond the end of this one', () => '999999999999999'],
    ['where this one has no event', (position: string) => String(BigInt(position) - 1n)],
  ])('[D-110] sends a reset to a reader from another log, %s, and continues from there', async (_, another) => {
    const { position } = await add(ann, 'before')
    const stream = await listen(app, ann, another(position))
    while ((await stream.next()).event !== 'reset');

    const live = await add(ann, 'live')

    expect((await stream.next()).data?.id).toBe(live.id)
  })

  test.each(['nonsense', '-1', '9'.repeat(19), '9'.repeat(40)])(
    'starts anew for a place that is none: %s',
    async (position) => {
      const stream = await listen(app, ann, position)
      await stream.started()
      const live = await add(ann, 'live')

      expect((await stream.next()).data?.id).toBe(live.id)
      stream.leave()
    },
  )

  test('is open to signed-in users, and ends after a HEAD request', async () => {
    expect((await app.guest().request('GET', '/api/stream')).status).toBe(401)
    expect((await ann.request('HEAD', '/api/stream')).status).toBe(200)
  })

  test('has a limit per user, beyond which it is refused until another has ended', async () => {
    const many = await newTeam(app)
    const other = await newTeam(app)
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen(app, many)))
    await Promise.all(streams.map(({ started }) => started()))

    const refused = await listen(app, many)
    expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '1'])
    const others = await listen(app, other)
    expect(others.answer.status).toBe(200)
  })
})

describe('a line', () => {
  const nothing = {
    after: () => [],
    follow: () => () => {},
    whenRightsChange: () => () => {},
    notifiedUpTo: () => '7',
    isOfAnotherLog: async () => false,
  }
  const change = { type: 'ClientAdded', resource: 'clients', id: 'x', position: '8' } as const
  const actor = { abilities: abilitiesOfRole('member') } as SignedIn
  /** A response that takes what is written, or leaves it waiting. */
  const given = (waiting = 0) => {
    const written: string[] = []
    const response = Object.assign(new EventEmitter(), {
      writableLength: waiting,
      writeHead: () => {},
      write: (text: string) => written.push(text),
      end: () => response.emit('close'),
      destroy: () => process.nextTick(() => response.emit('close')),
    })
    let tell: ((told: LiveChange) => void) | undefined
    const follow = (_: SignedIn, listener: (told: LiveChange) => void) => {
      tell = listener
      return () => {
        tell = undefined
      }
    }
    const request = { method: 'GET', get: () => undefined } as unknown as Request
    openStream({ ...nothing, follow }, actor, undefined)(request, response as unknown as Response)
    return { written, tell: () => tell?.(change), isFollowing: () => tell !== undefined }
  }

  test('sends a heartbeat every 20 seconds, and ends after five minutes so that the browser reconnects', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { written, isFollowing } = given()

    vi.advanceTimersByTime(20_000)
    expect(written.at(-1)).toBe(': still here\n\n')
    vi.advanceTimersByTime(279_999)
    expect(isFollowing()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isFollowing()).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is cut where its reader takes nothing, so that one who sleeps costs no memory', async () => {
    const awake = given()
    const asleep = given(2 * 1024 * 1024)
    await new Promise(process.nextTick)

    expect([awake.isFollowing(), asleep.isFollowing()]).toEqual([true, false])
    awake.tell()
    expect(awake.written.at(-1)).toContain('ClientAdded')
  })
})
