import { describe, expect, test } from 'vitest'
import { usableGuess } from '#web/components/address/regions.ts'
import { startingValues } from '#web/features/registration/registration-values.ts'

describe('the registration form', () => {
  test('[CONST2-15] starts in the US', () => {
    expect(startingValues({}).country).toBe('US')
  })

  test('[STATE2-37] takes the guess of the country unless it is unknown', () => {
    expect(usableGuess('GB')).toBe('GB')
    expect(usableGuess('ZZ')).toBeUndefined()
    expect(usableGuess(undefined)).toBeUndefined()
  })

  test('starts with the values of the invitation, including the slug', () => {
    const values = startingValues({ name: 'Ann', email: 'ann@example.com', team: 'Acme & Sons' })

    expect(values).toMatchObject({ name: 'Ann', email: 'ann@example.com', team: 'Acme & Sons', team_slug: 'acme-sons' })
  })
})
