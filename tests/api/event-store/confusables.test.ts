import { describe, expect, test } from 'vitest'
import { emailReservation, skeletonOf, slugReservation } from '#api/event-store/streams.ts'

const digest = (purpose: string, text: string) => `${purpose}:${text}`

describe('the look of a text', () => {
  test.each([
    ['раура', 'paypa', 'Cyrillic'],
    ['ɡооgle', 'google', 'Latin of another kind'],
    ['αcme', 'acme', 'Greek'],
  ])('of %s is that of %s (%s)', (text, plain) => {
    expect(skeletonOf(text)).toBe(plain)
  })

  test('keeps apart what ASCII keeps apart', () => {
    const skeletons = ['modem', 'modern', 'site-10', 'site-lo', 'a_b', 'a-b'].map(skeletonOf)

    expect(new Set(skeletons).size).toBe(6)
  })

  test('keeps accents and other scripts', () => {
    expect(skeletonOf('café')).not.toBe(skeletonOf('cafe'))
    expect(skeletonOf('東京')).not.toBe(skeletonOf('京都'))
  })
})

describe('what is reserved', () => {
  test('is one slug for all that look like it', () => {
    const slugs = ['Acme', 'acme', 'ａｃｍｅ', 'асme']

    expect(new Set(slugs.map((slug) => slugReservation(digest, slug))).size).toBe(1)
  })

  test('is one address whatever its case and Unicode form', () => {
    expect(emailReservation(digest, 'Jo@Example.com')).toBe(emailReservation(digest, 'ｊo@example.COM'))
  })
})
