import { describe, expect, test } from 'vitest'
import { hashPassword, hashPasswordAt, isOutdatedHash, verifyPassword } from '#api/adapters/passwords.ts'

describe('a password', () => {
  test('is stored as an argon2id hash with its own salt', async () => {
    const one = await hashPassword('correct horse')
    const two = await hashPassword('correct horse')

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
  })

  test('is known again, and no other is', async () => {
    const hash = await hashPassword('correct horse')

    expect(await verifyPassword('correct horse', hash)).toBe(true)
    for (const wrong of ['correct hors', 'Correct horse', '', 'correct horse ']) {
      expect(await verifyPassword(wrong, hash)).toBe(false)
    }
  })

  test('never matches a user without a password', async () => {
    expect(await verifyPassword('anything', null)).toBe(false)
    expect(await verifyPassword('', undefined)).toBe(false)
  })

  test('is hashed anew where its hash was made at another cost', async () => {
    const cheap = { memory: 1024, passes: 1, parallelism: 1 }

    expect(isOutdatedHash(await hashPassword('correct horse'))).toBe(false)
    expect(isOutdatedHash(await hashPasswordAt(cheap, 'correct horse'))).toBe(true)
  })

  test('is not compared with anything but an argon2id hash', async () => {
    const hash = await hashPassword('password')

    await expect(verifyPassword('password', hash.replace('$argon2id$', '$argon2i$'))).rejects.toThrow('argon2id')
  })
})
