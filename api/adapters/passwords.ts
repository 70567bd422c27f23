import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const argon2id = promisify(argon2)

/** Memory in KiB, passes and lanes of a new hash (D-53). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Runs at most so many pieces of work at once; the others wait in line. */
const inLine = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Hashing takes a core each: more at once would only be slower. */
const hashing = inLine(availableParallelism())

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

const digest = (password: string, salt: Uint8Array, { memory, passes, parallelism }: typeof cost): Promise<Buffer> =>
  hashing(() => argon2id('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength }))

/** Hashes a password with argon2id; answers a PHC string. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const tag = await digest(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** A hash of nothing that anybody knows: the same work is done where there is no account. */
const nobody = await hashPassword(randomBytes(32).toString('hex'))

/** Whether a password is the one that was hashed; false, after the same work, where there is no hash. */
export const verifyPassword = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const parts = phc.exec(hash ?? nobody)
  if (!parts) throw new Error('The stored password hash is not an argon2id hash')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const params = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await digest(password, Buffer.from(salt, 'base64'), params)
  return timingSafeEqual(actual, expected) && hash !== null && hash !== undefined
}
