import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyForSealing, MissingKey, seal as sealByKey, unseal } from '#api/event-store/sealing.ts'
import type { EventType } from '#schemas/events/registry.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

const keysInMemory = () => {
  const keys = new Map<string, Uint8Array | 'destroyed'>()
  const forSealing = async (person: string, isFirst: boolean) => {
    const known = keys.get(person)
    if (known === undefined && !isFirst) return undefined
    const key = known instanceof Uint8Array ? known : randomBytes(32)
    keys.set(person, key)
    return { kid: '0', key }
  }
  return { keys, find: (person: string) => keys.get(person), forSealing }
}

type Keys = ReturnType<typeof keysInMemory>

const seal = async (keys: Keys, eventId: string, type: EventType, data: Record<string, unknown>) => {
  const key = await keyForSealing(keys, type, data)
  return key ? sealByKey(key, eventId, type, data) : data
}

describe('personal data of an event', () => {
  const ann = newUserId()
  const bob = newUserId()
  const eventId = newCommandId()
  const otherEvent = newCommandId()
  const user = { userId: ann, name: 'Ann Smith', email: 'ann@example.com', passwordHash: '$argon2id$secret' }
  const sealed = (keys: Keys) => seal(keys, eventId, 'UserRegistered', user)

  test('is sealed, the rest stays readable', async () => {
    const stored = await sealed(keysInMemory())

    expect(Object.keys(stored)).toEqual(['userId', 'sealed'])
    for (const secret of ['Ann', 'example.com', 'argon2id']) expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('comes back as it was', async () => {
    const keys = keysInMemory()

    expect(unseal(keys, eventId, 'UserRegistered', await sealed(keys))).toEqual(user)
  })

  test('is sealed with a fresh nonce: equal texts differ', async () => {
    const keys = keysInMemory()

    expect(await sealed(keys)).not.toEqual(await sealed(keys))
  })

  test('names its key, but for the one that earlier versions know, and is read with that one alone', async () => {
    const first = randomBytes(32)
    const second = randomBytes(32)
    const find = (_person: string, kid?: string) => ({ 0: first, second })[kid ?? '0']
    const unnamed = sealByKey({ kid: '0', key: first }, eventId, 'UserRegistered', user)
    const named = sealByKey({ kid: 'second', key: second }, eventId, 'UserRegistered', user)

    expect(Object.keys(unnamed.sealed as object)).toEqual(['cipher', 'iv', 'tag', 'text'])
    expect(named.sealed).toMatchObject({ kid: 'second' })
    for (const stored of [unnamed, named]) expect(unseal({ find }, eventId, 'UserRegistered', stored)).toEqual(user)
    const renamed = { ...named, sealed: { ...(named.sealed as object), kid: '0' } }
    expect(() => unseal({ find }, eventId, 'UserRegistered', renamed)).toThrow()
    const astray = { ...named, sealed: { ...(named.sealed as object), kid: '../second' } }
    expect(() => unseal({ find }, eventId, 'UserRegistered', astray)).toThrow()
  })

  test('is null, field by field, once the key is destroyed', async () => {
    const keys = keysInMemory()
    const stored = await sealed(keys)
    keys.keys.set(ann, 'destroyed')

    const blank = { userId: ann, name: null, email: null, passwordHash: null }
    expect(unseal(keys, eventId, 'UserRegistered', stored)).toEqual(blank)
  })

  test('of an invoice is sealed whole, and opens when the keys of the team and of its owner are gone', async () => {
    const keys = keysInMemory()
    const team = { kind: 'team', id: newTeamId() } as const
    const invoice = invoiceFor(team)
    const stored = await seal(keys, eventId, 'InvoiceRecorded', invoice)
    for (const personId of [team.id, ann]) keys.keys.set(personId, 'destroyed')

    for (const secret of ['North Facilities', 'Low Road', 'Leeds', 'Order 4711']) {
      expect(JSON.stringify(stored)).not.toContain(secret)
    }
    expect(unseal(keys, eventId, 'InvoiceRecorded', stored)).toEqual(invoice)
    keys.keys.set(invoice.buyerKey, 'destroyed')
    expect(unseal(keys, eventId, 'InvoiceRecorded', stored)).toEqual({ ...invoice, buyer: null })
  })

  test('[D-104] is not taken for that of an erased person where the key is missing', async () => {
    const keys = keysInMemory()
    const stored = await sealed(keys)
    keys.keys.delete(ann)

    expect(() => unseal(keys, eventId, 'UserRegistered', stored)).toThrow(MissingKey)
    expect(() => unseal(keys, eventId, 'UserRegistered', stored)).toThrow(
      `The key of ${ann} is missing, who is not erased`,
    )
  })

  test('[D-104] gets a key with the first event about a person alone, not where the key is missing', async () => {
    const keys = keysInMemory()
    const changed = { userId: ann, name: 'Ann Jones', email: 'ann@example.com' }
    const invited = { invitationId: eventId, teamId: otherEvent, email: 'ann@example.com', code: 'secret' }

    await expect(seal(keys, otherEvent, 'ContactUpdated', changed)).rejects.toThrow(MissingKey)
    await expect(seal(keys, otherEvent, 'InvitationSent', { ...invited, personId: ann })).rejects.toThrow(MissingKey)
    expect(keys.keys.size).toBe(0)

    await seal(keys, otherEvent, 'InvitationSent', { ...invited, personId: eventId })
    await sealed(keys)
    await seal(keys, otherEvent, 'ContactUpdated', changed)
    expect([...keys.keys.keys()]).toEqual([eventId, ann])
  })

  test('opens in no other event, and for no other person', async () => {
    const keys = keysInMemory()
    const stored = await sealed(keys)
    const annsKey = keys.keys.get(ann)
    if (annsKey) keys.keys.set(bob, annsKey)

    expect(() => unseal(keys, otherEvent, 'UserRegistered', stored)).toThrow()
    expect(() => unseal(keys, eventId, 'UserRegistered', { ...stored, userId: bob })).toThrow()
  })

  test('opens with no other key, and not after a change', async () => {
    const keys = keysInMemory()
    const stored = await sealed(keys)
    const { text, ...rest } = stored.sealed as { text: string }
    const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

    expect(() => unseal(keys, eventId, 'UserRegistered', { ...stored, sealed: { ...rest, text: changed } })).toThrow()
    keys.keys.set(ann, randomBytes(32))
    expect(() => unseal(keys, eventId, 'UserRegistered', stored)).toThrow()
  })

  test('does not open with a shortened tag', async () => {
    const keys = keysInMemory()
    const stored = await sealed(keys)
    const { tag, ...rest } = stored.sealed as { tag: string }
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url')

    expect(() => unseal(keys, eventId, 'UserRegistered', { ...stored, sealed: { ...rest, tag: short } })).toThrow()
  })

  test('events without any are left as they are', async () => {
    const keys = keysInMemory()
    const payload = { clientId: 'c', name: 'Acme' }

    expect(await seal(keys, eventId, 'ClientAdded', payload)).toBe(payload)
    expect(unseal(keys, eventId, 'ClientAdded', payload)).toBe(payload)
    expect(keys.keys.size).toBe(0)
  })
})

describe('personal data of a billing account', () => {
  const ann = newUserId()
  const teamId = newTeamId()
  const eventId = newCommandId()
  const address = { address: '1 High Street', addressLine2: null, city: null, state: null, zip: null, vatId: null }

  test('stays readable when the person who gave it is erased', async () => {
    const keys = keysInMemory()
    const data = { account: `billing-${teamId}`, userId: ann, ...address }
    const stored = await seal(keys, eventId, 'BillingAddressGiven', data)
    keys.keys.set(ann, 'destroyed')

    expect(JSON.stringify(stored)).not.toContain('High Street')
    expect(unseal(keys, eventId, 'BillingAddressGiven', stored)).toEqual(data)
  })

  test('of the version before is read with the key of who gave it', async () => {
    const keys = keysInMemory()
    keys.keys.set(ann, randomBytes(32))
    const stored = await seal(keys, eventId, 'BillingAddressGiven', { teamId, userId: ann, ...address })

    expect([...keys.keys.keys()]).toEqual([ann])
    expect(unseal(keys, eventId, 'BillingAddressGiven', stored)).toMatchObject(address)
  })
})
