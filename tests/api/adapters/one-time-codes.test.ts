import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  isTextCode,
  newResetCode,
  passwordResetOf,
  passwordResetToken,
  resetCodeHash,
  textCodeOf,
} from '#api/adapters/one-time-codes.ts'
import { PasswordResetId } from '#schemas/ids.ts'
import { newCommandId } from '#tests/support/new-ids.ts'

const keyed = (key: string) => (purpose: string, text: string) =>
  createHmac('sha256', key + purpose)
    .update(text)
    .digest('hex')
const ours = keyed('ours')
const theirs = keyed('theirs')

describe('the code of a text message', () => {
  test('has six digits, is the same each time, and another one for each id', () => {
    const ids = Array.from({ length: 200 }, () => newCommandId())
    const codes = ids.map((id) => textCodeOf(ours, id))

    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(ids.map((id) => textCodeOf(ours, id))).toEqual(codes)
    expect(new Set(codes).size).toBeGreaterThan(190)
  })

  test('cannot be made without the key of the installation', () => {
    const ids = Array.from({ length: 50 }, () => newCommandId())

    expect(ids.filter((id) => isTextCode(ours, id, textCodeOf(theirs, id)))).toEqual([])
    expect(ids.every((id) => isTextCode(ours, id, textCodeOf(ours, id)))).toBe(true)
  })
})

describe('the reset code', () => {
  test('has 40 characters, differs each time, and is stored as a digest', () => {
    const one = newResetCode()
    const other = newResetCode()

    expect(one).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(one).not.toBe(other)
    expect(resetCodeHash(ours, one)).not.toContain(one)
  })
})

describe('a link to set a new password', () => {
  const resetId = PasswordResetId.parse(newCommandId())

  test('names its request', () => {
    expect(passwordResetOf(ours, passwordResetToken(ours, resetId))).toBe(resetId)
  })

  test('counts for nothing when it was made elsewhere, changed or cut off', () => {
    const token = passwordResetToken(ours, resetId)

    expect(passwordResetOf(ours, passwordResetToken(theirs, resetId))).toBeUndefined()
    expect(passwordResetOf(ours, `${token.slice(0, -1)}x`)).toBeUndefined()
    expect(passwordResetOf(ours, token.slice(0, -1))).toBeUndefined()
    expect(passwordResetOf(ours, resetId)).toBeUndefined()
  })
})
