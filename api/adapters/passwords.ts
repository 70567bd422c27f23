import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const argon2id = promisify(argon2)

type Cost = { memory: number; passes: number; parallelism: number }

/** The argon2id cost of a new hash: memory in KiB, passes and lanes (D-53). */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Limits concurrency: at most `max` calls run at once, the others wait in order. */
const inLine = (max: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
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

/** Each hash occupies a core: more at once would only be slower. */
const hashing = inLine(availableParallelism())

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

const digest = (password: string, salt: Uint8Array, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  hashing(() => argon2id('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength }))

/** Hashes a password with argon2id at a cost; returns a PHC string, which contains the cost. */
export const hashPasswordAt = async (cost: Cost, password: string): Promise<string> => {
  const salt = randomBytes(16)
  const tag = await digest(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Hashes a password at the current cost. */
export const hashPassword = (password: string): Promise<string> => hashPasswordAt(cost, password)

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Whether a hash was made at another cost than new ones are (D-53): it is replaced at the next sign-in. */
export const isOutdatedHash = (hash: string): boolean => {
  const [, memory, passes, parallelism] = phc.exec(hash) ?? []
  return [memory, passes, parallelism].map(Number).join() !== [cost.memory, cost.passes, cost.parallelism].join()
}

/** The hash of a random password, so that verification takes as long when there is no account. */
const nobody = await hashPassword(randomBytes(32).toString('hex'))

/** Whether a password matches a hash; false, after the same work, if there is no hash. */
export const verifyPassword = async (password: string, hash: string | null | undefined): Promise<boolean> => {
  const parts = phc.exec(hash ?? nobody)
  if (!parts) throw new Error('The stored password hash is not an argon2id hash')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const params = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await digest(password, Buffer.from(salt, 'base64'), params)
  return timingSafeEqual(actual, expected) && hash !== null && hash !== undefined
}
