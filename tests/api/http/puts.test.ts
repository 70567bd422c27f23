import { describe, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { userDecider } from '#api/domain/user.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { updateFile } from '#schemas/resources/files.ts'
import { updateMember } from '#schemas/resources/members.ts'
import { addSite } from '#schemas/resources/sites.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { plusMonths, showDate, today } from '#schemas/time/dates.ts'
import { startApp } from '#tests/support/app.ts'
import type { Caller } from '#tests/support/caller.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { contractOf, declaredEndpoints } from '#tests/support/endpoints.ts'
import { oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'operator@example.com'

type Body = Record<string, unknown>
type Params = Record<string, string>

const app = prepared(() => startApp({ env: { operatorEmails: [operatorEmail] } }))
const ann = prepared(() => newTeam(app, { email: operatorEmail }))

const ask = async (who: Caller, name: string, call: { params?: Params; body?: Body } = {}): Promise<unknown> =>
  await who.ask(contractOf(name), call as CallOf<Endpoint>)

/**
 * Where a resource is changed and read: by a PUT and a GET with these parameters. `sent` makes a body of the answer,
 * `changed` another body of that where not every text is changed.
 */
type Resource = {
  params?: Params
  show: () => Promise<unknown>
  sent?: (answer: Body) => Body
  changed?: (body: Body) => Body
}

const isIn = (list: unknown, id: string | undefined) => (list as Body[]).find((each) => each.id === id)

/** One of everything, each field of which holds something. */
const furnished = async () => {
  const client = await ann.ask(addClient, { body: { name: 'Acme' } })
  const ids = await oneOfEach(ann, client.id)
  const category = await ann.ask(addCategory, { body: { name: 'Alarms' } })
  const visit_id = ids.visit
  const categories = [category.id]
  const body = { name: 'Plan', visit_id, categories, completed_at: '05/03/2026' }
  await ann.call(updateFile, { params: { id: ids.file }, body } as CallOf<typeof updateFile>)
  return ids
}

/** Fields that are changed at an address of their own, or not sent as they are answered; each says why. */
const unlike: Record<string, () => Promise<Resource>> = {
  // The list is sent in a field of its own.
  arrangeCategories: async () => {
    await furnished()
    return {
      show: () => ask(ann, 'listCategories'),
      sent: (answer) => ({ categories: answer }),
      changed: ({ categories }) => ({ categories: (categories as Body[]).toReversed() }),
    }
  },
  // It is answered with its category; what it does not name, clients or sites, is ignored.
  requireCategory: async () => {
    const { category: id, site } = await furnished()
    const show = () => ask(ann, 'showCategory', { params: { id } })
    const sent = ({ requirement }: Body) => ({ site_ids: [site], ...(requirement as Body) })
    return { params: { id }, show, sent, changed: () => ({ of: 'all' }) }
  },
  // Their ids are sent, in a field of their own.
  arrangeFields: async () => {
    const { field } = await furnished()
    const all = (await ask(ann, 'listFields')) as Body[]
    if (all.every(({ id }) => id === field)) {
      await ask(ann, 'addField', { body: { of: 'sites', name: 'Key safe', kind: 'text' } })
    }
    return {
      show: () => ask(ann, 'listFields'),
      sent: (answer) => ({ of: 'sites', ids: (answer as unknown as Body[]).map(({ id }) => id) }),
      changed: ({ ids, ...body }) => ({ ...body, ids: (ids as string[]).toReversed() }),
    }
  },
  // A field is answered in the list alone.
  updateField: async () => {
    const { field: id } = await furnished()
    return { params: { id }, show: async () => isIn(await ask(ann, 'listFields'), id) }
  },
  // The signed-in user has no id in the address, and more than a contact; an operator is one by their e-mail.
  updateContact: async () => {
    const { name, email, pending_email } = (await ask(ann, 'currentUser')) as CurrentUser
    if (pending_email === null) {
      const wanted = { name, email: 'next@example.com', from: email }
      const context = contextOf(null, ann.userId)
      const command = { type: 'RequestEmailChange', ...wanted, at: context.at } as const
      await handle(app.ledger, userDecider, userStream(ann.userId), command, context)
    }
    return { show: () => ask(ann, 'currentUser'), changed: (body) => ({ ...body, name: 'Ann Other' }) }
  },
  // Everyone has their own, without an id in the address.
  chooseExpiryReminders: async () => ({
    show: () => ask(ann, 'showExpiryReminders'),
    changed: () => ({ days: [60], weekly: true, missing: false, chosen: true }),
  }),
  chooseCheckpointMail: async () => ({
    show: () => ask(ann, 'showCheckpointMail'),
    changed: () => ({ daily: true }),
  }),
  // The setting has an address of its own.
  demandSecondFactor: async () => {
    await turnOnTwoFactor(ann)
    const params = { id: ann.teamId }
    const changed = () => ({ second_factor_required: true })
    return { params, changed, show: () => ask(ann, 'showTeam', { params }) }
  },
  allowShareLinks: async () => {
    const params = { id: ann.teamId }
    const changed = () => ({ share_links_allowed: false })
    onTestFinished(async () => {
      await ask(ann, 'allowShareLinks', { params, body: { share_links_allowed: true } })
    })
    return { params, changed, show: () => ask(ann, 'showTeam', { params }) }
  },
  recordReads: async () => {
    const params = { id: ann.teamId }
    const sent = ({ reads_recorded: recorded }: Body) => ({ recorded })
    return { params, sent, changed: () => ({ recorded: 'everyone' }), show: () => ask(ann, 'showTeam', { params }) }
  },
  // The name has an address of its own.
  renameTeam: async () => {
    const params = { id: ann.teamId }
    return { params, show: () => ask(ann, 'showTeam', { params }) }
  },
  // The fields of billing are answered with the user or the team.
  changeVatNumber: async () => {
    await ask(ann, 'changeVatNumber', { body: { vat_id: 'GB980780684' } })
    return { show: () => ask(ann, 'currentUser'), changed: () => ({ vat_id: 'DE136695976' }) }
  },
  changeTeamVatNumber: async () => {
    const params = { id: ann.teamId }
    await ask(ann, 'changeTeamVatNumber', { params, body: { vat_id: 'GB980780684' } })
    return { params, show: () => ask(ann, 'showTeam', { params }), changed: () => ({ vat_id: 'DE136695976' }) }
  },
  changeBillingInformation: async () => {
    await ask(ann, 'changeBillingInformation', { body: { information: 'Order 7' } })
    const sent = ({ extra_billing_information: information }: Body) => ({ information })
    return { show: () => ask(ann, 'currentUser'), sent }
  },
  changeTeamBillingInformation: async () => {
    const params = { id: ann.teamId }
    await ask(ann, 'changeTeamBillingInformation', { params, body: { information: 'Order 7' } })
    const sent = ({ extra_billing_information: information }: Body) => ({ information })
    return { params, sent, show: () => ask(ann, 'showTeam', { params }) }
  },
  // A member is answered within the team, with the limits in `pivot`.
  updateMember: async () => {
    const { userId } = await newMember(app, ann, 'member')
    const { client: client_id } = await furnished()
    const site = await ann.ask(addSite, { body: { name: 'South', client_id } })
    const params = { teamId: ann.teamId, userId }
    const limits = { role: 'member', client_id, all_sites: false, site_ids: [site.id] }
    const body = {
      ...limits,
      abilities: { files: { create: true } },
      ends_at: showDate(plusMonths(today(new Date(), 'UTC'), 12)),
    }
    await ann.call(updateMember, { params, body } as CallOf<typeof updateMember>)
    const show = async () => isIn(((await ask(ann, 'currentTeam')) as Body).users, userId)
    return {
      params,
      show,
      sent: ({ pivot, ...member }) => ({ ...member, ...(pivot as Body) }),
      changed: ({ role, abilities }) => ({ role, abilities, all_sites: true, client_id: null }),
    }
  },
  // An announcement is answered in the list alone.
  editAnnouncement: async () => {
    const words = { body: 'New: **search**', action_text: 'Look', action_url: '/dashboard' }
    const { id = '' } = (await ask(ann, 'publishAnnouncement', { body: words })) as Params
    return { params: { id }, show: async () => isIn(await ask(ann, 'listAnnouncements'), id) }
  },
  // It is answered with the signed-in user, each kind of list by itself.
  chooseListLook: async () => {
    const sites = { kind: 'sites', look: 'table', hidden: ['postcode'], widths: { name: 300 } }
    await ask(ann, 'chooseListLook', { body: sites })
    const show = async () => {
      const { list_looks } = (await ask(ann, 'currentUser')) as { list_looks: Body[] }
      return list_looks.find(({ kind }) => kind === 'sites')
    }
    return { show, changed: (look) => ({ ...look, look: 'cards', widths: {} }) }
  },
  // A list has other columns to sort by than any text.
  updateSavedView: async () => {
    const params = { id: (await furnished())['saved-view'] }
    const changed = (view: Body) => ({ ...view, name: 'Drawings', sort: 'size', filters: {}, columns: null })
    return { params, changed, show: () => ask(ann, 'showSavedView', { params }) }
  },
  // A token is answered in the list alone, with its abilities in `metadata`.
  updateApiToken: async () => {
    const { id = '' } = (await ask(ann, 'createApiToken', {
      body: { name: 'Robot', abilities: ['sites.view', 'clients.view'] },
    })) as Params
    const show = async () => isIn(await ask(ann, 'listApiTokens'), id)
    return { params: { id }, show, sent: ({ metadata, ...token }) => ({ ...token, ...(metadata as Body) }) }
  },
  // A client is answered in the list alone.
  updateOAuthClient: async () => {
    const body = { name: 'Phone', redirect: 'https://example.com/cb,com.example:/cb' }
    const { id = '' } = (await ask(ann, 'createOAuthClient', { body })) as Params
    const show = async () => isIn(await ask(ann, 'listOAuthClients'), id)
    return { params: { id }, show, changed: (client) => ({ ...client, name: 'Tablet', redirect: 'com.example:/cb' }) }
  },
}

/** A PUT that changes no resource that a GET answers. */
const withoutResource: Record<string, string> = {
  changePassword: 'a password is never answered',
  refreshToken: 'it is a new token each time',
  ...Object.fromEntries(
    ['changeSubscription', 'changeTeamSubscription', 'replaceCard', 'replaceTeamCard'].map((name) => [
      name,
      'it is an order to the payment provider, and what that tells is answered',
    ]),
  ),
  readNotifications: 'it marks as read, and has nothing to leave out',
  readAnnouncements: 'it marks as read, and sends nothing',
  sendImportedFile: 'it is the bytes that a manifest has announced',
  exemptSite: 'its cell answers the reason and the day, and not who said so and when',
}

const puts = declaredEndpoints.filter(([, { method }]) => method === 'PUT')

/** The GET at the same address, where there is one. */
const shownAt = (put: Endpoint) =>
  declaredEndpoints.find(([, { method, path }]) => method === 'GET' && path === put.path)?.[0]

const resourceOf = async (name: string): Promise<Resource> => {
  const put = contractOf(name)
  const prepare = unlike[name]
  if (prepare) return prepare()
  const shown = shownAt(put)
  if (!shown) throw new Error(`${name} has no GET at its address: say in tests/api/http/puts.test.ts where it is read.`)
  const params = paramsFor(put, await furnished()) as Params
  return { params, show: () => ask(ann, shown, { params }) }
}

const bodyOf = ({ sent = (answer) => answer }: Resource, answer: unknown): Body => sent(answer as Body)

const takes = (schema: z.ZodType, ...values: unknown[]) => values.every((value) => schema.safeParse(value).success)

/** The fields of a body that need not be sent; those that take anything are read by nobody (D-23). */
const optionalIn = ({ body }: Endpoint): string[] =>
  Object.entries<z.ZodType>(body?.shape ?? {}).flatMap(([field, schema]) =>
    takes(schema, undefined) && !takes(schema, {}, [], 'text') ? [field] : [],
  )

const holdsNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Another value for a field that holds text: something else of its kind, another date, or other words. */
const otherThan = (field: string, value: unknown, schema: z.ZodType | undefined, others: Params): unknown => {
  if (typeof value !== 'string' || !schema) return value
  const other = field.endsWith('_id') ? [others[field.replace(/_id$/, '')]] : ['04/03/2026', `${value} new`, 'other']
  return other.find((each) => each !== value && takes(schema, each)) ?? value
}

/** Another body: every text that can be another one is. A visit stays on a file, which lies where it does. */
const changedBody = async ({ body: contract }: Endpoint, body: Body): Promise<Body> => {
  const { visit: _, ...others } = await furnished()
  const shape: Record<string, z.ZodType> = contract?.shape ?? {}
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, otherThan(field, value, shape[field], others)]),
  )
}

