import { describe, expect, test } from 'vitest'
import { openRequestCache } from '#api/read-side/request-cache.ts'

describe('the request cache', () => {
  const rights = new Map([['ann', 'owner']])
  const open = () => {
    const asked: string[] = []
    const cache = openRequestCache()
    const find = cache.memoize((user: string, team: string | null) => {
      asked.push(`${user}/${team}`)
      return rights.get(user)
    })
    return { asked, find, clear: cache.clear }
  }

  test('looks the same keys up once, and other keys by themselves', () => {
    const { asked, find } = open()
    expect([find('ann', null), find('ann', null), find('ann', 'null')]).toEqual(['owner', 'owner', 'owner'])
    expect(asked).toEqual(['ann/null', 'ann/null'])
  })

  test('holds nothing once the read models have moved', () => {
    const { find, clear } = open()
    find('ann', null)
    rights.set('ann', 'viewer')
    clear()
    expect(find('ann', null)).toBe('viewer')
  })

  test('looks up each time what does not exist', () => {
    const { asked, find } = open()
    expect([find('bob', null), find('bob', null)]).toEqual([undefined, undefined])
    expect(asked).toHaveLength(2)
  })
})
