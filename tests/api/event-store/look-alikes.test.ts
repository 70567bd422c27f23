import { describe, expect, test } from 'vitest'
import { lookOf } from '#api/event-store/look-alikes.ts'
import { emailReservation, slugReservation } from '#api/event-store/streams.ts'

const digest = (purpose: string, text: string) => `${purpose}:${text}`

describe('the look of a text', () => {
  test.each([
    ['раура', 'paypa', 'Cyrillic'],
    ['ɡооgle', 'google', 'Latin of another kind'],
    ['αcme', 'acme', 'Greek'],
  ])('of %s is that of %s (%s)', (text, plain) => {
    expect(lookOf(text)).toBe(plain)
  })

  test('keeps apart what ASCII keeps apart', () => {
    const looks = ['modem', 'modern', 'site-10', 'site-lo', 'a_b', 'a-b'].map(lookOf)

    expect(new Set(looks).size).toBe(6)
  })

  test('keeps accents and other scripts', () => {
    expect(lookOf('café')).not.toBe(lookOf('cafe'))
    expect(lookOf('東京')).not.toBe(lookOf('京都'))
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
