import { describe, expect, test } from 'vitest'
import { keepLookups } from '#api/kept-lookups.ts'

describe('look-ups that are kept', () => {
  const rights = new Map([['ann', 'owner']])
  const open = () => {
    const asked: string[] = []
    const lookups = keepLookups()
    const find = lookups.keep((user: string, team: string | null) => {
      asked.push(`${user}/${team}`)
      return rights.get(user)
    })
    return { asked, find, forget: lookups.forget }
  }

  test('the same keys are asked for once, other keys for themselves', () => {
    const { asked, find } = open()
    expect([find('ann', null), find('ann', null), find('ann', 'null')]).toEqual(['owner', 'owner', 'owner'])
    expect(asked).toEqual(['ann/null', 'ann/null'])
  })

  test('nothing is kept once the read models have moved', () => {
    const { find, forget } = open()
    find('ann', null)
    rights.set('ann', 'viewer')
    forget()
    expect(find('ann', null)).toBe('viewer')
  })

  test('what is not there is asked for each time', () => {
    const { asked, find } = open()
    expect([find('bob', null), find('bob', null)]).toEqual([undefined, undefined])
    expect(asked).toHaveLength(2)
  })
})
