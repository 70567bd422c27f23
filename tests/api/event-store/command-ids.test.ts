import { v5 as deriveUuid, v7 as timedUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { idMadeBy, isFirstTry } from '#api/event-store/command-ids.ts'
import { ClientId, CommandId } from '#schemas/ids.ts'

describe('the id of a new thing', () => {
  const commands = [1, 2, 3].map((second) =>
    CommandId.parse(timedUuid({ msecs: Date.UTC(2026, 2, 31, 10, 0, second) })),
  )
  const [first = CommandId.parse(timedUuid())] = commands
  const keyed = CommandId.parse(deriveUuid('a caller’s key', first))

  test('follows from its command, and is another one for each noun', () => {
    for (const command of [first, keyed]) {
      expect(idMadeBy(command, 'client')).toBe(idMadeBy(command, 'client'))
      expect(idMadeBy(command, 'client')).not.toBe(idMadeBy(command, 'site'))
      expect(ClientId.parse(idMadeBy(command, 'client'))).not.toBe(command)
    }
  })

  test('sorts after the ids of earlier commands, and does not reveal the key of the caller', () => {
    const ids = commands.map((command) => idMadeBy(command, 'client'))

    expect(ids.toSorted()).toEqual(ids)
    expect(commands.every(isFirstTry)).toBe(true)
    expect([keyed, CommandId.parse(ids[0])].some(isFirstTry)).toBe(false)
    expect(idMadeBy(keyed, 'client')).toBe(deriveUuid('client', keyed))
  })
})
