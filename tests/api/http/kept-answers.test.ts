import { describe, expect, test } from 'vitest'
import type { SignedIn } from '#api/http/actor.ts'
import { keepAnswers } from '#api/http/kept-answers.ts'

describe('answers that are kept', () => {
  const someone = () => ({}) as SignedIn
  const [ann, bob] = [someone(), someone()]
  const answer = (json: string) => ({ head: {}, json, bytes: json.length })

  const open = (most?: number) => {
    const answers = keepAnswers(most)
    const ask = (who: SignedIn, url: string) => answers.place(who, url).kept?.json
    const keep = (who: SignedIn, url: string, json: string) => {
      ask(who, url)
      answers.place(who, url).keep?.(answer(json))
    }
    return { ...answers, ask, keep }
  }

  test('are given again to who asked the same, and to nobody else', () => {
    const { ask, keep } = open()
    keep(ann, '/api/clients?limit=2', 'two')

    expect([ask(ann, '/api/clients?limit=2'), ask(ann, '/api/clients?limit=2')]).toEqual(['two', 'two'])
    expect([ask(bob, '/api/clients?limit=2'), ask(ann, '/api/clients')]).toEqual([undefined, undefined])
  })

  test('are all forgotten at once, with those that were being worked out', () => {
    const { ask, keep, place, forget } = open()
    keep(ann, '/api/clients', 'before')
    ask(ann, '/api/sites')
    const late = place(ann, '/api/sites')

    forget()
    late.keep?.(answer('before'))
    ask(ann, '/api/sites')

    expect([ask(ann, '/api/clients'), ask(ann, '/api/sites')]).toEqual([undefined, undefined])
  })

  test('are of what is asked a second time, at an address that is not too long', () => {
    const { place, ask, keep } = open()
    expect(place(ann, '/api/clients').keep).toBeUndefined()
    expect(place(ann, '/api/clients').keep).toBeDefined()

    const url = `/api/clients?cursor=${'c'.repeat(500)}`
    keep(ann, url, 'a page')
    expect(ask(ann, url)).toBeUndefined()
  })

  test('take so many bytes at the most: those go that were not asked for the longest', () => {
    const { ask, keep } = open(2 * 1600)
    keep(ann, '/1', 'a')
    keep(ann, '/2', 'b')
    ask(ann, '/1')
    keep(ann, '/3', 'c')

    expect(['/1', '/2', '/3'].map((url) => ask(ann, url))).toEqual(['a', undefined, 'c'])
    keep(ann, '/4', 'd'.repeat(300_000))
    expect(ask(ann, '/4')).toBeUndefined()
  })
})