const resources = puts.map(([name]) => name).filter((name) => !Object.hasOwn(withoutResource, name))

/** What a PUT answers, or the next GET where it answers nothing. */
const answerOf = async (name: string, resource: Resource, body: Body): Promise<unknown> => {
  const answer = await ask(ann, name, { ...resource, body })
  return contractOf(name).response === 'empty' ? resource.show() : answer
}

describe('every PUT', () => {
  test('is of a resource that a GET answers, or says why not', () => {
    const unread = puts.filter(([name, put]) => !shownAt(put) && !Object.hasOwn(unlike, name)).map(([name]) => name)

    expect(unread.toSorted()).toEqual(Object.keys(withoutResource).toSorted())
  })

  test('[D-98] takes what the GET at its address answers as it is; a list stands in a field of its own', async () => {
    const shown = resources.filter((name) => shownAt(contractOf(name)))
    const changed: string[] = []
    for (const name of shown) if ((await resourceOf(name)).sent) changed.push(name)

    expect(shown).toContain('updateFile')
    expect(changed).toEqual(['arrangeCategories', 'arrangeFields'])
  })

  test.each(resources)('of what was answered changes nothing and writes no event: %s', async (name) => {
    const resource = await resourceOf(name)
    const before = await resource.show()
    const position = await app.ledger.lastPosition()

    const answer = await answerOf(name, resource, bodyOf(resource, before))

    expect(await app.ledger.lastPosition()).toBe(position)
    expect(await resource.show()).toEqual(before)
    if (shownAt(contractOf(name))) expect(answer).toEqual(before)
  })

  test.each(resources)('of something else answers what the next GET answers: %s', async (name) => {
    const resource = await resourceOf(name)
    const before = await resource.show()
    const present = bodyOf(resource, before)
    const body = resource.changed ? resource.changed(present) : await changedBody(contractOf(name), present)

    const answer = await answerOf(name, resource, body)

    expect(answer).not.toEqual(before)
    expect(answer).toEqual(await resource.show())
  })

  test.each(resources)('of the required fields alone keeps all others: %s', async (name) => {
    const resource = await resourceOf(name)
    const before = await resource.show()
    const all = bodyOf(resource, before)
    const optional = optionalIn(contractOf(name))
    // An empty field cannot be lost: tests/support/one-of-each.ts gives every field something.
    expect(optional.filter((field) => holdsNothing(all[field]))).toEqual([])
    const required = Object.fromEntries(Object.entries(all).filter(([field]) => !optional.includes(field)))

    const answer = await answerOf(name, resource, required)

    expect(await resource.show()).toEqual(before)
    if (shownAt(contractOf(name))) expect(answer).toEqual(before)
  })
})
