import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SiteId, VisitId } from '#schemas/ids.ts'
import {
  emailField,
  optionalReference,
  optionalText,
  requiredReference,
  requiredText,
  textIfSent,
} from '#schemas/text/fields.ts'

const messages = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((each) => each.message)

describe('required text', () => {
  test('is kept without the white space around it', () => {
    expect(requiredText('name').parse('  Acme Ltd ')).toBe('Acme Ltd')
  })

  test.each([undefined, null, '', '   ', 7, {}, ['Acme']])('is missing as %j', (input) => {
    expect(messages(requiredText('name'), input)).toEqual(['The name field is required.'])
  })

  test('has at most 255 characters', () => {
    expect(messages(requiredText('name'), 'a'.repeat(255))).toBeUndefined()
    expect(messages(requiredText('name'), 'a'.repeat(256))).toEqual([
      'The name may not be greater than 255 characters.',
    ])
  })
})

describe('optional text', () => {
  test.each([undefined, null, '', '   '])('is none as %j', (input) => {
    expect(optionalText('postcode').parse(input)).toBeNull()
  })

  test('has a limit of its own', () => {
    expect(optionalText('postcode', 16).parse(' EC1A 1BB ')).toBe('EC1A 1BB')
    expect(messages(optionalText('postcode', 16), 'x'.repeat(17))).toEqual([
      'The postcode may not be greater than 16 characters.',
    ])
  })

  test('is text', () => {
    expect(messages(optionalText('postcode'), 7)).toEqual(['The postcode must be text.'])
  })

  test('holds whole characters alone, as required text does', () => {
    expect(messages(optionalText('postcode'), 'M1 \ud83d')).toEqual(['The postcode must be text.'])
    expect(messages(requiredText('name'), '\udd25 Acme')).toEqual(['The name must be text.'])
    expect(requiredText('name').parse('🔥 Acme')).toBe('🔥 Acme')
  })
})

describe('text of a change', () => {
  const change = z.object({ postcode: textIfSent('postcode', 16) })

  test('is left as it is where it is left out (D-98)', () => {
    expect(change.parse({})).toEqual({})
    expect(change.parse({ postcode: undefined }).postcode).toBeUndefined()
  })

  test.each([null, '', '   '])('is cleared by %j (D-98)', (input) => {
    expect(change.parse({ postcode: input })).toEqual({ postcode: null })
  })

  test('is judged as optional text is', () => {
    expect(change.parse({ postcode: ' EC1A 1BB ' })).toEqual({ postcode: 'EC1A 1BB' })
    expect(messages(textIfSent('postcode', 16), 'x'.repeat(17))).toEqual([
      'The postcode may not be greater than 16 characters.',
    ])
    expect(messages(textIfSent('postcode'), 7)).toEqual(['The postcode must be text.'])
  })
})

describe('an e-mail address', () => {
  test('is kept as typed', () => {
    expect(emailField().parse(' Ann.Smith@Example.com ')).toBe('Ann.Smith@Example.com')
  })

  test.each(['ann', 'ann@', '@example.com', 'ann@example', 'ann smith@example.com', 'ann@example.com\r\nBcc: x@y.com'])(
    'is not %j',
    (input) => {
      expect(messages(emailField(), input)).toEqual(['The email must be a valid email address.'])
    },
  )

  test('is required, and has at most 255 characters', () => {
    expect(messages(emailField(), '')).toEqual(['The email field is required.'])
    expect(messages(emailField(), `${'a'.repeat(250)}@example.com`)).toEqual([
      'The email may not be greater than 255 characters.',
    ])
  })
})

describe('a reference that may be left out', () => {
  const visit = optionalReference('visit', VisitId)

  test.each([undefined, null, '', ' '])('is none as %j', (input) => {
    expect(visit.parse(input)).toBeNull()
  })

  test('that cannot be an id is worded for people', () => {
    expect(messages(visit, '../1')).toEqual(['The selected visit is invalid.'])
    expect(visit.parse('0198C0DE-aaaa-7bbb-8ccc-0123456789ab')).toBe('0198c0de-aaaa-7bbb-8ccc-0123456789ab')
  })
})

describe('a reference', () => {
  const site = requiredReference('site', SiteId)

  test('must be chosen', () => {
    expect(messages(site, undefined)).toEqual(['The site field is required.'])
    expect(messages(site, '')).toEqual(['The site field is required.'])
  })

  test('that cannot be an id is worded for people', () => {
    expect(messages(site, '../1')).toEqual(['The selected site is invalid.'])
  })
})
